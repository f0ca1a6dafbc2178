/** Compares the page of grok patterns with its record. */
import { objectIn } from '../../fake-server.js';
import { grokPages } from '../../../../elements/admin/grok-patterns/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './grok-patterns.record.txt';

const patterns = [
  { id: 'g1', name: 'MYIP', pattern: '%{IP:source} <b>', content_pack: null },
  { id: 'g2', name: 'NUMBERS', pattern: '%{NUMBER:bytes}', content_pack: 'p1' },
];
const admin = administration(grokPages, () => ({
  'GET /system/grok/paginated': () => ({ patterns, total: 2, count: 2, page: 1, per_page: 10 }),
  'GET /system/grok': () => ({ patterns }),
  'POST /system/grok': ({ body }) => ({ id: 'g3', ...objectIn(body) }),
  'PUT /system/grok/*': ({ body }) => ({ id: 'g1', ...objectIn(body) }),
  'DELETE /system/grok/*': () => undefined,
  'POST /system/grok/test': () => ({ source: '10.0.0.1' }),
}));

recordedPages(admin, {
  file: 'grok-patterns.record.txt',
  stored,
  pages: [
    {
      route: '/system/grokpatterns',
      base: ['inputs:read'],
      permissions: ['inputs:create', 'inputs:edit'],
      skip: /Delete NUMBERS$/,
      values: { 'Sample data': 'from 10.0.0.1' },
      variants: {
        'without patterns': {
          'GET /system/grok/paginated': () => ({ patterns: [], total: 0, count: 0, page: 1, per_page: 10 }),
        },
      },
    },
  ],
});
