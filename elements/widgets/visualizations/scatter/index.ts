import { lazyPart } from '../../../kit/lazy-part.js';
import { needsMetric } from '../requirements.js';
import type { Visualization } from '../visualization.js';

export const scatterPlot: Visualization = {
  type: 'scatter',
  skeleton: 'bars',
  picture: true,
  lacks: needsMetric('Scatter plot'),
  Component: lazyPart(() => import('./scatter-plot.js'), 'ScatterPlot'),
};
