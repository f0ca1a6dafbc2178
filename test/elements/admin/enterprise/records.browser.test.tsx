/** Records the pages about features that this edition lacks: see records/recorder.ts. */
import { enterprisePages } from '../../../../elements/admin/enterprise/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './enterprise.record.txt';

const license = 'GET /enterprise/license/info';
const admin = administration(enterprisePages, () => ({
  [license]: () => ({ license_info: { license_status: 'absent' } }),
  'GET /system': () => ({ cluster_id: 'ab-cd', hostname: 'h', version: '5.1.8' }),
}));

recordedPages(admin, {
  file: 'enterprise.record.txt',
  stored,
  pages: [
    {
      route: '/system/enterprise',
      base: ['licenseinfos:read'],
      permissions: ['system:read'],
      variants: { 'an installed license': { [license]: () => ({ license_info: { license_status: 'installed' } }) } },
    },
    { route: '/security', base: ['licenseinfos:read'] },
  ],
});
