/** Compares the displayed view with the stored view: notices changes by other users, and lists the differences. */
import type { View, Widget, WidgetPosition } from '../../api/contract/views.schema.js';
import { withDeclaredKeys } from '../../api/declared-keys.js';
import { sameWire } from '../wire-equality.js';
import { draftOf, queryIds, sameDraft, stateOf, type StoredSearch, type ViewDocument } from './document.js';
import { positionOf } from './positions.js';
import { pageTitle, widgetTitle } from './titles.js';

/**
 * A view as read from the server. Its search is undefined if it has the id of the search that this page read before.
 */
export interface StoredView {
  readonly view: View;
  readonly search: StoredSearch | undefined;
}

/** Tells whether two stored versions of a view are equal, apart from members that the server computes. */
export function sameStoredView(left: View, right: View): boolean {
  return sameWire(comparable(left), comparable(right));
}

function comparable(view: View): object {
  const { favorite: _favorite, requires: _requires, last_updated_at: _updated, ...rest } = view;
  // Answers contain members that were omitted when the view was saved, so these members are added to both documents.
  return { ...rest, state: withDeclaredKeys(rest.state) };
}

/** Tells whether two documents of one view have the same content, even if the ids of their searches differ. */
export function sameContent(left: ViewDocument, right: ViewDocument): boolean {
  const pages = queryIds(left);
  return (
    sameWire(pages, queryIds(right)) &&
    pages.every((id) => sameDraft(draftOf(left, id), draftOf(right, id))) &&
    sameWire(left.search.parameters ?? [], right.search.parameters ?? []) &&
    sameWire(content(left.view), content(right.view))
  );
}

/** Compared contents of views; views are never changed, and each is compared with several others. */
const contents = new WeakMap<View, object>();

function content(view: View): object {
  const known = contents.get(view);
  if (known) return known;
  const state = Object.entries(withDeclaredKeys(view.state)).map(([id, page]) => [
    id,
    { ...page, widget_mapping: null },
  ]);
  const compared = { ...comparable(view), search_id: null, state: Object.fromEntries(state) as unknown };
  contents.set(view, compared);
  return compared;
}

/** Returns the document with the version of a stored view, so that saving the document replaces that version. */
export function restingOn(document: ViewDocument, stored: View): ViewDocument {
  const { last_updated_at: _before, ...view } = document.view;
  const { last_updated_at } = stored;
  return { ...document, view: last_updated_at === undefined ? view : { ...view, last_updated_at } };
}

type DifferenceKind =
  | 'title'
  | 'summary'
  | 'description'
  | 'query'
  | 'timeRange'
  | 'streams'
  | 'pageTitle'
  | 'page'
  | 'widget'
  | 'widgetTitle'
  | 'positions'
  | 'highlighting'
  | 'other';

export interface ViewDifference {
  readonly kind: DifferenceKind;
  /** Title of the page or widget in which the two views differ. */
  readonly subject?: string;
  /**
   * Value in the own view as text, ranges and lists as JSON; undefined when absent. `theirs` is the value in the other
   * view.
   */
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
}

const shown = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value, big);
const big = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

const placeText = ({ col, row, width, height }: WidgetPosition): string =>
  `column ${col}, row ${row}, ${width === 'Infinity' ? 'full width' : `${width} wide`}, ${height} high`;

/** Returns the differences between two documents of one view, by which the user decides about a conflict. */
export function viewDifferences(own: ViewDocument, other: ViewDocument): readonly ViewDifference[] {
  const found: ViewDifference[] = [];
  const [mine, theirs] = [own, other].map(({ view, search }) => ({
    view: { ...view, state: withDeclaredKeys(view.state) },
    search,
  })) as [ViewDocument, ViewDocument];
  const compare = (kind: DifferenceKind, left: unknown, right: unknown, subject?: string): void => {
    if (sameWire(left, right)) return;
    found.push({ kind, mine: shown(left), theirs: shown(right), ...(subject !== undefined && { subject }) });
  };
  for (const name of ['title', 'summary', 'description'] as const) compare(name, mine.view[name], theirs.view[name]);
  const pages = [...new Set([...Object.keys(mine.view.state), ...Object.keys(theirs.view.state)])];
  // A search has only one page, whose id may differ between the two documents.
  const pairs =
    mine.view.type === 'SEARCH' ? [[queryIds(mine)[0] ?? '', queryIds(theirs)[0] ?? '']] : pages.map((id) => [id, id]);
  for (const [left = '', right = ''] of pairs) comparePage(left, right);
  if (found.length === 0) compare('other', comparable(mine.view), comparable(theirs.view));
  return found;

  function comparePage(left: string, right: string): void {
    const own = mine.view.state[left];
    const other = theirs.view.state[right];
    const name = pageTitle(own ?? other, Math.max(0, pages.indexOf(left)));
    if (!own || !other) return compare('page', own && name, other && name);
    const drafts = [draftOf(mine, left), draftOf(theirs, right)] as const;
    compare('query', drafts[0].queryString, drafts[1].queryString);
    compare('timeRange', drafts[0].timeRange, drafts[1].timeRange);
    compare('streams', [...drafts[0].streams].sort(), [...drafts[1].streams].sort());
    compare('pageTitle', own.titles?.['tab']?.['title'], other.titles?.['tab']?.['title'], name);
    const [ownState, otherState] = [stateOf(mine, left), stateOf(theirs, right)];
    for (const id of new Set([...ownState.widgets, ...otherState.widgets].map((widget) => widget.id))) {
      const a = ownState.widgets.find((widget) => widget.id === id);
      const b = otherState.widgets.find((widget) => widget.id === id);
      const titleOf = (state: typeof ownState, widget: Widget | undefined) => widget && widgetTitle(state, widget);
      const subject = titleOf(ownState, a) ?? titleOf(otherState, b) ?? id;
      if (!a || !b) compare('widget', titleOf(ownState, a), titleOf(otherState, b), subject);
      else {
        compare('widgetTitle', titleOf(ownState, a), titleOf(otherState, b), subject);
        compare('widget', a.config, b.config, subject);
        compare('widget', { ...a, config: {} }, { ...b, config: {} }, subject);
        const placeIn = (state: typeof ownState) => placeText(positionOf(state.positions, a));
        compare('positions', placeIn(ownState), placeIn(otherState), subject);
      }
    }
    compare('highlighting', ownState.formatting?.highlighting ?? [], otherState.formatting?.highlighting ?? []);
  }
}
