/**
 * Fetches the file of a data adapter over HTTP, with conditional requests, so that an unchanged file is not transferred
 * again.
 */
import { EgressRefusedError, shownAddress, type EgressGuard } from '../outgoing/egress-guard.js';
import { callError, sourceCall } from './source-call.js';

const mostBytes = 128 * 1024 * 1024;
const timeoutMs = 60_000;

export class HttpSource {
  #lastModified: string | undefined;

  constructor(
    private readonly url: string,
    private readonly egress: EgressGuard,
  ) {}

  /**
   * Returns the bytes of the file, and `seen`, which must be called when the bytes were accepted; undefined: the file
   * has not changed since the last call of `seen` (304).
   * @throws EgressRefusedError when the URL whitelist does not allow the address; Error with the address when the call
   * fails
   */
  async changed(signal: AbortSignal): Promise<{ readonly bytes: Buffer; readonly seen: () => void } | undefined> {
    const headers = {
      'User-Agent': 'Log Console Lookup',
      ...(this.#lastModified !== undefined && { 'If-Modified-Since': this.#lastModified }),
    };
    try {
      const answer = await sourceCall({ url: this.url, headers, mostBytes, timeoutMs }, this.egress, signal);
      if (answer.status === 304 && this.#lastModified !== undefined) return undefined;
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`${shownAddress(this.url)} answers with status ${answer.status}.`);
      const modified = answer.headers['last-modified'];
      return { bytes: answer.bytes, seen: () => void (this.#lastModified = modified) };
    } catch (error) {
      if (error instanceof EgressRefusedError) throw error;
      throw new Error(callError(error), { cause: error });
    }
  }
}
