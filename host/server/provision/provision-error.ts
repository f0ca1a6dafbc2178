/**
 * Thrown when a file of the provisioning directory cannot be used; the message names the file, the line and the reason.
 */
export class ProvisionError extends Error {
  override name = 'ProvisionError';

  /** @param line number of the line, from 1 */
  constructor(
    readonly file: string,
    readonly line: number,
    readonly reason: string,
  ) {
    super(`${file}:${line}: ${reason}`);
  }
}
