/** Reports that a command has failed; the message gives the reason and a remedy on one line. */
export class CommandError extends Error {
  override name = 'CommandError';
}
