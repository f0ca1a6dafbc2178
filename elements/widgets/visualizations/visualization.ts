/** Contract of a visualization: one folder, one entry in the registry. */
import type { ComponentType } from 'react';
import type { EventsResult } from '../../../api/contract/searches.js';
import type { AbsoluteRange, AggregationConfig, FieldType, MetricLooks, PivotResult } from '../faces.js';
import type { WidgetSkeletonProps } from '../frame/widget-skeleton.js';

/** Input of a visualization, which fills its container. */
export interface VisualizationProps {
  /** Title of the widget; used as the accessible name of the picture. */
  readonly title: string;
  readonly result: PivotResult;
  /** The same pivot over the previous range, when the configuration asks for a trend. */
  readonly trend?: PivotResult | undefined;
  /** Events of the shown range, when the config asks for annotations. */
  readonly events?: EventsResult['events'] | undefined;
  readonly config: AggregationConfig;
  /** Units and thresholds by the metric's function text. */
  readonly looks?: MetricLooks | undefined;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  /** Range of a time axis; the result's own when absent. */
  readonly effectiveRange?: AbsoluteRange | undefined;
  /** IANA name in which times are shown. */
  readonly zone: string;
  /** A horizontal drag chose a narrower range. Absent: no zoom. */
  readonly onRange?: ((range: AbsoluteRange) => void) | undefined;
  /** Colours, sort, pinned columns or the map's view were changed in the picture itself. Absent: they are fixed. */
  readonly onConfigChange?: ((config: AggregationConfig) => void) | undefined;
  /** True where legends have no room (compact embeds). */
  readonly bare: boolean;
  /** Shown in the editor: legends are always there. */
  readonly editing: boolean;
}

export interface Visualization {
  /** `config.visualization` on the wire. */
  readonly type: string;
  /** Shape of what is coming. */
  readonly skeleton: WidgetSkeletonProps['shape'];
  /** A picture has a table alternative and can be downloaded as an image; text and tables are both already. */
  readonly picture: boolean;
  /** Text about the parts that the configuration lacks for this visualization (spec 2 §5); undefined: none. */
  readonly lacks?: (config: AggregationConfig) => string | undefined;
  readonly Component: ComponentType<VisualizationProps>;
}
