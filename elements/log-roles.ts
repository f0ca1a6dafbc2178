/**
 * `<log-roles>`: the roles of the server: find, create from permissions, change, assign to users, delete.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/system/roles` (the list, by
 * default), `/system/roles/new`, `/system/roles/{id}`, `/system/roles/edit/{id}`. It changes when the user follows a
 * link.
 *
 * Event `log-changed {type, id}`: a role was stored, assigned to a user, unassigned or deleted; after creating a role
 * `id` is empty.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-roles', () => import('./admin/roles/index.js'));

export const LogRolesElement = defineElement('log-roles', lazyPart(pages, 'LogRoles'), {
  attributes: { route: text('/system/roles') },
  ready: 'component',
});
