/** Reasons why a notification could not be sent. */

/** It is tried again later. */
export class LaterError extends Error {
  override name = 'LaterError';
}
/** It would fail again, so it is not tried again. */
export class NeverError extends Error {
  override name = 'NeverError';
}
