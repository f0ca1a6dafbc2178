/** A command cannot do what it was asked; the message says why and what to do, on one line. */
export class CommandError extends Error {
  override name = 'CommandError';
}
