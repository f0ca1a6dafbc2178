/**
 * Validates a link created by a plug-in: only http(s) addresses are opened.
 * @throws TypeError for an invalid address, Error for another scheme
 */
export function safeLink(href: unknown): string {
  const url = new URL(String(href), window.location.href);
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} links are not opened`);
  return url.href;
}
