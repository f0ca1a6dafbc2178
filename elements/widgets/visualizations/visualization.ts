/** Declares the interface that each visualization in the registry implements. */
import type { ComponentType } from 'react';
import type { EventsResult } from '../../../api/contract/searches.js';
import type { AbsoluteRange, AggregationConfig, FieldType, MetricLooks, PivotResult, ShownEarlier } from '../faces.js';
import type { WidgetSkeletonProps } from '../frame/widget-skeleton.js';

/** Properties of the component of a visualization, which fills its container. */
export interface VisualizationProps {
  /** Title of the widget, which is the accessible name of the chart. */
  readonly title: string;
  readonly result: PivotResult;
  /** Result for the previous period, if the configuration has a trend. */
  readonly trend?: PivotResult | undefined;
  /** Result of an earlier range, if the user compares. */
  readonly earlier?: ShownEarlier | undefined;
  /** Events in the displayed range, if the configuration has annotations. */
  readonly events?: EventsResult['events'] | undefined;
  readonly config: AggregationConfig;
  /** Units and thresholds by the metric's function text. */
  readonly looks?: MetricLooks | undefined;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  /** Range of a time axis; absent: the range of the result. */
  readonly effectiveRange?: AbsoluteRange | undefined;
  /** True if all time was searched: the range of the result is then the span of the messages found. */
  readonly ofAllTime?: boolean | undefined;
  /** IANA name of the time zone for displayed times. */
  readonly zone: string;
  /** Called with a narrower range when the user zooms, for example by dragging horizontally. Absent: no zoom. */
  readonly onRange?: ((range: AbsoluteRange) => void) | undefined;
  /**
   * Called when the user changes colours, sort, pinned columns or the map's viewport in the chart itself. Absent: the
   * configuration is read-only.
   */
  readonly onConfigChange?: ((config: AggregationConfig) => void) | undefined;
  /** True in compact embeds that do not ask for a legend: the chart then has no legend and no tools. */
  readonly bare: boolean;
  /** True in the editor, where legends are always shown. */
  readonly editing: boolean;
}

export interface Visualization {
  /** Value of `config.visualization` in the API. */
  readonly type: string;
  /** Shape of the skeleton while the result is loading. */
  readonly skeleton: WidgetSkeletonProps['shape'];
  /**
   * True for charts, which have a table alternative and can be downloaded as an image; false for texts, for tables and
   * for visualizations of plug-ins.
   */
  readonly picture: boolean;
  /** Returns a text about missing parts of the configuration, undefined if nothing is missing (spec 2 §5). */
  readonly lacks?: (config: AggregationConfig) => string | undefined;
  readonly Component: ComponentType<VisualizationProps>;
}
