/** Why an event could not be told. */

/** It is tried again later. */
export class LaterError extends Error {
  override name = 'LaterError';
}
/** It would fail again, so it is not tried again. */
export class NeverError extends Error {
  override name = 'NeverError';
}
