/**
 * `<log-event-definitions>`: the event definitions of the server: find, create, change, copy, enable, disable, share,
 * delete, and see their schedules.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/alerts/definitions` (the
 * list, by default), `/alerts/definitions/new`, `/alerts/definitions/{id}`, `/alerts/definitions/{id}/edit`. It
 * changes when the user follows a link. The wizard (`new`, `edit`) begins with the step that `?step=condition` names.
 *
 * Event `log-changed {type, id}`: a definition was stored, copied, enabled, disabled or deleted.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-event-definitions', () => import('./admin/event-definitions/index.js'));

export const LogEventDefinitionsElement = defineElement(
  'log-event-definitions',
  lazyPart(pages, 'LogEventDefinitions'),
  { attributes: { route: text('/alerts/definitions') }, ready: 'component' },
);
