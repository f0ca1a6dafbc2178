/**
 * `<log-overview>`: the state of the system: notifications, jobs, traffic by day, message storage, failures, times, and
 * the log of system messages. Each user sees only the blocks they have permission to read.
 *
 * No attributes beyond those of every element.
 */
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-overview', () => import('./admin/overview/index.js'));

export const LogOverviewElement = defineElement('log-overview', lazyPart<'LogOverview', object>(pages, 'LogOverview'), {
  attributes: {},
  ready: 'component',
});
