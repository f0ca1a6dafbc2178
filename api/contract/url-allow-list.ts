/**
 * Endpoints of the list of URLs that the server may call for its users (contract administration urlWhitelist.*).
 */
import type { UrlAllowList, UrlCheckBody, UrlRegexBody } from './cluster-config.schema.js';
import { endpoint } from './endpoint.js';

export const getUrlAllowList = endpoint<{ answer: UrlAllowList }>()('GET', '/system/urlwhitelist', {
  needs: 'urlwhitelist:read',
});
export const saveUrlAllowList = endpoint<{ body: UrlAllowList; answer: undefined }>()(
  'PUT',
  '/system/urlwhitelist',
  { needs: 'urlwhitelist:write' },
  { produces: 'nothing' },
);
/** Tells whether the allow list lets the server call an address for its users. */
export const checkUrl = endpoint<{ body: UrlCheckBody; answer: { url: string; is_whitelisted: boolean } }>()(
  'POST',
  '/system/urlwhitelist/check',
  'session',
);
/** Builds a regular expression that matches exactly the URLs that a URL template with a placeholder can produce. */
export const generateUrlRegex = endpoint<{ body: UrlRegexBody; answer: { regex: string } }>()(
  'POST',
  '/system/urlwhitelist/generate_regex',
  'session',
);
