/** Lists the parts of a dashboard that can be embedded. */
import { queryIds, type ViewDocument } from '../../../machines/view/document.js';
import { shareToolTexts, type EmbedOffer, type EmbedRequest } from '../../kit/share-tools.js';

const { offers, heading } = shareToolTexts;

/**
 * Offers the whole dashboard, the displayed page if there are several pages, and the wall display.
 * @param queryId id of the displayed page
 */
export function embedRequestOf(document: ViewDocument, queryId: string): EmbedRequest {
  const { view } = document;
  const values = { viewId: view.id };
  const pages = queryIds(document);
  const whole: EmbedOffer = { label: offers.dashboard, subject: { tag: 'log-dashboard', values } };
  const page: EmbedOffer = {
    label: offers.page,
    subject: { tag: 'log-dashboard', values: { ...values, page: queryId, hide: 'tabs' } },
  };
  const wall: EmbedOffer = { label: offers.wall, subject: { tag: 'log-tv', values } };
  return {
    heading: heading('dashboard'),
    title: view.title,
    offers: pages.length > 1 ? [whole, page, wall] : [whole, wall],
  };
}

/**
 * Offers the wall display of a dashboard.
 * @param values selected attributes of `log-tv` by property name
 */
export function wallRequestOf({ view }: ViewDocument, values: Readonly<Record<string, string>>): EmbedRequest {
  return {
    heading: heading('wall'),
    title: view.title,
    offers: [{ label: offers.wall, subject: { tag: 'log-tv', values: { viewId: view.id, ...values } } }],
  };
}
