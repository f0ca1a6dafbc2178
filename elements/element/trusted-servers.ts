/**
 * Servers to which a page lets users sign in. The address of a server is an attribute, which a page may take from
 * anywhere, even from its
 * own address, so anybody could aim a sign-in form. Passwords therefore go only to the page's own origin and to origins
 * listed by the owner of the page: `<meta name="log-console-servers" content="https://logs.example.org">`, several
 * separated by spaces.
 */
const metaName = 'log-console-servers';

/** Returns the origin of a server's API, to show it to users. */
export function originOf(server: string): string {
  return URL.canParse(server, document.baseURI) ? new URL(server, document.baseURI).origin : server;
}

/** Tells whether the server has the same origin as the page. */
export const isOfThisPage = (server: string): boolean => originOf(server) === window.location.origin;

/** Tells whether users may enter passwords for this server on the page. */
export function takesPasswordsFor(server: string): boolean {
  if (isOfThisPage(server)) return true;
  const listed = document.head.querySelector<HTMLMetaElement>(`meta[name="${metaName}"]`)?.content ?? '';
  return listed.split(/\s+/).some((one) => one !== '' && URL.canParse(one) && new URL(one).origin === originOf(server));
}
