/** Declares the input pages for the console and `log-inputs`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const path = '/system/inputs';
const page = {
  title: 'Inputs',
  needs: ['inputs:read'],
  Content: lazyPart(() => import('./inputs-page.js'), 'InputsPage'),
};

export const inputsPages: readonly Page[] = [
  { ...page, path },
  { ...page, path: `${path}/:nodeId`, within: path },
];
