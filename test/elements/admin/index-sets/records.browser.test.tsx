/** Compares the pages of index sets and indexing failures with their records. */
import { indexSetsPages } from '../../../../elements/admin/index-sets/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import { health, indexSetAnswers } from './index-sets-world.js';
import stored from './index-sets.record.txt';

const base = ['indices:read', 'indexsets:read'];
const sets = '/system/indices/index_sets';
const overview = 'GET /system/indexer/overview/a';
const admin = administration(indexSetsPages, indexSetAnswers);

recordedPages(admin, {
  file: 'index-sets.record.txt',
  stored,
  pages: [
    {
      route: '/system/indices',
      base,
      permissions: [
        'indexsets:create',
        'indexsets:edit',
        'indexsets:edit:a',
        'indexsets:delete:d',
        'indices:failures',
        'systemjobs:read',
        'systemjobs:read + systemjobs:create',
        'indexercluster:read',
      ],
      only: /^button (Create|Indexer failures|Start a job|Edit index set Set a|More actions for index set Set [ade]$)/,
      variants: {
        'with a red store': { 'GET /system/indexer/cluster/health': () => health('red') },
        'with a yellow store': { 'GET /system/indexer/cluster/health': () => health('yellow') },
        'without failures': { 'GET /system/indexer/failures/count': () => ({ count: 0 }) },
      },
    },
    { route: '/system/index_sets/create', base, permissions: ['indexsets:create'] },
    {
      route: '/system/index_sets/a/configuration',
      base,
      permissions: ['indexsets:edit:a'],
      values: { 'Rotation period': 'P3D' },
      variants: {
        'with limits of the server': {
          'GET /system/indices/retention/strategies': () => ({
            strategies: [],
            context: { max_index_retention_period: 'P30D' },
          }),
        },
      },
    },
    ...['b', 'c', 'd', 'e'].map((id) => ({
      route: `/system/index_sets/${id}/configuration`,
      brief: true,
      skip: /^(textbox Title|combobox R.* strategy|spinbutton Shards|spinbutton Replicas)/,
    })),
    {
      route: '/system/index_sets/a',
      base,
      permissions: [
        'indexsets:edit:a',
        'indexranges:rebuild',
        'deflector:cycle',
        'indices:failures',
        'systemjobs:read',
        'indices:changestate:a_1',
        'indices:delete:a_1',
        'fieldnames:read',
      ],
      skip: /ended jobs|Start a job/,
      variants: {
        'without a forecast': {
          [`GET ${sets}/a/growth`]: () => ({ days: [], is_complete: false, disk: null, forecast: null }),
        },
        'with a disk that does not become full': {
          [`GET ${sets}/a/growth`]: () => ({
            days: [{ date: '2024-03-01', messages: 1, bytes: 1 }],
            is_complete: false,
            disk: { free_bytes: 1, total_bytes: 2 },
            forecast: { bytes_per_day: 1, full_in_days: null },
          }),
        },
        'without a store': { [overview]: () => new Response('{}', { status: 503 }) },
      },
    },
    { route: '/system/index_sets/gone', brief: true },
    { route: '/system/index_sets/gone/configuration', brief: true },
    {
      route: '/system/indices/failures',
      base: ['indices:failures'],
      permissions: ['indices:failures:retry', 'messages:read', 'systemjobs:delete'],
      variants: {
        'without failures': { 'GET /system/indexer/failures': () => ({ failures: [], total: 0 }) },
      },
    },
  ],
});
