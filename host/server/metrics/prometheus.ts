/** Formats metrics in the text format of Prometheus (exposition format 0.0.4). */
import type { Metric, MetricRate } from '../../../api/contract/system.schema.js';

export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8';

type Kind = 'gauge' | 'counter' | 'summary';
interface Family {
  readonly kind: Kind;
  readonly help: string;
  readonly samples: Map<string, string>;
}

/**
 * Matches ids within a metric name. An id becomes a label, so that the same metric of all inputs forms one metric
 * family.
 */
const idPart = /^(?:[0-9a-f]{24}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

const labelText = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const helpText = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function nameOf(parts: readonly string[]): string {
  const name = parts.join('_').replace(/[^a-zA-Z0-9_]+/g, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

const numberText = (value: number): string =>
  Number.isNaN(value) ? 'NaN' : value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value);

const seconds = (microseconds: number): number => microseconds / 1e6;

class Families {
  readonly #all = new Map<string, Family>();

  add(kind: Kind, name: string, suffix: string, help: string, labels: Readonly<Record<string, string>>, value: number) {
    let family = this.#all.get(name);
    // A metric with the name of an earlier metric of another kind is left out, because each name may have only one
    // kind.
    if (family && family.kind !== kind) return;
    if (!family) this.#all.set(name, (family = { kind, help, samples: new Map() }));
    const labelTexts = Object.entries(labels).map(([label, text]) => `${label}="${labelText(text)}"`);
    const key = `${name}${suffix}${labelTexts.length === 0 ? '' : `{${labelTexts.join(',')}}`}`;
    if (!family.samples.has(key)) family.samples.set(key, numberText(value));
  }

  text(): string {
    const lines: string[] = [];
    for (const [name, { kind, help, samples }] of [...this.#all].sort(([a], [b]) => (a < b ? -1 : 1))) {
      lines.push(`# HELP ${name} ${helpText(help)}`, `# TYPE ${name} ${kind}`);
      for (const [key, value] of samples) lines.push(`${key} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

/** Returns metrics in the text format; gauges whose value is a text are left out, because samples are numbers. */
export function prometheusText(metrics: Iterable<Metric>): string {
  const families = new Families();
  for (const one of metrics) {
    const parts = one.full_name.split('.');
    const ids = parts.filter((part) => idPart.test(part));
    const labels = Object.fromEntries(ids.map((id, index) => [index === 0 ? 'id' : `id_${index + 1}`, id]));
    const base = nameOf(parts.filter((part) => !idPart.test(part)));
    const help = parts.map((part) => (idPart.test(part) ? '*' : part)).join('.');
    const count = (total: number) => families.add('counter', `${base}_total`, '', help, labels, total);
    const minute = ({ one_minute }: MetricRate) =>
      families.add(
        'gauge',
        `${base}_per_second`,
        '',
        `${help}, events a second, average of a minute`,
        labels,
        one_minute,
      );
    if (one.type === 'gauge') {
      const { value } = one.metric;
      if (typeof value === 'number') families.add('gauge', base, '', help, labels, value);
    } else if (one.type === 'counter') count(one.metric.count);
    else if (one.type === 'meter') {
      count(one.metric.rate.total);
      minute(one.metric.rate);
    } else {
      const name = `${base}_seconds`;
      const quantileHelp = `${help}, of the last ones`;
      const { time } = one.metric;
      for (const [quantile, key] of [
        ['0.95', '95th_percentile'],
        ['0.98', '98th_percentile'],
        ['0.99', '99th_percentile'],
      ] as const)
        families.add('summary', name, '', quantileHelp, { ...labels, quantile }, seconds(time[key]));
      const total = one.type === 'timer' ? one.metric.rate.total : one.metric.count;
      families.add('summary', name, '_count', quantileHelp, labels, total);
    }
  }
  return families.text();
}
