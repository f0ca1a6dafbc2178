import { useMemo } from 'react';
import type { AggregationConfig } from '../../faces.js';
import { ChartCanvas } from '../chart-canvas.js';
import type { PictureProps } from './cartesian-chart.js';
import type { ChartInput } from './chart-input.js';
import { chartOption, type SeriesOption } from './chart-option.js';

/** Creates a component that draws the series with the chart library. */
export function libraryPicture(
  series: (input: ChartInput, config: AggregationConfig) => readonly SeriesOption[],
): (props: PictureProps) => React.JSX.Element {
  return function LibraryPicture({ input, config, width, height }) {
    const option = useMemo(() => chartOption(input, series(input, config)), [input, config]);
    return <ChartCanvas option={option} width={width} height={height} />;
  };
}
