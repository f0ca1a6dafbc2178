import { lazyPart } from '../../../kit/lazy-part.js';
import type { Visualization } from '../visualization.js';

export const singleNumber: Visualization = {
  type: 'numeric',
  skeleton: 'text',
  picture: true,
  Component: lazyPart(() => import('./single-number.js'), 'SingleNumber'),
};
