/**
 * Endpoints that search with a single call (contract search universal.*), for scripts and for pages that need the
 * latest message of an input. They return CSV for the header `Accept: text/csv`; the export paths always return CSV.
 * CSV requires the parameter `fields`.
 */
import { endpoint } from './endpoint.js';
import type { AbsoluteSearch, KeywordSearch, RelativeSearch, UniversalAnswer } from './universal.schema.js';

export type * from './universal.schema.js';

const csv = { produces: 'csv' } as const;
const of = (kind: string) =>
  ({ handler: `searches:${kind}, or streams:read on every stream of the filter "streams:…"` }) as const;

export const searchAbsolute = endpoint<{ query: AbsoluteSearch; answer: UniversalAnswer }>()(
  'GET',
  '/search/universal/absolute',
  of('absolute'),
);
export const searchRelative = endpoint<{ query: RelativeSearch; answer: UniversalAnswer }>()(
  'GET',
  '/search/universal/relative',
  of('relative'),
);
export const searchKeyword = endpoint<{ query: KeywordSearch; answer: UniversalAnswer }>()(
  'GET',
  '/search/universal/keyword',
  of('keyword'),
);
export const exportAbsolute = endpoint<{ query: AbsoluteSearch; answer: string }>()(
  'GET',
  '/search/universal/absolute/export',
  of('absolute'),
  csv,
);
export const exportRelative = endpoint<{ query: RelativeSearch; answer: string }>()(
  'GET',
  '/search/universal/relative/export',
  of('relative'),
  csv,
);
export const exportKeyword = endpoint<{ query: KeywordSearch; answer: string }>()(
  'GET',
  '/search/universal/keyword/export',
  of('keyword'),
  csv,
);
