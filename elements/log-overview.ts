/**
 * `<log-overview>`: how the system is: notifications, jobs, traffic by day, storage of messages, failures, times, and what has happened.
 * Everybody sees the blocks that they may read.
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
