/** A call over HTTP that is not taken; the message says why and what to do. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }

  /** True when the sender has to change something; false when only room was missing. Such refusals are listed with the input. */
  get isOfTheSender(): boolean {
    return [400, 401, 403, 413, 415].includes(this.status);
  }
}

/** Already counted as malformed by the decoder. */
export class Undecodable extends Refusal {}
