/**
 * `<log-profile>`: the account of whoever is signed in: name, settings, password, preferences, sessions, tokens. The built-in
 * administrator and others that cannot be changed see theirs.
 *
 * Event `log-changed {type, id}`: the account was stored.
 */
import { defineElement } from './element/define.js';
import { lazyPart } from './kit/lazy-part.js';

const page = import('./admin/users/index.js');

export const LogProfileElement = defineElement(
  'log-profile',
  lazyPart(() => page.then(({ LogProfile }) => ({ LogProfile })), 'LogProfile'),
  { attributes: {}, ready: 'component' },
);
