/** Thrown to refuse an HTTP request of a sender; the message gives the reason and a remedy. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }

  /**
   * True when the sender has to change its data or credentials; the input counts and lists only such refusals. False
   * for unknown paths and methods, and when the server has no room.
   */
  get isOfTheSender(): boolean {
    return [400, 401, 403, 413, 415].includes(this.status);
  }
}

/** Returns the refusal of a request while the store is too far behind to accept it. */
export const behind = (): Refusal => new Refusal(503, 'The server is behind; send again later.');

/** Thrown to refuse an HTTP request whose messages the receiver has already counted, so that they are not counted again. */
export class Undecodable extends Refusal {}
