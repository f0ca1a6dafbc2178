/** Tells whether text is selected near the element; in some browsers a shadow root has its own selection. */
export function hasSelection(element: Element): boolean {
  const root = element.getRootNode() as Partial<Pick<Document, 'getSelection'>>;
  const selection = root.getSelection?.() ?? element.ownerDocument.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}
