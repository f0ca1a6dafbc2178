import { shareToolTexts, type EmbedRequest } from '../../kit/share-tools.js';
import { rangeAttribute } from '../range-attribute.js';
import type { SearchPageActor } from './use-search-page.js';

/** Builds the embed request: a saved search is embedded by its id, any other by the content of its search bar. */
export function embedRequestOf(page: SearchPageActor, fresh: boolean): EmbedRequest {
  const { draft, view } = page.getSnapshot().context;
  const { document } = view.getSnapshot().context;
  const range = rangeAttribute().stringify(draft.timeRange);
  const values =
    !fresh && document
      ? { viewId: document.view.id }
      : {
          ...(draft.queryString !== '' && { query: draft.queryString }),
          ...(range !== null && { range }),
          ...(draft.streams.length > 0 && { streams: draft.streams.join(',') }),
        };
  return {
    heading: shareToolTexts.heading('search'),
    title: fresh ? '' : (document?.view.title ?? ''),
    offers: [{ label: shareToolTexts.offers.search, subject: { tag: 'log-search', values } }],
  };
}
