/**
 * Servers to which users can sign in on a page. The address of a server is an attribute. A page may take the value of
 * this attribute from anywhere, even from its own address, so that somebody else could direct the sign-in form to
 * another server. Passwords are therefore sent only to the page's own origin and to the origins that the owner of the
 * page lists, separated by spaces: `<meta name="log-console-servers" content="https://logs.example.org">`.
 */
const metaName = 'log-console-servers';

/** Returns the origin of a server's address; an invalid address is returned unchanged. */
export function originOf(server: string): string {
  return URL.canParse(server, document.baseURI) ? new URL(server, document.baseURI).origin : server;
}

/** Returns whether a server has the origin of the page. */
export const isOfThisPage = (server: string): boolean => originOf(server) === window.location.origin;

/** Returns whether users may enter a password for a server on the page. */
export function takesPasswordsFor(server: string): boolean {
  if (isOfThisPage(server)) return true;
  const listed = document.head.querySelector<HTMLMetaElement>(`meta[name="${metaName}"]`)?.content ?? '';
  return listed.split(/\s+/).some((one) => one !== '' && URL.canParse(one) && new URL(one).origin === originOf(server));
}
