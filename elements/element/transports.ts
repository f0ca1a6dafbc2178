/** Replacements for network calls by address of the API, used by pages that show a snapshot and have no server. */

const transports = new Map<string, typeof fetch>();

/** Returns the replacement for a server; undefined when calls use the network. */
export const transportOf = (server: string): typeof fetch | undefined => transports.get(server);

/**
 * Answers every call to a server with a function. Applies to elements that are mounted later with this address.
 * @param server address as in the attribute `server`
 */
export function answerCalls(server: string, transport: typeof fetch): void {
  transports.set(server, transport);
}
