/** A file of the provisioning folder cannot be used: says the file, the line and the reason. */
export class ProvisionError extends Error {
  override name = 'ProvisionError';

  /** @param line from 1 */
  constructor(
    readonly file: string,
    readonly line: number,
    readonly reason: string,
  ) {
    super(`${file}:${line}: ${reason}`);
  }
}
