import { lazyPart } from '../../../kit/lazy-part.js';
import { needsMetric } from '../requirements.js';
import type { Visualization } from '../visualization.js';

export const lineChart: Visualization = {
  type: 'line',
  skeleton: 'bars',
  picture: true,
  lacks: needsMetric('Line chart'),
  Component: lazyPart(() => import('./line-chart.js'), 'LineChart'),
};
