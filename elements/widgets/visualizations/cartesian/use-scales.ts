import { useMemo } from 'react';
import type { EarlierLine } from '../../../../machines/comparison/earlier-lines.js';
import { spokenMetric } from '../../../../machines/pivot/chart-data.js';
import {
  alignedAxis,
  isOfSeveralKinds,
  measureOf,
  metricsOfSecondAxis,
} from '../../../../machines/pivot/own-scales.js';
import { extentOf } from '../../../../machines/pivot/numbers.js';
import { axisTypeOf, valueAxis, type ValueAxis } from '../../../../machines/pivot/value-axis.js';
import type { AggregationConfig } from '../../faces.js';
import { axisUnit, thresholdsOf, withThresholds, type Threshold } from '../measured.js';
import type { StyledData } from '../series-style.js';
import type { VisualizationProps } from '../visualization.js';
import { axisExtent } from './chart-input.js';

/** Value axis at the right, for metrics of another kind or of much other values than those of the first axis. */
export interface SecondAxis {
  readonly axis: ValueAxis;
  readonly unit: string | undefined;
  /** Names of the metrics of the first axis and of this axis. */
  readonly names: { readonly first: string; readonly second: string };
}
export interface Scales {
  readonly axis: ValueAxis;
  /** Unit of the first axis. */
  readonly unit: string | undefined;
  readonly second: SecondAxis | undefined;
  /** Names of the metrics of different kinds that share the only axis; undefined: no metrics of different kinds do. */
  readonly mixed: string | undefined;
  /** Data with the values of the second axis converted to the first axis; only for drawing. */
  readonly drawn: StyledData;
  readonly drawnPast: readonly EarlierLine[];
  readonly thresholds: readonly Threshold[];
}
export interface ScalesInput extends Pick<VisualizationProps, 'looks' | 'config'> {
  readonly data: StyledData;
  readonly past: readonly EarlierLine[];
  readonly stacked: boolean;
  /** Number of grid lines to aim at. */
  readonly lines: number;
  readonly extent: (data: StyledData, config: AggregationConfig) => ReturnType<typeof extentOf>;
}

/** Computes the value axes of a chart, and its values on these axes. Both axes have room for the earlier values. */
export function scalesOf({ data, past, stacked, lines, extent, looks, config }: ScalesInput): Scales {
  const type = axisTypeOf(config);
  const before = past.map(({ metric, points }) => ({ metric, values: points.map(({ value }) => value) }));
  const all = [...data.series, ...before];
  const measure = measureOf(looks, config);
  const apart = stacked || type !== 'linear' ? undefined : metricsOfSecondAxis(all, measure);
  const partOf = (onSecond: boolean) => {
    const isOwn = ({ metric }: { readonly metric: string }): boolean => !apart || apart.has(metric) === onSecond;
    const own = { ...data, series: data.series.filter(isOwn) };
    const marks = thresholdsOf(looks, own.series, config);
    const shown = extent(own, config);
    const earlier = before.filter(isOwn).flatMap(({ values }) => values);
    const both = extentOf([...earlier, ...(shown ? [shown.min, shown.max] : [])]);
    return {
      marks,
      unit: axisUnit(looks, own.series, config),
      extent: withThresholds(axisExtent(both, { series: all.filter(isOwn) }, type), marks),
      whole: own.series.every((one) => one.values.every((value) => value === null || Number.isInteger(value))),
      names: [...new Set(own.series.map(({ metric }) => spokenMetric(metric, config)))].join(', '),
    };
  };
  const left = partOf(false);
  const axis = valueAxis(left.extent, { type, whole: left.whole, lines });
  if (!apart) {
    const mixed = isOfSeveralKinds(all, measure) ? left.names : undefined;
    return { axis, unit: left.unit, second: undefined, mixed, drawn: data, drawnPast: past, thresholds: left.marks };
  }
  const right = partOf(true);
  const aligned = alignedAxis(right.extent?.max ?? 1, axis, right.whole);
  const factor = axis.max / aligned.max;
  const scaled = (value: number | null): number | null => (value === null ? null : value * factor);
  return {
    axis,
    unit: left.unit,
    second: { axis: aligned, unit: right.unit, names: { first: left.names, second: right.names } },
    mixed: undefined,
    drawn: {
      ...data,
      series: data.series.map((one) => (apart.has(one.metric) ? { ...one, values: one.values.map(scaled) } : one)),
    },
    drawnPast: past.map((line) =>
      apart.has(line.metric)
        ? { ...line, points: line.points.map((point) => ({ ...point, value: scaled(point.value) })) }
        : line,
    ),
    thresholds: [...left.marks, ...right.marks.map((one) => ({ ...one, value: one.value * factor }))],
  };
}

export function useScales({ data, past, stacked, lines, extent, looks, config }: ScalesInput): Scales {
  return useMemo(
    () => scalesOf({ data, past, stacked, lines, extent, looks, config }),
    [data, past, stacked, lines, extent, looks, config],
  );
}
