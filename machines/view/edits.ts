/** Edits of a view by the user, and the functions that compute the document after an edit. */
import type { Parameter } from '../../api/contract/searches.js';
import type { HighlightingRule, Widget } from '../../api/contract/views.schema.js';
import type { AddressState } from './address.js';
import type { NewWidget, QueryDraft, ViewDocument, ViewMetadata } from './document.js';
import * as edit from './document.js';
import type { Ids } from './ids.js';
import { titlesWithChartLook, type ChartLook } from './chart-look.js';
import { titlesWithMetricLooks, type MetricLooks } from './metric-look.js';
import { withPageLook, withTraceOrder, type PageLook } from './page-look.js';
import type { ArrangedPage } from './pages.js';
import * as pages from './pages.js';
import type { Positions } from './positions.js';
import { withStacking, type Stacking } from './stacking.js';
import { titlesWithLook, type TableLook } from './table-look.js';
import { duplicateWidget } from './widget-copies.js';
import { titlesWithComputed } from './widget-looks.js';

/** An edit of a view, as an event of the view machine. */
export type ViewEdit =
  | { type: 'draft.submitted'; draft: QueryDraft }
  | ({ type: 'widget.added' } & NewWidget)
  | { type: 'widget.updated'; widget: Widget }
  | { type: 'widget.removed'; widgetId: string }
  /** Removes a widget that was only just added; nothing of it stays in the document. */
  | { type: 'widget.withdrawn'; widgetId: string; positions: Positions }
  | { type: 'widget.duplicated'; widgetId: string }
  | { type: 'widget.stretched'; widgetId: string }
  /** Moves a widget, or a copy of it, to another page of the dashboard and shows this page. */
  | { type: 'widget.moved'; widgetId: string; queryId: string; keepCopy: boolean }
  | { type: 'widget.titled'; widgetId: string; title: string }
  /** Changes the display settings of a message table: column widths, row density, wrapping … */
  | { type: 'widget.looked'; widgetId: string; look: TableLook }
  | { type: 'widget.arranged'; widgetId: string; look: ChartLook }
  /** Changes the field by which the bars of a histogram are stacked. */
  | { type: 'widget.stacked'; widgetId: string; stacking: Stacking }
  /** The user went to another entry of the browser's history, whose address has columns, sorting and stacking. */
  | { type: 'page.looked'; look: PageLook }
  /** Changes units and thresholds of an aggregation's metrics. */
  | { type: 'widget.measured'; widgetId: string; looks: MetricLooks }
  /**
   * Changes the filtered metrics and formulas of a widget; `computed` is their stored text, an empty text removes them.
   */
  | { type: 'widget.computed'; widgetId: string; computed: string }
  | { type: 'chartColor.chosen'; widgetId: string; name: string; color: string }
  | { type: 'positions.changed'; positions: Positions }
  /** The grid has compacted the positions when it was first drawn; this is no change by the user. */
  | { type: 'positions.synced'; positions: Positions }
  | { type: 'highlighting.changed'; rules: readonly HighlightingRule[] }
  | { type: 'metadata.changed'; metadata: ViewMetadata }
  /** Declares the parameters of the search; `controls` are stored among the titles of every page under `kind`. */
  | {
      type: 'parameters.declared';
      parameters: readonly Parameter[];
      kind: string;
      controls: Readonly<Record<string, string>>;
    }
  | { type: 'pages.created' }
  | { type: 'pages.duplicated'; queryId: string }
  | { type: 'pages.titled'; queryId: string; title: string }
  | { type: 'pages.removed'; queryId: string }
  /** Reorders, renames and removes pages of a dashboard in a single edit. */
  | { type: 'pages.arranged'; pages: readonly ArrangedPage[] };

type DocumentEdit = (document: ViewDocument, queryId: string, ids: Ids) => ViewDocument;

