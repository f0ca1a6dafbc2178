/** Reads rates, totals and durations of pipelines, stages and rules, summed over all nodes. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { clusterMetrics, type Metric } from '../contract/system.js';
import { polling } from './polling.js';

const figuresPollMs = 2000;
/** Maximum number of metrics per request; the server accepts at most 5,000. */
const namesAtOnce = 4000;

export interface PipelineFigure {
  /** Rate per second, averaged over the last minute; 0 for timers. */
  readonly rate: number;
  /** Number of events that the meter or timer has counted since the server started. */
  readonly total: number;
  /** Mean duration of a call in microseconds; absent unless the metric is a timer that has measured a call. */
  readonly micros?: number;
}

/** Rates and totals by metric name; metrics that the server does not have are absent. */
export type PipelineFigures = Readonly<Record<string, PipelineFigure>>;

const ast = 'org.graylog.plugins.pipelineprocessor.ast';

export type RuleMeter = 'executed' | 'failed' | 'matched' | 'not-matched';

export const pipelineMetric = {
  pipeline: (id: string): string => `${ast}.Pipeline.${id}.executed`,
  stage: (id: string, stage: number): string => `${ast}.Pipeline.${id}.stage.${stage}.executed`,
  rule: (id: string, meter: RuleMeter): string => `${ast}.Rule.${id}.${meter}`,
  /** Meter of a rule in one stage of a pipeline; the rule's calls in other stages do not count. */
  ruleAt: (id: string, pipelineId: string, stage: number, meter: RuleMeter): string =>
    `${ast}.Rule.${id}.${pipelineId}.${stage}.${meter}`,
  /** Timer of a rule in one stage of a pipeline; the server has it while metrics of rules are enabled. */
  timeAt: (id: string, pipelineId: string, stage: number, part: 'evaluate' | 'execute'): string =>
    `${ast}.Rule.${id}.${pipelineId}.${stage}.trace.${part}.duration`,
} as const;

/** Reads all metrics of a page with one poll. */
export function pipelineFiguresQuery(client: Client, names: readonly string[]) {
  return queryOptions({
    queryKey: ['pipelineFigures', names],
    queryFn: async ({ signal }): Promise<PipelineFigures> => {
      const figures: Record<string, PipelineFigure> = {};
      for (let from = 0; from < names.length; from += namesAtOnce) {
        const metrics = names.slice(from, from + namesAtOnce);
        const nodes = await client.call(clusterMetrics, { body: { metrics }, signal, background: true });
        for (const metric of Object.values(nodes).flatMap((node) => node?.metrics ?? [])) {
          const figure = figureOf(metric);
          if (figure) figures[metric.full_name] = added(figures[metric.full_name], figure);
        }
      }
      return figures;
    },
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
    ...polling(figuresPollMs),
  });
}

function figureOf(metric: Metric): PipelineFigure | undefined {
  if (metric.type === 'meter') return { rate: metric.metric.rate.one_minute, total: metric.metric.rate.total };
  if (metric.type !== 'timer') return undefined;
  const { total } = metric.metric.rate;
  return { rate: 0, total, ...(total > 0 && { micros: metric.metric.time.mean }) };
}

/** Adds the values of one metric on two nodes; durations are weighted by the number of calls. */
function added(one: PipelineFigure | undefined, other: PipelineFigure): PipelineFigure {
  if (!one) return other;
  const total = one.total + other.total;
  const rate = one.rate + other.rate;
  if (one.micros === undefined && other.micros === undefined) return { rate, total };
  const micros = ((one.micros ?? 0) * one.total + (other.micros ?? 0) * other.total) / total;
  return { rate, total, micros };
}
