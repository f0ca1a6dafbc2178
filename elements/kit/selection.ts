/** Selected text; in some browsers a shadow root has its own selection. */
function selectionNear(element: Element): Selection | null {
  const root = element.getRootNode() as Partial<Pick<Document, 'getSelection'>>;
  return root.getSelection?.() ?? element.ownerDocument.getSelection();
}

/** Tells whether text is selected near the element. */
export function hasSelection(element: Element): boolean {
  const selection = selectionNear(element);
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}

/**
 * Range of the selected text inside an element, in UTF-16 units of its text; undefined: no text inside it is selected.
 */
export function selectedRange(element: Element): { readonly from: number; readonly to: number } | undefined {
  const selection = selectionNear(element);
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = composedRange(selection, element) ?? selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return undefined;
  const before = element.ownerDocument.createRange();
  before.setStart(element, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const selected = element.ownerDocument.createRange();
  selected.setStart(range.startContainer, range.startOffset);
  selected.setEnd(range.endContainer, range.endOffset);
  const from = before.toString().length;
  const to = from + selected.toString().length;
  return to > from ? { from, to } : undefined;
}

type Ends = Pick<StaticRange, 'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'>;

/**
 * Browsers without a separate selection per shadow root return the range inside roots that are passed to
 * `getComposedRanges`.
 */
function composedRange(selection: Selection, element: Element): Ends | undefined {
  const root = element.getRootNode();
  // Older browsers lack the method.
  const { getComposedRanges } = selection as Partial<Pick<Selection, 'getComposedRanges'>>;
  return root instanceof ShadowRoot ? getComposedRanges?.call(selection, { shadowRoots: [root] })[0] : undefined;
}