/** Returns the function that makes the edit of an event. */
function editOf(event: ViewEdit): DocumentEdit {
  switch (event.type) {
    case 'draft.submitted':
      return (document, queryId) => withTraceOrder(document, queryId, edit.withDraft(document, queryId, event.draft));
    case 'widget.added':
      return (document, queryId) => edit.addWidget(document, queryId, event);
    case 'widget.updated':
      return (document, queryId) => edit.updateWidget(document, queryId, event.widget);
    case 'widget.removed':
      return (document, queryId) => edit.removeWidget(document, queryId, event.widgetId);
    case 'widget.withdrawn':
      return (document, queryId) => edit.withdrawWidget(document, queryId, event.widgetId, event.positions);
    case 'widget.duplicated':
      return (document, queryId, ids) =>
        edit.widgetOf(document, queryId, event.widgetId)
          ? duplicateWidget(document, queryId, event.widgetId, ids)
          : document;
    case 'widget.stretched':
      return (document, queryId) => edit.stretchWidget(document, queryId, event.widgetId);
    case 'widget.titled':
      return (document, queryId) => edit.withWidgetTitle(document, queryId, event.widgetId, event.title);
    case 'widget.looked':
      return (document, queryId) =>
        edit.withTitles(document, queryId, (titles) => titlesWithLook(titles, event.widgetId, event.look));
    case 'widget.arranged':
      return (document, queryId) =>
        edit.withTitles(document, queryId, (titles) => titlesWithChartLook(titles, event.widgetId, event.look));
    case 'widget.stacked':
      return (document, queryId) => withStacking(document, queryId, event.widgetId, event.stacking);
    case 'page.looked':
      return (document, queryId) => withPageLook(document, queryId, event.look);
    case 'widget.measured':
      return (document, queryId) =>
        edit.withTitles(document, queryId, (titles) => titlesWithMetricLooks(titles, event.widgetId, event.looks));
    case 'widget.computed':
      return (document, queryId) =>
        edit.withTitles(document, queryId, (titles) => titlesWithComputed(titles, event.widgetId, event.computed));
    case 'chartColor.chosen':
      return (document, queryId) => edit.withChartColor(document, queryId, event.widgetId, event.name, event.color);
    case 'positions.changed':
    case 'positions.synced':
      return (document, queryId) => edit.withPositions(document, queryId, event.positions);
    case 'highlighting.changed':
      return (document, queryId) => edit.withHighlighting(document, queryId, event.rules);
    case 'widget.moved':
      return (document, queryId, ids) =>
        pages.moveWidget(document, queryId, event.widgetId, event.queryId, event.keepCopy, ids);
    case 'pages.created':
      return (document, _queryId, ids) => pages.createPage(document, ids);
    case 'pages.duplicated':
      return (document, _queryId, ids) => pages.duplicatePage(document, event.queryId, ids);
    case 'pages.titled':
      return (document) => pages.withPageTitle(document, event.queryId, event.title);
    case 'pages.removed':
      return (document) => pages.removePage(document, event.queryId);
    case 'pages.arranged':
      return (document) => pages.arrangePages(document, event.pages);
    case 'parameters.declared':
      return (document) => edit.withParameters(document, event.parameters, event.kind, event.controls);
    case 'metadata.changed':
      return (document) => edit.withMetadata(document, event.metadata);
  }
}

/** Returns the document after an edit, with the search types that it had before. */
export function withEdit(document: ViewDocument, queryId: string, event: ViewEdit, ids: Ids): ViewDocument {
  return editOf(event)(document, queryId, ids);
}

/** Returns the document after an edit; it has a new search if the edit affects results. */
export function documentAfter(document: ViewDocument, queryId: string, event: ViewEdit, ids: Ids): ViewDocument {
  const edited = withEdit(document, queryId, event, ids);
  return edit.needsNewSearch(document, edited) ? edit.withFreshSearch(edited, ids) : edited;
}

/** Returns the id of the query (page) that is active after an edit. */
export function activeQueryAfter(
  before: ViewDocument,
  after: ViewDocument,
  activeQuery: string,
  event: ViewEdit,
): string {
  if (event.type === 'widget.moved' && after !== before) return event.queryId;
  return pages.activeAfter(before, after, activeQuery);
}

/** Returns the id of the given page if it exists, otherwise the id of the first page. */
export function pageWithin(document: ViewDocument, queryId: string): string {
  const ids = edit.queryIds(document);
  return ids.includes(queryId) ? queryId : (ids[0] ?? '');
}

/** Applies the state in the page's address to the stored query of a search; dashboards are returned unchanged. */
export function withAddress(document: ViewDocument, queryId: string, address: AddressState, ids: Ids): ViewDocument {
  if (document.view.type !== 'SEARCH') return document;
  const { queryString, timeRange, streams, look } = address;
  const stored = edit.draftOf(document, queryId);
  const draft: QueryDraft = {
    queryString: queryString ?? stored.queryString,
    timeRange: timeRange ?? stored.timeRange,
    streams: streams ?? stored.streams,
  };
  const requested = edit.withDraft(document, queryId, draft);
  const applied = look ? withPageLook(requested, queryId, look) : requested;
  return requested !== document || edit.needsNewSearch(document, applied)
    ? edit.withFreshSearch(applied, ids)
    : applied;
}
