/** Messages on their way into the store. */

export type FieldValue = string | number | bigint | boolean;

/** A message on its way in, decoded, extracted and routed. */
export interface IncomingMessage {
  /** Time of the message, epoch milliseconds. */
  timestamp: number;
  source: string;
  message: string;
  fullMessage?: string;
  /** Every further field by its own name (without GELF's underscore), `level` and `facility` included. */
  fields: Record<string, FieldValue>;
  /** Ids of the streams into which the message is routed; empty only before it is routed. */
  streams: string[];
  /** Id of the input that received the message; becomes `gl2_source_input`. */
  inputId: string;
  /** Address of the sender, becomes `gl2_remote_ip` and `gl2_remote_port`. */
  remote?: { address: string; port: number };
  /** Epoch milliseconds at which the input received the message; becomes `gl2_receive_timestamp`. */
  receivedAt: number;
}

/**
 * Backpressure on senders. `open`: senders are not slowed. `slow`: TCP senders are not read from, and answers to HTTP
 * senders are delayed. `late`: like `slow`, and HTTP requests that would be delayed for too long are answered 503.
 * `full`: no message is accepted; HTTP is answered 503, and UDP is dropped and counted.
 */
export type Pressure = 'open' | 'slow' | 'late' | 'full';

export interface MessageSink {
  /**
   * Resolves when every message is on disk (journal synced): only then may a sender be sent an acknowledgement.
   * @throws StoreFullError when the store accepts no messages, StoreClosedError when it is closing
   */
  append(messages: readonly IncomingMessage[]): Promise<void>;
  readonly pressure: Pressure;
  /** Accounted bytes of the messages that were acknowledged since the start. */
  readonly appendedBytes: number;
  /** Accounted bytes of the messages that became searchable since the start. */
  readonly loadedBytes: number;
  /** Resolves when the pressure is `open` again, or the store has closed. */
  whenOpen(): Promise<void>;
}
