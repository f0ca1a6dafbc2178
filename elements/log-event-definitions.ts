/**
 * `<log-event-definitions>`: what makes events of messages: found, made, changed, copied, enabled, disabled, shared, deleted, each with
 * its schedule.
 *
 * Attribute and property `route`: the page that is shown, as its address in the console: `/alerts/definitions` (the list, unless said
 * otherwise), `/alerts/definitions/new`, `/alerts/definitions/{id}`, `/alerts/definitions/{id}/edit`. It follows the links. The
 * wizard (`new`, `edit`) begins with the step that `?step=condition` names.
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
