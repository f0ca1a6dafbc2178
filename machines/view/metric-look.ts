/**
 * Units of a widget's metrics, and thresholds from which values are highlighted. They apply to axes, numbers, tooltips
 * and tables. They are stored as display settings of the widget by the metric's function text, and do not affect the
 * search.
 */
import { isObject } from '../../api/is-object.js';
import type { ViewState } from '../../api/contract/views.schema.js';
import { storedLook, withStoredLook } from './widget-looks.js';

export type ThresholdLevel = 'warning' | 'critical';

interface Thresholds {
  readonly warning?: number | undefined;
  readonly critical?: number | undefined;
  /** True: low values are critical; otherwise high values are critical. */
  readonly below?: boolean | undefined;
  /** Texts for the levels; only for charts that are not stored. */
  readonly words?: Readonly<Partial<Record<ThresholdLevel, string>>> | undefined;
}
export interface MetricLook {
  /** Symbol of a unit in `units`, or any other text to append to the number. */
  readonly unit?: string | undefined;
  readonly thresholds?: Thresholds | undefined;
}
/** Units and thresholds of metrics by function text, for example `avg(took_ms)`. */
export type MetricLooks = Readonly<Record<string, MetricLook>>;

/** Key under which the view's titles contain units and thresholds. */
export const metricLookKind = 'metric_look';

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Returns a metric's unit and thresholds without empty members; undefined when nothing is left. */
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
/** Maximum number of characters of a unit; a longer unit is cut. */
export const longestUnit = 24;

/** Reads the units and thresholds that are stored for a widget; invalid members count as absent. */
export function metricLooksOf(state: Pick<ViewState, 'titles'>, widgetId: string): MetricLooks {
  const found = Object.entries(storedLook(state.titles, metricLookKind, widgetId)).flatMap(
    ([metric, look]): [string, MetricLook][] => {
      if (!isObject(look)) return [];
      const limits = isObject(look['thresholds']) ? look['thresholds'] : {};
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

/** Returns the level whose threshold a value reaches; undefined if it reaches no threshold. */
export function levelOfValue(look: MetricLook | undefined, value: unknown): ThresholdLevel | undefined {
  const number = typeof value === 'bigint' ? Number(value) : finite(value);
  const { warning, critical, below = false } = look?.thresholds ?? {};
  if (number === undefined) return undefined;
  const reaches = (limit: number | undefined): boolean =>
    limit !== undefined && (below ? number <= limit : number >= limit);
  if (reaches(critical)) return 'critical';
  return reaches(warning) ? 'warning' : undefined;
}
