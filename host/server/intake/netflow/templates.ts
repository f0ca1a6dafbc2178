/** Keeps the templates of exporters, bounded for each of them; templates that are not repeated expire. */

export interface TemplateField {
  readonly id: number;
  /** Enterprise number; 0 for fields of the standard. */
  readonly enterprise: number;
  /** Bytes; `variable`: the record says. */
  readonly length: number;
}

export interface Template {
  readonly fields: readonly TemplateField[];
  /** True for options templates: their records describe the exporter, not flows. */
  readonly options: boolean;
}

interface Known extends Template {
  readonly seenAt: number;
}

export const variable = 0xffff;

export interface TemplateLimits {
  /** Templates of one exporter. */
  readonly templates: number;
  /** Fields of one template. */
  readonly fields: number;
  /** Fields of all templates of one address, each template counted as one more, because observation domains are easily invented. */
  readonly addressFields: number;
  /** Fields of all templates of all exporters, each template counted as one more. */
  readonly allFields: number;
  /** Milliseconds until a template expires that is not repeated. */
  readonly validMs: number;
}

const defaultLimits: TemplateLimits = {
  templates: 200,
  fields: 200,
  addressFields: 40_000,
  allFields: 200_000,
  validMs: 2 * 3_600_000,
};

/** One device may have several: `domain` tells them apart. */
export interface Exporter {
  readonly address: string;
  readonly domain: string;
}

type Own = Map<number, Known>;

interface Address {
  /** Templates by domain; the most recently used are last. */
  readonly exporters: Map<string, Own>;
  cost: number;
}

const costOf = ({ fields }: Template): number => fields.length + 1;

export class Templates {
  /** Exporters by address, the one heard of last at the end. */
  readonly #addresses = new Map<string, Address>();
  #cost = 0;

  constructor(readonly limits: TemplateLimits = defaultLimits) {}

  /** Number of exporters, for tests. */
  get exporters(): number {
    return [...this.#addresses.values()].reduce((sum, { exporters }) => sum + exporters.size, 0);
  }

  get({ address, domain }: Exporter, id: number, now: number): Template | undefined {
    const known = this.#addresses.get(address)?.exporters.get(domain)?.get(id);
    return known && known.seenAt + this.limits.validMs > now ? known : undefined;
  }

  set({ address, domain }: Exporter, id: number, template: Template, now: number): void {
    const from = this.#addresses.get(address) ?? { exporters: new Map<string, Own>(), cost: 0 };
    const own = from.exporters.get(domain) ?? new Map<number, Known>();
    this.#drop(from, own, id);
    own.set(id, { ...template, seenAt: now });
    this.#count(from, costOf(template));
    const [oldest] = own.keys();
    if (own.size > this.limits.templates && oldest !== undefined) this.#drop(from, own, oldest);
    from.exporters.delete(domain);
    from.exporters.set(domain, own);
    this.#addresses.delete(address);
    this.#addresses.set(address, from);
    this.#forget(from, () => from.cost <= this.limits.addressFields || from.exporters.size === 1);
    for (const [other, old] of this.#addresses) {
      if (other === address || this.#forget(old, () => this.#cost <= this.limits.allFields)) return;
      this.#addresses.delete(other);
    }
  }

  /** The oldest exporters of an address, until it is enough. False: none is left. */
  #forget(from: Address, isEnough: () => boolean): boolean {
    for (const [domain, own] of from.exporters) {
      if (isEnough()) return true;
      for (const id of own.keys()) this.#drop(from, own, id);
      from.exporters.delete(domain);
    }
    return false;
  }

  #drop(from: Address, own: Own, id: number): void {
    const known = own.get(id);
    if (!known) return;
    own.delete(id);
    this.#count(from, -costOf(known));
  }

  #count(from: Address, cost: number): void {
    from.cost += cost;
    this.#cost += cost;
  }
}
