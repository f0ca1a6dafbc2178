/** Declares the node pages for the console and `log-nodes`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';
import { texts } from './texts.js';

const list = '/system/nodes';
const loadDumps = () => import('./dump-pages.js');

export const nodesPages: readonly Page[] = [
  { path: list, title: texts.page, Content: lazyPart(() => import('./nodes-page.js'), 'NodesPage') },
  {
    path: '/system/nodes/:nodeId',
    title: 'Node',
    within: list,
    Content: lazyPart(() => import('./node-page.js'), 'NodePage'),
  },
  {
    path: '/system/threaddump/:nodeId',
    title: texts.dump.threadTitle,
    within: list,
    needs: ['threads:dump'],
    Content: lazyPart(loadDumps, 'ThreadDumpPage'),
  },
  {
    path: '/system/processbufferdump/:nodeId',
    title: texts.dump.bufferTitle,
    within: list,
    needs: ['processbuffer:dump'],
    Content: lazyPart(loadDumps, 'ProcessBufferDumpPage'),
  },
];
