/** Builds starter packs from entities with stable ids, so that the file of a pack is identical on every server. */
import type { ContentEntity } from '../../../../api/contract/catalogue.schema.js';
import type { ContentPack, ContentPackParameter } from '../../../../api/contract/content-packs.schema.js';
import { ChartDashboard, count, time, values, type Chart } from '../chart-dashboard.js';
import { comparedVersion } from '../version-range.js';
import { wrapped } from '../values.js';
import { derivedUuid } from '../derived-uuid.js';

/** Time range of dashboards: a day, so that they show data soon after the first message. */
const shownSeconds = 86_400;
const minuteMs = 60_000;
const vendor = 'Log Console';

export interface Widget {
  readonly title: string;
  readonly chart: Omit<Chart, 'query'> & { readonly query?: string };
  /** Width in columns of a grid of 12; 4 by default. */
  readonly width?: number;
  readonly height?: number;
}

/** Functions that describe the usual charts of starter packs. */
export const charts = {
  total: (query = ''): Widget['chart'] => ({
    visualization: 'numeric',
    visualizationConfig: { trend: true, trend_preference: 'NEUTRAL' },
    series: count,
    query,
    trend: true,
  }),
  overTime: (query = '', by?: string): Widget['chart'] => ({
    visualization: 'bar',
    visualizationConfig: { barmode: 'stack' },
    rows: [time],
    ...(by !== undefined && { columns: [values(by, 10)] }),
    series: count,
    query,
  }),
  top: (field: string, query = '', limit = 10): Widget['chart'] => ({
    visualization: 'table',
    rows: [values(field, limit)],
    series: count,
    query,
  }),
  pairs: (fields: readonly string[], query = '', limit = 10): Widget['chart'] => ({
    visualization: 'table',
    rows: fields.map((field) => values(field, limit)),
    series: count,
    query,
  }),
  share: (field: string, query = ''): Widget['chart'] => ({
    visualization: 'pie',
    rows: [values(field, 10)],
    series: count,
    query,
  }),
  sum: (field: string, by: string, query = ''): Widget['chart'] => ({
    visualization: 'table',
    rows: [values(by, 10)],
    series: { type: 'sum', field },
    query,
  }),
} as const;

export interface ExtractorFacts {
  readonly title: string;
  /** A grok pattern whose named captures become fields. */
  readonly grok?: string;
  /** True: the extractor reads `key=value` pairs. */
  readonly pairs?: true;
  readonly from?: string;
  /** Text that the field must contain. */
  readonly when?: string;
}

const extractorOf = ({ title, grok, from = 'message', when }: ExtractorFacts, order: number) => ({
  title,
  type: grok === undefined ? 'COPY_INPUT' : 'GROK',
  cursor_strategy: 'COPY',
  source_field: from,
  target_field: grok === undefined ? 'pairs' : '',
  configuration: grok === undefined ? {} : { grok_pattern: grok, named_captures_only: true },
  converters: grok === undefined ? [{ type: 'TOKENIZER', configuration: {} }] : [],
  condition_type: when === undefined ? 'NONE' : 'STRING',
  condition_value: when ?? '',
  order,
});

export interface RuleFacts {
  readonly type: 'EXACT' | 'REGEX' | 'PRESENCE' | 'CONTAINS' | 'SMALLER' | 'GREATER';
  readonly field: string;
  readonly value?: string;
}

export interface AlertFacts {
  readonly title: string;
  readonly description: string;
  readonly query: string;
  readonly streams: readonly string[];
  /** Fields to group by; each group is counted separately. */
  readonly groupBy?: readonly string[];
  /** Threshold of the number of messages: a number, or the name of a parameter. */
  readonly moreThan: number | string;
  readonly minutes?: number;
  readonly priority?: 1 | 2 | 3;
}

/** Writes a number or a reference to a parameter. */
const number = (value: number | string): unknown =>
  typeof value === 'number' ? value : { '@type': 'parameter', '@value': value };

/** Collects the entities of one pack. */
export class PackBuilder {
  readonly #slug: string;
  readonly #entities: ContentEntity[] = [];
  readonly #parameters: ContentPackParameter[] = [];
  #ids = 0;

  constructor(slug: string) {
    this.#slug = slug;
  }

