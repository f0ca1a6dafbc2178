/**
 * `<log-authentication>`: the authentication services of the server (LDAP, Active Directory, OpenID Connect), with
 * their wizard and tests, the users they have created, and single sign-on by header.
 *
 * Attribute `route`: the page that is shown, as in the console. Event `log-changed {type, id}`: a service was stored,
 * activated, deactivated or deleted, or the settings of single sign-on were stored.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const page = early('log-authentication', () => import('./admin/authentication/index.js'));

export const LogAuthenticationElement = defineElement('log-authentication', lazyPart(page, 'LogAuthentication'), {
  attributes: { route: text('/system/authentication/services') },
  ready: 'component',
});
