/**
 * Holds the pages of a dashboard on a wall display. Each page has an actor, which is created when the page is first
 * requested and then kept, so that a page still has its last data when it is shown again. The actors report to the
 * machine of the display.
 */
import { createActor, type ActorRefFrom } from 'xstate';
import type { GlobalOverride } from '../../api/contract/searches.js';
import { pageLogic, type PageServices } from '../../machines/page-actors.js';
import { searchPageMachine } from '../../machines/search-page.js';
import type { tvDisplayMachine } from '../../machines/tv-display.js';
import type { Bindings } from '../../machines/parameters.js';
import { queryIds, type ViewDocument } from '../../machines/view/document.js';

export type TvPage = ActorRefFrom<typeof searchPageMachine>;
export type Display = ActorRefFrom<typeof tvDisplayMachine>;
export interface TvOverride extends Pick<GlobalOverride, 'timerange' | 'query'> {
  /** Values of the dashboard's variables. */
  readonly bindings?: Bindings;
}

/** State of opening the dashboard: it is being opened, is open, cannot be displayed, or could not be opened. */
export type TvOpening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly document: ViewDocument }
  | { readonly kind: 'unsupported'; readonly document: ViewDocument }
  | { readonly kind: 'failed'; readonly missing: boolean; readonly failure: unknown };

export class TvPages {
  readonly #logic: ReturnType<typeof pageLogic>;
  readonly #viewId: string;
  readonly #override: TvOverride | undefined;
  readonly #firstPage: string | undefined;
  readonly #pages = new Map<string, TvPage>();
  readonly #endings: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  #display: Display | undefined;
  #first: TvPage;
  #opening: TvOpening = { kind: 'opening' };
  #hasData = false;
  #isStuck = false;

  /**
   * @param firstPage id of the page that is requested first; if undefined or unknown, the first page of the dashboard
   */
  constructor(services: PageServices, viewId: string, override: TvOverride | undefined, firstPage?: string) {
    this.#logic = pageLogic(searchPageMachine, services);
    this.#viewId = viewId;
    this.#override = override;
    this.#firstPage = firstPage;
    this.#first = this.#start(firstPage);
  }

  /** True once one of the pages has data. */
  get hasData(): boolean {
    return this.#hasData;
  }

  /** True when the last request has failed, no page has data, and no display was attached that would repeat it. */
  get isStuck(): boolean {
    return this.#isStuck && !this.#hasData;
  }

  /** Attaches a display, which from then on decides which pages are requested and which requests are cancelled. */
  attach(display: Display): void {
    this.#display = display;
    const wanted = display.on('pageWanted', ({ queryId }) => this.ask(queryId));
    const givenUp = display.on('pageGivenUp', ({ queryId }) => {
      this.#pages.get(queryId)?.send({ type: 'searchCancelled' });
    });
    this.#endings.push(
      () => wanted.unsubscribe(),
      () => givenUp.unsubscribe(),
    );
    this.#tellPages();
  }

  /** Returns the actor of a page; undefined if the page was not requested yet. */
  page(queryId: string): TvPage | undefined {
    return this.#pages.get(queryId);
  }

  /** Requests the data of a page, or requests it again. */
  ask(queryId: string): void {
    const page = this.#pages.get(queryId);
    if (!page) {
      this.#pages.set(queryId, this.#start(queryId));
      this.#tell();
      return;
    }
    const { view } = page.getSnapshot().context;
    if (view.getSnapshot().matches('open')) page.send({ type: 'refresh.due' });
    else if (!view.getSnapshot().matches('loading')) view.send({ type: 'retry' });
  }

  /** Calls the listener whenever the snapshot changes; the returned function removes the listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Returns the state of opening the dashboard. It is a new object whenever the dashboard opens or fails, a page is
   * first requested, or the first data arrives.
   */
  readonly snapshot = (): TvOpening => this.#opening;

  /** Tries again to open the dashboard if opening it has failed. */
  retry(): void {
    if (this.#opening.kind !== 'failed') return;
    this.#first.stop();
    this.#first = this.#start(this.#firstPage);
  }

  end(): void {
    for (const ending of this.#endings) ending();
    this.#listeners.clear();
    this.#first.stop();
    for (const page of this.#pages.values()) page.stop();
  }

  #start(queryId: string | undefined): TvPage {
    const { bindings, ...override } = this.#override ?? {};
    const page = createActor(this.#logic, {
      input: { source: { kind: 'stored', viewId: this.#viewId }, activeQuery: queryId, bindings },
    });
    const { view } = page.getSnapshot().context;
    const settled = (failure: unknown) =>
      this.#display?.send({
        type: 'page.settled',
        queryId: view.getSnapshot().context.activeQuery || (queryId ?? ''),
        failure,
      });
    page.on('searchStarted', () => {
      this.#display?.send({ type: 'page.started', queryId: view.getSnapshot().context.activeQuery });
    });
    page.on('searchFinished', ({ outcome }) => {
      if (outcome.kind === 'cancelled') return;
      if (outcome.kind === 'done' && !this.#hasData) {
        this.#hasData = true;
        this.#tell();
      }
      this.#isStuck = outcome.kind === 'failed' && !this.#display;
      settled(outcome.kind === 'failed' ? (outcome.failure ?? true) : undefined);
    });
    view.subscribe((state) => {
      const { document, failure } = state.context;
      const first = page === this.#first;
      if (state.matches('missing') || state.matches('interrupted')) {
        if (first) this.#opening = { kind: 'failed', missing: state.matches('missing'), failure };
        settled(failure ?? true);
      } else if (first && document && this.#opening.kind !== 'open') {
        if (state.matches('unsupported')) this.#opening = { kind: 'unsupported', document };
        else if (state.matches('open')) {
          this.#opening = { kind: 'open', document };
          this.#pages.set(state.context.activeQuery, page);
          this.#tellPages();
        } else return;
      } else return;
      this.#tell();
    });
    page.start();
    if (Object.keys(override).length > 0) page.send({ type: 'override.changed', override });
    return page;
  }

  #tellPages(): void {
    if (this.#opening.kind !== 'open') return;
    this.#display?.send({ type: 'pages.known', pages: queryIds(this.#opening.document) });
  }

  #tell(): void {
    this.#opening = { ...this.#opening };
    for (const listener of this.#listeners) listener();
  }
}
