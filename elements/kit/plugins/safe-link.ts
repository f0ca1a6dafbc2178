/**
 * Returns the absolute address of a link that a plug-in created; relative links are resolved against the current page.
 * @throws TypeError for an invalid address; Error for a scheme other than http and https
 */
export function safeLink(href: unknown): string {
  const url = new URL(String(href), window.location.href);
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} links are not opened`);
  return url.href;
}
