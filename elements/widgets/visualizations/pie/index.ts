import { lazyPart } from '../../../kit/lazy-part.js';
import { needsMetric } from '../requirements.js';
import type { Visualization } from '../visualization.js';

export const pieChart: Visualization = {
  type: 'pie',
  skeleton: 'bars',
  picture: true,
  lacks: needsMetric('Pie chart'),
  Component: lazyPart(() => import('./pie-chart.js'), 'PieChart'),
};
