import { useMemo } from 'react';
import { chartData } from '../../../../machines/pivot/chart-data.js';
import { ChartTable } from '../chart-table.js';
import { keyLabel, withLevels } from '../series-style.js';
import type { VisualizationProps } from '../visualization.js';

/** Rows of the row groups, columns of metrics and column groups. */
export function DataTable({ title, result, config, zone, effectiveRange }: VisualizationProps) {
  const data = useMemo(
    () => withLevels(chartData(result, config, keyLabel(zone), effectiveRange), config),
    [result, config, zone, effectiveRange],
  );
  return <ChartTable title={title} data={data} zone={zone} />;
}
