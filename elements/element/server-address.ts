/**
 * Determines the addresses of the API and of the full console, taken from the attributes `server` and `console-url`.
 */

/** Returns the base URL of the API: the given one, else `/api` resolved against the page's base address. */
export function apiAddress(server: string | undefined): string {
  return server ?? new URL('/api', document.baseURI).href;
}

/** Returns the address of the full console: the given one, else the base URL of the API without a trailing `/api`. */
export function consoleAddress(consoleUrl: string | undefined, server: string): string {
  return consoleUrl ?? server.replace(/\/api$/, '');
}
