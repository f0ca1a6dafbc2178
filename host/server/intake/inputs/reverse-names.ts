/**
 * Looks up the host names of senders by reverse DNS (`force_rdns`) and caches them. Until the name of an address is
 * known, messages keep the source that they contain, or the address.
 */
import { reverse } from 'node:dns/promises';

const mostNames = 10_000;
const validMs = 10 * 60_000;

export class ReverseNames {
  readonly #names = new Map<string, { readonly name: string | undefined; readonly until: number }>();

  constructor(private readonly lookUp: (address: string) => Promise<string[]> = reverse) {}

  /**
   * Returns the cached host name of an address, even if it is expired; undefined: the name is not known. A missing or
   * expired name is looked up for later calls.
   * @param now epoch milliseconds
   */
  nameOf(address: string, now: number): string | undefined {
    const known = this.#names.get(address);
    if (!known || known.until < now) this.#find(address, known?.name, now);
    return known?.name;
  }

  #find(address: string, name: string | undefined, now: number): void {
    const oldest = this.#names.keys().next();
    if (this.#names.size >= mostNames && !oldest.done) this.#names.delete(oldest.value);
    this.#names.set(address, { name, until: now + validMs });
    this.lookUp(address).then(
      ([found]) => this.#names.set(address, { name: found, until: now + validMs }),
      () => undefined,
    );
  }
}
