/** Lists the parts of a dashboard that can be embedded. */
import { queryIds, type ViewDocument } from '../../../machines/view/document.js';
import { shareToolTexts, type EmbedOffer, type EmbedRequest } from '../../kit/share-tools.js';

const { offers, heading } = shareToolTexts;

/** The whole dashboard, the page that is shown, the wall. @param queryId of the page */
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

/** @param values of the attributes of `log-tv` that were chosen, by property name */
export function wallRequestOf({ view }: ViewDocument, values: Readonly<Record<string, string>>): EmbedRequest {
  return {
    heading: heading('wall'),
    title: view.title,
    offers: [{ label: offers.wall, subject: { tag: 'log-tv', values: { viewId: view.id, ...values } } }],
  };
}
