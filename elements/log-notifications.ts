/**
 * `<log-notifications>`: notifications of events: list, create, test, change, share, delete. Attribute and property
 * `route`: the page that is shown, as its address in the console: `/alerts/notifications` (default),
 * `/alerts/notifications/new`, `/alerts/notifications/{id}`, `/alerts/notifications/{id}/edit`. It changes when the
 * user follows a link. Event `log-changed {type, id}`: a notification was stored or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-notifications', () => import('./admin/notifications/index.js'));

export const LogNotificationsElement = defineElement('log-notifications', lazyPart(pages, 'LogNotifications'), {
  attributes: { route: text('/alerts/notifications') },
  ready: 'component',
});
