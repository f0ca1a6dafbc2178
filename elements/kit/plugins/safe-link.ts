/**
 * A link of a plug-in's own making: nothing but the web is opened.
 * @throws TypeError for what is no address, Error for any other
 */
export function safeLink(href: unknown): string {
  const url = new URL(String(href), window.location.href);
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} links are not opened`);
  return url.href;
}
