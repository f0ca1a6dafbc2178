/** Returns the selection that contains text near the element; in some browsers a shadow root has its own selection. */
function selectionNear(element: Element): Selection | null {
  const root = element.getRootNode() as Partial<Pick<Document, 'getSelection'>>;
  return root.getSelection?.() ?? element.ownerDocument.getSelection();
}

/** Returns whether text is selected in the shadow root or document that contains the element. */
export function hasSelection(element: Element): boolean {
  const selection = selectionNear(element);
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}

/**
 * Returns the range of the selected text inside an element, in UTF-16 units of the element's text; undefined when no
 * text is selected or the selection extends beyond the element.
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
 * Returns the selected range inside the element's shadow root, for browsers in which a shadow root has no selection of
 * its own; undefined outside a shadow root and in browsers without `getComposedRanges`.
 */
function composedRange(selection: Selection, element: Element): Ends | undefined {
  const root = element.getRootNode();
  // Older browsers lack the method.
  const { getComposedRanges } = selection as Partial<Pick<Selection, 'getComposedRanges'>>;
  return root instanceof ShadowRoot ? getComposedRanges?.call(selection, { shadowRoots: [root] })[0] : undefined;
}
