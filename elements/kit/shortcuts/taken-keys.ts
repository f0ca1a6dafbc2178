/**
 * Tells whether a key belongs to a dialog, menu or list of options, and not to the page behind it. While a modal dialog
 * is open, this is true of all keys: after a press on its text, no control in it may have the focus.
 * @param path elements of the event's path
 * @param root root that contains the page and its dialogs
 */
export const isTaken = (path: readonly HTMLElement[], root: ParentNode): boolean =>
  path.some((node) => /dialog$|^menu|^listbox$/.test(node.getAttribute('role') ?? '')) ||
  root.querySelector('[aria-modal=true]') !== null;