  #add(name: string, version: string, key: string, data: object): string {
    const id = derivedUuid(`${this.#slug} ${name} ${key}`);
    this.#entities.push({
      v: '1',
      type: { name, version },
      id,
      data,
      constraints: [{ type: 'server-version', version: `>=${comparedVersion}` }],
    });
    return id;
  }

  parameter(name: string, title: string, description: string, value: number | string): string {
    const type = typeof value === 'number' ? 'integer' : 'string';
    this.#parameters.push({ name, title, description, type, default_value: value });
    return name;
  }

  grok(name: string, pattern: string): void {
    this.#add('grok_pattern', '1', name, { name, pattern });
  }

  /** Adds an input to the pack and returns its id. @param port name of the parameter for the port */
  input(
    title: string,
    type: string,
    port: string,
    extractors: readonly ExtractorFacts[] = [],
    more: object = {},
  ): string {
    return this.#add('input', '1', title, {
      ...wrapped({ title, type, global: true, static_fields: {}, extractors: extractors.map(extractorOf) }),
      configuration: {
        ...wrapped({ bind_address: '0.0.0.0', recv_buffer_size: 1_048_576, ...more }),
        port: { '@type': 'parameter', '@value': port },
      },
    });
  }

  /** Adds a stream. @returns its id in the pack */
  stream(title: string, description: string, rules: readonly RuleFacts[], matching: 'AND' | 'OR' = 'AND'): string {
    const stream_rules = rules.map(({ type, field, value = '' }) => ({
      type,
      field,
      value,
      inverted: false,
      description: '',
    }));
    const lists = { outputs: [], alert_conditions: [], alarm_callbacks: [] };
    return this.#add(
      'stream',
      '1',
      title,
      wrapped({
        title,
        description,
        disabled: false,
        matching_type: matching,
        stream_rules,
        ...lists,
        default_stream: false,
        remove_matches: false,
      }),
    );
  }

  dashboard(title: string, description: string, streams: readonly string[], widgets: readonly Widget[]): void {
    const key = `${title} part`;
    const dashboard = new ChartDashboard(() => derivedUuid(`${this.#slug} ${key} ${(this.#ids += 1)}`));
    let [col, row, tallest] = [1, 1, 0];
    for (const { title: name, chart, width = 4, height = 4 } of widgets) {
      if (col + width > 13) [col, row, tallest] = [1, row + tallest, 0];
      const place = { col, row, width, height };
      dashboard.add(
        { query: '', ...chart },
        { title: name, place, timerange: { type: 'relative', range: shownSeconds }, streams },
      );
      col += width;
      tallest = Math.max(tallest, height);
    }
    const data = dashboard.data({ title, summary: description, description });
    const texts = { title: wrapped(title), summary: wrapped(description), description: wrapped(description) };
    this.#add('dashboard', '2', title, { ...data, ...texts, created_at: '2026-11-01T00:00:00.000Z' });
  }

  alert({ title, description, query, streams, groupBy = [], moreThan, minutes = 5, priority = 2 }: AlertFacts): void {
    const series = 'count-';
    const expression = {
      expr: '>',
      left: { expr: 'number-ref', ref: series },
      right: { expr: 'number', value: number(moreThan) },
    };
    this.#add('event_definition', '1', title, {
      title: wrapped(title),
      description: wrapped(description),
      priority: wrapped(priority),
      alert: wrapped(true),
      is_scheduled: wrapped(true),
      config: {
        type: 'aggregation-v1',
        query: wrapped(query),
        query_parameters: [],
        streams: [...streams],
        group_by: [...groupBy],
        series: [{ id: series, function: 'count', field: null }],
        conditions: { expression },
        search_within_ms: minutes * minuteMs,
        execute_every_ms: minuteMs,
      },
      field_spec: Object.fromEntries(
        groupBy.map((name) => [
          name,
          {
            data_type: 'string',
            providers: [{ type: 'template-v1', template: `\${source.${name}}`, require_values: false }],
          },
        ]),
      ),
      key_spec: [...groupBy],
      notification_settings: { grace_period_ms: 15 * minuteMs, backlog_size: 10 },
      notifications: [],
      storage: [],
    });
  }

  pack(name: string, summary: string, description: string, rev = 1): ContentPack {
    return {
      v: '1',
      id: derivedUuid(`pack ${this.#slug}`),
      rev,
      name,
      summary,
      description,
      vendor,
      url: '',
      server_version: comparedVersion,
      parameters: this.#parameters,
      entities: this.#entities,
    };
  }
}
