import { lazyPart } from '../../../kit/lazy-part.js';
import type { Visualization } from '../visualization.js';

export const dataTable: Visualization = {
  type: 'table',
  skeleton: 'text',
  picture: false,
  Component: lazyPart(() => import('./data-table.js'), 'DataTable'),
};
