/** Whether text is selected where the element is; a shadow root has a selection of its own in some browsers. */
export function hasSelection(element: Element): boolean {
  const root = element.getRootNode() as Partial<Pick<Document, 'getSelection'>>;
  const selection = root.getSelection?.() ?? element.ownerDocument.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}
