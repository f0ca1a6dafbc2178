import { lazyPart } from '../../../kit/lazy-part.js';
import { needsMetric } from '../requirements.js';
import type { Visualization } from '../visualization.js';

export const areaChart: Visualization = {
  type: 'area',
  skeleton: 'bars',
  picture: true,
  lacks: needsMetric('Area chart'),
  Component: lazyPart(() => import('../line/line-chart.js'), 'AreaChart'),
};
