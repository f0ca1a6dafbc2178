import { lazyPart } from '../../../kit/lazy-part.js';
import { needsForHeatmap } from '../requirements.js';
import type { Visualization } from '../visualization.js';

export const heatmap: Visualization = {
  type: 'heatmap',
  skeleton: 'bars',
  picture: true,
  lacks: needsForHeatmap,
  Component: lazyPart(() => import('./heatmap.js'), 'Heatmap'),
};
