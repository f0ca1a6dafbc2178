/**
 * `<log-profile>`: the account of the signed-in user: name, settings, password, preferences, sessions, tokens. The
 * built-in administrator and other unchangeable accounts are shown read-only. Event `log-changed {type, id}`: the
 * account was stored.
 */
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

// Names the only export that is used, so that the bundler can leave out the others.
const page = early('log-profile', () => import('./admin/users/index.js').then(({ LogProfile }) => ({ LogProfile })));

export const LogProfileElement = defineElement('log-profile', lazyPart<'LogProfile', object>(page, 'LogProfile'), {
  attributes: {},
  ready: 'component',
});
