/** What exporters have said about the records that they send: bounded for each of them, and forgotten when it is not said again. */

export interface TemplateField {
  readonly id: number;
  /** 0: of the standard. */
  readonly enterprise: number;
  /** Bytes; `variable`: the record says. */
  readonly length: number;
}

export interface Template {
  readonly fields: readonly TemplateField[];
  /** Its records are about the exporter, and no flows. */
  readonly options: boolean;
}

interface Known extends Template {
  readonly seenAt: number;
}

export const variable = 0xffff;

export interface TemplateLimits {
  /** Of one exporter. */
  readonly templates: number;
  /** Of one template. */
  readonly fields: number;
  /** Of all templates of all exporters together, each counted as one more. */
  readonly allFields: number;
  /** How long one counts that is not repeated. */
  readonly validMs: number;
}

const defaultLimits: TemplateLimits = { templates: 200, fields: 200, allFields: 200_000, validMs: 2 * 3_600_000 };

const costOf = ({ fields }: Template): number => fields.length + 1;

export class Templates {
  /** Those heard of last are last. */
  readonly #exporters = new Map<string, Map<number, Known>>();
  #cost = 0;

  constructor(readonly limits: TemplateLimits = defaultLimits) {}

  /** For tests. */
  get exporters(): number {
    return this.#exporters.size;
  }

  get(exporter: string, id: number, now: number): Template | undefined {
    const known = this.#exporters.get(exporter)?.get(id);
    return known && known.seenAt + this.limits.validMs > now ? known : undefined;
  }

  set(exporter: string, id: number, template: Template, now: number): void {
    const own = this.#exporters.get(exporter) ?? new Map<number, Known>();
    this.#drop(own, id);
    own.set(id, { ...template, seenAt: now });
    this.#cost += costOf(template);
    const [oldest] = own.keys();
    if (own.size > this.limits.templates && oldest !== undefined) this.#drop(own, oldest);
    this.#exporters.delete(exporter);
    this.#exporters.set(exporter, own);
    for (const [other, templates] of this.#exporters) {
      if (this.#cost <= this.limits.allFields || other === exporter) return;
      for (const known of templates.keys()) this.#drop(templates, known);
      this.#exporters.delete(other);
    }
  }

  #drop(templates: Map<number, Known>, id: number): void {
    const known = templates.get(id);
    if (!known) return;
    templates.delete(id);
    this.#cost -= costOf(known);
  }
}
