/** The pages about people, above their headers. */
import type { PageTab } from '../../kit/list-page/index.js';
import { texts } from './texts.js';

export const peopleTabs = (active: 'users' | 'roles'): readonly PageTab[] => [
  { label: texts.tabs.users, route: '/system/users', active: active === 'users', needs: ['users:list'] },
];
