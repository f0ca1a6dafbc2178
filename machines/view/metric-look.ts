/**
 * In what unit the metrics of a widget are, and from where on their values deserve attention: shown on axes, numbers,
 * tooltips and in tables. Stored as a look of the widget, by the metric's function text; nothing of it is searched.
 */
import type { ViewState } from '../../api/contract/views.schema.js';
import { isRecord, storedLook, withStoredLook } from './widget-looks.js';

export type ThresholdLevel = 'warning' | 'critical';

interface Thresholds {
  readonly warning?: number | undefined;
  readonly critical?: number | undefined;
  /** True if small values are the bad ones. */
  readonly below?: boolean | undefined;
  /** Texts instead of levels, for charts that are stored nowhere. */
  readonly words?: Readonly<Partial<Record<ThresholdLevel, string>>> | undefined;
}
export interface MetricLook {
  /** One of `units`, or any text to write behind the number. */
  readonly unit?: string | undefined;
  readonly thresholds?: Thresholds | undefined;
}
/** Looks by text of the function, for example `avg(took_ms)`. */
export type MetricLooks = Readonly<Record<string, MetricLook>>;

/** The kind of title that holds them. */
export const metricLookKind = 'metric_look';

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Removes members without a value. */
export function tidyLook({ unit, thresholds }: MetricLook): MetricLook | undefined {
  const { warning, critical, below } = thresholds ?? {};
  const limited = warning !== undefined || critical !== undefined;
  const text = unit?.trim().slice(0, longestUnit);
  if (!limited && !text) return undefined;
  return {
    ...(text && { unit: text }),
    ...(limited && {
      thresholds: {
        ...(warning !== undefined && { warning }),
        ...(critical !== undefined && { critical }),
        ...(below === true && { below }),
      },
    }),
  };
}
const longestUnit = 24;

/** Stored looks of a widget; invalid members count as absent. */
export function metricLooksOf(state: Pick<ViewState, 'titles'>, widgetId: string): MetricLooks {
  const found = Object.entries(storedLook(state.titles, metricLookKind, widgetId)).flatMap(
    ([metric, look]): [string, MetricLook][] => {
      if (!isRecord(look)) return [];
      const limits = isRecord(look['thresholds']) ? look['thresholds'] : {};
      const tidy = tidyLook({
        unit: typeof look['unit'] === 'string' ? look['unit'] : undefined,
        thresholds: {
          warning: finite(limits['warning']),
          critical: finite(limits['critical']),
          below: limits['below'] === true,
        },
      });
      return tidy ? [[metric, tidy]] : [];
    },
  );
  return Object.fromEntries(found);
}

export function titlesWithMetricLooks(
  titles: ViewState['titles'],
  widgetId: string,
  looks: MetricLooks,
): NonNullable<ViewState['titles']> {
  const tidy = Object.entries(looks).map(([metric, look]) => [metric, tidyLook(look)] as const);
  return withStoredLook(titles, metricLookKind, widgetId, Object.fromEntries(tidy));
}

/** Attention level of a value; undefined if it needs none. */
export function levelOfValue(look: MetricLook | undefined, value: unknown): ThresholdLevel | undefined {
  const number = typeof value === 'bigint' ? Number(value) : finite(value);
  const { warning, critical, below = false } = look?.thresholds ?? {};
  if (number === undefined) return undefined;
  const reaches = (limit: number | undefined): boolean =>
    limit !== undefined && (below ? number <= limit : number >= limit);
  if (reaches(critical)) return 'critical';
  return reaches(warning) ? 'warning' : undefined;
}
