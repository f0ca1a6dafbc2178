/** Addresses of the API and of the full console, taken from the attributes `server` and `console-url`. */

/** Base URL of the API: the given one, else `/api` of the page's origin. */
export function apiAddress(server: string | undefined): string {
  return server ?? new URL('/api', document.baseURI).href;
}

/** Address of the full console: the given one, else the API's address without its `/api`. */
export function consoleAddress(consoleUrl: string | undefined, server: string): string {
  return consoleUrl ?? server.replace(/\/api$/, '');
}
