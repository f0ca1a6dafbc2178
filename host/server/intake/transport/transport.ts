/** A transport that can be started and stopped. */

export interface Listening {
  readonly address: string;
  readonly port: number;
}

export interface Transport {
  /**
   * Resolves when messages are accepted, with the address if the transport listens. @throws Error whose message gives
   * the reason of a failure
   */
  start(): Promise<Listening | undefined>;
  /** Resolves when no more messages are accepted and all accepted ones are settled. */
  stop(): Promise<void>;
}

interface SystemError {
  readonly code?: string;
}

/** Describes why a socket could not be bound, for the inputs page. */
export function bindFailure(error: unknown, protocol: string, address: string, port: number): Error {
  const code = (error as SystemError).code;
  const where = `${protocol} port ${port} on ${address}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `${where} is taken by another program or input.`,
    EACCES: `${where} needs privileges this server does not have; choose a port from 1024 on.`,
    EADDRNOTAVAIL: `${address} is not an address of this machine.`,
    ENOTFOUND: `${address} is not a known host name.`,
  };
  const text =
    reasons[code ?? ''] ?? `${where} cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
  return new Error(text, { cause: error });
}
