/** Reasons why a notification could not be sent. */

/** A failure that may pass: the delivery is tried again later. */
export class LaterError extends Error {
  override name = 'LaterError';
}
/** A failure that would repeat: the delivery is not tried again. */
export class NeverError extends Error {
  override name = 'NeverError';
}
