/** Every visualization that a widget may name. A new one is a folder beside these and a line here. */
import { areaChart } from './area/index.js';
import { barChart } from './bar/index.js';
import { heatmap } from './heatmap/index.js';
import { lineChart } from './line/index.js';
import { worldMap } from './map/index.js';
import { singleNumber } from './number/index.js';
import { pieChart } from './pie/index.js';
import { scatterPlot } from './scatter/index.js';
import { dataTable } from './table/index.js';
import type { Visualization } from './visualization.js';

const visualizations: readonly Visualization[] = [
  areaChart,
  barChart,
  dataTable,
  heatmap,
  lineChart,
  pieChart,
  scatterPlot,
  singleNumber,
  worldMap,
];

const byType = new Map(visualizations.map((one) => [one.type, one]));

/** Undefined for a type that this console does not know. */
export const knownVisualization = (type: string): Visualization | undefined => byType.get(type);

/** @throws Error 'Unable to find visualization component for type: {type}' (spec 2 §8). */
export function visualizationOf(type: string): Visualization {
  const found = knownVisualization(type);
  if (!found) throw new Error(`Unable to find visualization component for type: ${type}`);
  return found;
}
