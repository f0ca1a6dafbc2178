import { lazyPart } from '../../../kit/lazy-part.js';
import type { Visualization } from '../visualization.js';

export const worldMap: Visualization = {
  type: 'map',
  skeleton: 'text',
  picture: true,
  Component: lazyPart(() => import('./world-map.js'), 'WorldMap'),
};
