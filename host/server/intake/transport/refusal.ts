/** An HTTP request is refused; the message gives the reason and a remedy. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }

  /**
   * True when the sender has to change the request; false when the server merely has no room. Only the former refusals
   * are listed with the input.
   */
  get isOfTheSender(): boolean {
    return [400, 401, 403, 413, 415].includes(this.status);
  }
}

/** A refused request that the decoder has already counted as malformed. */
export class Undecodable extends Refusal {}
