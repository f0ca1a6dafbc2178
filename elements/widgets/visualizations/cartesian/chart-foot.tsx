import { useContext, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { lazyPart } from '../../../kit/lazy-part.js';
import type { AggregationConfig } from '../../faces.js';
import { WidgetFiguresContext } from '../../frame/fold.js';
import { withChartColor } from '../chart-colors.js';
import { legendValue } from '../legend-value.js';
import { legendOrder, type StyledData } from '../series-style.js';
import type { LegendFiguresProps } from '../legend-figures.js';

/**
 * The legend is loaded lazily, because most time charts have a single series and no legend. The chart waits for its
 * legend, so that the layout is computed once.
 */
const ChartLegend = lazyPart(() => import('../chart-legend.js'), 'ChartLegend');

const LegendFigures = lazyPart(() => import('../legend-figures.js'), 'LegendFigures');

export interface ChartFootProps extends Pick<LegendFiguresProps, 'span' | 'ofAllTime' | 'unitOf'> {
  readonly data: StyledData;
  /** Colour of each series. */
  readonly palette: readonly string[];
  readonly config: AggregationConfig;
  readonly onConfigChange: ((config: AggregationConfig) => void) | undefined;
  /** True shows the legend of a single series, too. */
  readonly always: boolean;
  /** Index of the highlighted series. */
  readonly focused: number | undefined;
  readonly onFocus: (series: number | undefined) => void;
  /** True shows figures in place of the legend. */
  readonly detailed: boolean;
  /** Called with the number of series when the user wants figures, and with 0 when the user wants the legend. */
  readonly onCount: ((count: number) => void) | undefined;
  /** True for a chart with so little height that the legend is beside the plot. */
  readonly beside: boolean;
  readonly width: number | undefined;
  readonly indent: number;
}

/** Renders the names and colours of the series below the plot, or a table of their figures. */
export function ChartFoot(props: ChartFootProps): ReactNode {
  const { data, palette, config, onConfigChange, always, focused, onFocus, detailed, onCount, beside } = props;
  // True from the press of a swap button until its counterpart has the focus, or until the next press of a key or of
  // the pointer.
  const moves = useRef(false);
  const order = useMemo(() => legendOrder(data), [data]);
  const place = useContext(WidgetFiguresContext);
  useLayoutEffect(() => {
    if (place && place.count > 0) place.onPresent(detailed ? order.length : 0);
  }, [place, detailed, order.length]);
  if (order.length === 0 || (!detailed && !always && order.length === 1)) return null;
  const common = {
    entries: order.map((index) => {
      const series = data.series[index];
      return {
        name: series?.name ?? '',
        colorName: series?.colorName,
        color: palette[index] ?? '',
        value: series && legendValue(config.column_pivots, series.keys),
      };
    }),
    onFocus: (entry: number | undefined) => onFocus(entry === undefined ? undefined : order[entry]),
    marked: focused === undefined ? undefined : order.indexOf(focused),
    moves,
  };
  if (detailed) {
    const { span, ofAllTime, unitOf } = props;
    return (
      <LegendFigures {...common} {...{ data, order, config, span, ofAllTime, unitOf }} onHide={() => onCount?.(0)} />
    );
  }
  return (
    <ChartLegend
      {...common}
      onColor={onConfigChange && ((name, color) => onConfigChange(withChartColor(config, name, color)))}
      layout={beside ? 'beside' : 'row'}
      width={props.width}
      indent={props.indent}
      {...(onCount && { onFigures: () => onCount(order.length) })}
    />
  );
}
