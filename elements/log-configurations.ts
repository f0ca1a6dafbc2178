/**
 * `<log-configurations>`: the settings of the server, one section per page: searching, message processors, events,
 * the URL whitelist, decorators, sharing, index sets, sessions and plug-ins.
 *
 * Attribute and property `route`: the section that is shown, as its address in the console: `/system/configurations`
 * (the first section, by default), `/system/configurations/url-whitelist` and so on. It changes when the user follows
 * a link.
 *
 * Event `log-changed {type, id}`: a configuration was stored.
 */
import { text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { early, lazyPart } from './kit/lazy-part.js';

const pages = early('log-configurations', () => import('./admin/configurations/index.js'));

export const LogConfigurationsElement = defineElement('log-configurations', lazyPart(pages, 'LogConfigurations'), {
  attributes: { route: text('/system/configurations') },
  ready: 'component',
});
