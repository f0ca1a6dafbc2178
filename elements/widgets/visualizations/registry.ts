/**
 * Contains the registry of visualizations: first the console's own visualizations, each with a directory and an entry
 * in the list `visualizations`, then the visualizations of plug-ins.
 */
import { createSlot, type Registered } from '../../kit/plugins/slots.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { createElement } from 'react';
import { areaChart } from './area/index.js';
import { barChart } from './bar/index.js';
import { heatmap } from './heatmap/index.js';
import { lineChart } from './line/index.js';
import { worldMap } from './map/index.js';
import { singleNumber } from './number/index.js';
import { pieChart } from './pie/index.js';
import { scatterPlot } from './scatter/index.js';
import { dataTable } from './table/index.js';
import type { Visualization, VisualizationProps } from './visualization.js';

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

const PluginVisualization = lazyPart(() => import('./plugin-visualization.js'), 'PluginVisualization');

const ofPlugin = (part: Registered<'visualizations'>): Visualization => ({
  type: part.type,
  skeleton: 'text',
  // Only the plug-in knows whether its element is a chart that can be shown as a table and downloaded as an image.
  picture: false,
  Component: (props: VisualizationProps) => createElement(PluginVisualization, { ...props, part }),
});

const slot = createSlot('visualizations', visualizations, ({ type }) => type, ofPlugin);

/** Returns the visualization of a type; undefined for an unknown type. */
const knownVisualization = (type: string): Visualization | undefined => slot.find(type);

/** Returns the visualization of a type, undefined if unknown; renders again when plug-ins register visualizations. */
export const useVisualization = (type: string): Visualization | undefined =>
  slot.use().find((one) => one.type === type);

/**
 * Returns the visualization of a type.
 * @throws Error 'Unable to find visualization component for type: {type}' for an unknown type (spec 2 §8)
 */
export function visualizationOf(type: string): Visualization {
  const found = knownVisualization(type);
  if (!found) throw new Error(`Unable to find visualization component for type: ${type}`);
  return found;
}
