import { errorOf } from '../../foundation/caught.js';
/** Defines the interface of transports, which receive messages for an input and can be started and stopped. */

export interface Listening {
  readonly address: string;
  readonly port: number;
}

export interface Transport {
  /**
   * Starts the transport; resolves with the bound address, or with undefined if the transport does not listen.
   * @throws Error whose message gives the reason of a failure
   */
  start(): Promise<Listening | undefined>;
  /** Stops the transport; resolves when no message is accepted and none is being stored any more. */
  stop(): Promise<void>;
}

interface SystemError {
  readonly code?: string;
}

/** Returns an error that explains on the inputs page why a socket could not be bound. */
export function bindFailure(error: unknown, protocol: string, address: string, port: number): Error {
  const code = (error as SystemError).code;
  const where = `${protocol} port ${port} on ${address}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `${where} is taken by another program or input.`,
    EACCES: `${where} needs privileges this server does not have; choose a port from 1024 on.`,
    EADDRNOTAVAIL: `${address} is not an address of this machine.`,
    ENOTFOUND: `${address} is not a known host name.`,
  };
  const text = reasons[code ?? ''] ?? `${where} cannot be opened: ${errorOf(error).message}`;
  return new Error(text, { cause: error });
}
