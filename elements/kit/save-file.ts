/** Hands a file to the browser's downloads. */

/** ms that the browser has to take the file before its address is given up. */
const keptMs = 60_000;

export function saveFile({ blob, fileName }: { readonly blob: Blob; readonly fileName: string }): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), keptMs);
}
