/**
 * Servers to which a page lets users sign in. The address of a server is an attribute, which a page may take from anywhere, even from its
 * own address, so anybody could aim a sign-in form. Passwords therefore go only to the page's own origin, and to those that the owner of
 * the page has listed: `<meta name="log-console-servers" content="https://logs.example.org">`, several separated by spaces.
 */
const metaName = 'log-console-servers';

/** The origin of a server's API, as people know it. */
export function originOf(server: string): string {
  return URL.canParse(server, document.baseURI) ? new URL(server, document.baseURI).origin : server;
}

/** Tells whether the page is of the same origin as the server. */
export const isOfThisPage = (server: string): boolean => originOf(server) === window.location.origin;

/** Tells whether people may give their passwords for this server to the page. */
export function takesPasswordsFor(server: string): boolean {
  if (isOfThisPage(server)) return true;
  const listed = document.head.querySelector<HTMLMetaElement>(`meta[name="${metaName}"]`)?.content ?? '';
  return listed.split(/\s+/).some((one) => one !== '' && URL.canParse(one) && new URL(one).origin === originOf(server));
}
