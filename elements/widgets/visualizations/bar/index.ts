import { lazyPart } from '../../../kit/lazy-part.js';
import { needsMetric } from '../requirements.js';
import type { Visualization } from '../visualization.js';

export const barChart: Visualization = {
  type: 'bar',
  skeleton: 'bars',
  picture: true,
  lacks: needsMetric('Bar chart'),
  Component: lazyPart(() => import('./bar-chart.js'), 'BarChart'),
};
