/**
 * Caches the templates of exporters, with bounds per exporter; templates that are not refreshed expire (RFC 7011 §8.4).
 */

export interface TemplateField {
  readonly id: number;
  /** Private Enterprise Number; 0 for standard elements. */
  readonly enterprise: number;
  /** Length in bytes; `variable`: each record contains the length of its value. */
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
  /** Largest number of templates of one exporter. */
  readonly templates: number;
  /** Largest number of fields of one template. */
  readonly fields: number;
  /**
   * Largest number of fields in all templates from one address, where each template counts as one more field. The limit
   * applies to the address, because a sender can invent any number of observation domains.
   */
  readonly addressFields: number;
  /** Largest number of fields in all templates of all exporters, where each template counts as one more field. */
  readonly allFields: number;
  /** Milliseconds after which a template expires unless it is refreshed. */
  readonly validMs: number;
}

const defaultLimits: TemplateLimits = {
  templates: 200,
  fields: 200,
  addressFields: 40_000,
  allFields: 200_000,
  validMs: 2 * 3_600_000,
};

/** Identifies an exporter of flows; a device may contain several exporters, one per observation domain. */
export interface Exporter {
  readonly address: string;
  readonly domain: string;
}

type Own = Map<number, Known>;

interface Address {
  /** Templates by observation domain; the domain that sent a template most recently is last. */
  readonly exporters: Map<string, Own>;
  /** Number of options records by observation domain that no flow has reported yet. */
  readonly options: Map<string, number>;
  cost: number;
}

const costOf = ({ fields }: Template): number => fields.length + 1;

export class Templates {
  /** Exporters by address; the address that sent a template most recently is last. */
  readonly #addresses = new Map<string, Address>();
  #cost = 0;

  constructor(readonly limits: TemplateLimits = defaultLimits) {}

  /** Number of exporters; for tests. */
  get exporters(): number {
    return [...this.#addresses.values()].reduce((sum, { exporters }) => sum + exporters.size, 0);
  }

  get({ address, domain }: Exporter, id: number, now: number): Template | undefined {
    const known = this.#addresses.get(address)?.exporters.get(domain)?.get(id);
    return known && known.seenAt + this.limits.validMs > now ? known : undefined;
  }

  set({ address, domain }: Exporter, id: number, template: Template, now: number): void {
    const from = this.#addresses.get(address) ?? {
      exporters: new Map<string, Own>(),
      options: new Map<string, number>(),
      cost: 0,
    };
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

  /**
   * Adds to the number of options records that an exporter has sent since the last flow that reported the number.
   * Nothing happens for an exporter without templates.
   */
  addOptions({ address, domain }: Exporter, count: number): void {
    const from = this.#addresses.get(address);
    if (from?.exporters.has(domain)) from.options.set(domain, (from.options.get(domain) ?? 0) + count);
  }

  /** Returns the number of options records of an exporter since the last call, and begins to count anew. */
  takeOptions({ address, domain }: Exporter): number {
    const options = this.#addresses.get(address)?.options;
    const count = options?.get(domain) ?? 0;
    options?.delete(domain);
    return count;
  }

  /**
   * Forgets the exporters of an address whose templates are oldest, until `isEnough` returns true.
   * @returns false: the address has no exporter left
   */
  #forget(from: Address, isEnough: () => boolean): boolean {
    for (const [domain, own] of from.exporters) {
      if (isEnough()) return true;
      for (const id of own.keys()) this.#drop(from, own, id);
      from.exporters.delete(domain);
      from.options.delete(domain);
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
