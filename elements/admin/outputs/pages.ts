/** Declares the output pages for the console and `log-outputs`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const title = 'Outputs';
const Content = lazyPart(() => import('./outputs-page.js'), 'OutputsPage');

export const outputsPages: readonly Page[] = [
  { path: '/system/outputs', title, needs: ['outputs:read'], Content },
  { path: '/streams/:streamId/outputs', title, within: '/streams', needs: ['stream_outputs:read'], Content },
];
