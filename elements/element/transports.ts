/** Answers that take the place of the network, by the address of the API: a page that shows frozen results has no server to ask. */

const transports = new Map<string, typeof fetch>();

/** Undefined for servers on the network. */
export const transportOf = (server: string): typeof fetch | undefined => transports.get(server);

/**
 * Lets a function answer every call to a server. Elements that are mounted later with this address use it.
 * @param server the address as the attribute `server` has it
 */
export function answerCalls(server: string, transport: typeof fetch): void {
  transports.set(server, transport);
}
