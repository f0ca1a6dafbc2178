/** Defines errors for notifications that could not be sent. */

/** Thrown for a failure that may pass: the delivery is tried again later. */
export class LaterError extends Error {
  override name = 'LaterError';
}
/** Thrown for a failure that would repeat: the delivery is not tried again. */
export class NeverError extends Error {
  override name = 'NeverError';
}
