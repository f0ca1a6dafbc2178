/**
 * Stores the functions that replace `fetch`, by base URL of the API. They are used by pages that show a snapshot and
 * have no server.
 */

const transports = new Map<string, typeof fetch>();

/** Returns the function that replaces `fetch` for a server; undefined when calls to the server use the network. */
export const transportOf = (server: string): typeof fetch | undefined => transports.get(server);

/**
 * Makes a function answer all API calls to a server, for connections that are opened after this call.
 * @param server base URL of the API
 */
export function answerCalls(server: string, transport: typeof fetch): void {
  transports.set(server, transport);
}
