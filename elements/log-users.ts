/**
 * `<log-users>`: the accounts of the server: find, create, change, disable, delete; their tokens, sessions and shares.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/users` (the list, by
 * default), `/system/users/new`, `/system/users/{id}`, `/system/users/edit/{id}`, `/system/users/tokens/{id}`. It
 * changes when the user follows a link.
 *
 * Event `log-changed {type, id}`: an account was stored or deleted; after creating an account `id` is empty.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

// Names the only export that is used, so that the bundler can leave out the others.
const pages = early('log-users', () => import('./admin/users/index.js').then(({ LogUsers }) => ({ LogUsers })));

export const LogUsersElement = defineElement('log-users', lazyPart(pages, 'LogUsers'), {
  attributes: { route: text('/system/users') },
  ready: 'component',
});
