/** Saves a file through the browser's downloads. */

/** Milliseconds after which the object URL of a saved file is revoked. */
const keptMs = 60_000;

export function saveFile({ blob, fileName }: { readonly blob: Blob; readonly fileName: string }): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), keptMs);
}
