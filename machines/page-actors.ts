/** Implements the actors of a page machine (search or dashboard) with calls of the API. */
import { fromCallback, fromPromise } from 'xstate';
import type { Client } from '../api/client.js';
import { listDecorators } from '../api/contract/decorators.js';
import type {
  Decorator,
  ExecutionState,
  Search,
  SearchJob,
  SearchMetadata,
  ValidationAnswer,
} from '../api/contract/searches.js';
import {
  cancelSearchJob,
  createSearch,
  executeSearch,
  getSearch,
  searchJobStatus,
  searchMetadata,
  validateQuery,
} from '../api/contract/searches.js';
import type { View } from '../api/contract/views.js';
import { createView, getView, updateView } from '../api/contract/views.js';
import type { ValidationInput } from './query-validation.js';
import { queryValidationMachine } from './query-validation.js';
import { isGuest } from './session.js';
import type { ExecuteInput } from './search-execution/job.js';
import { searchJobMachine } from './search-execution/job.js';
import { searchExecutionMachine } from './search-execution/machine.js';
import { usableJob } from './search-execution/usable-answer.js';
import type { pageMachine } from './page.js';
import { rangeFault } from './time-range/fault.js';
import type { StoredSearch, ViewDocument } from './view/document.js';
import { queryIds } from './view/document.js';
import { defaultSearch } from './view/default-view.js';
import type { RememberedList } from './view/list-memory.js';
import { viewMachine } from './view/machine.js';
import { repairedView } from './view/repair.js';
import { isObject } from '../api/is-object.js';

export interface PageServices {
  readonly client: Client;
  /** Loads the decorators from a cache; absent: they come from the server. A failure counts as "no decorators". */
  readonly decorators?: ((signal: AbortSignal) => Promise<readonly Decorator[]>) | undefined;
  /** Returns the username of the owner of new views. */
  readonly username?: (() => string | null) | undefined;
  /** Tells whether the chart of a new search is folded at first. */
  readonly foldsChart?: (() => boolean) | undefined;
  /** Returns the columns and display settings that the user last gave to the message list of the given streams. */
  readonly listOf?: ((streams: readonly string[]) => RememberedList | undefined) | undefined;
  /** Returns the IANA name of the time zone if the element's attribute overrides the user's time zone. */
  readonly timezone?: (() => string | undefined) | undefined;
}

/** Milliseconds after the completion of a read of a view or search for which elements share the answer. */
const sharedReadMs = 2_000;

/** Recent reads of views and searches by client. A dashboard and single widgets of it on the same page share a read. */
const recentReads = new WeakMap<Client, Map<string, Promise<unknown>>>();

/**
 * Returns the read with the same key that is pending or was completed in the last two seconds, otherwise calls `ask`. A
 * failed read is not kept.
 */
function sharedRead<T>(client: Client, key: string, ask: () => Promise<T>): Promise<T> {
  const reads = recentReads.get(client) ?? new Map<string, Promise<unknown>>();
  recentReads.set(client, reads);
  const known = reads.get(key) as Promise<T> | undefined;
  if (known) return known;
  const pending = ask();
  reads.set(key, pending);
  const forget = (): void => {
    if (reads.get(key) === pending) reads.delete(key);
  };
  pending.then(() => setTimeout(forget, sharedReadMs), forget);
  return pending;
}

/**
 * Tells whether a search may use `$name$` parameters. Only the server knows the content of stored filters, so that a
 * search with stored filters may use parameters.
 */
function mayUseParameters({ queries, parameters = [] }: Search): boolean {
  return parameters.length > 0 || /\$|"referenced"/.test(JSON.stringify(queries));
}

/**
 * Stores each search only once, whether it is executed or saved first. A search that the server has lost is stored
 * again.
 */
export class SearchStorage {
  readonly #client: Client;
  readonly #stored = new Map<string, Promise<unknown>>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Notes that the server already stores a search, so that `store` does not send it. */
  know(searchId: string): void {
    this.#stored.set(searchId, Promise.resolve());
  }

  /**
   * Stores a search that this object has not stored before.
   * @param again true: the search is stored in any case, because the server has lost it
   */
  store(search: StoredSearch, again = false): Promise<unknown> {
    const known = again ? undefined : this.#stored.get(search.id);
    if (known) return known;
    const storing = this.#client.call(createSearch, { body: search });
    this.#stored.set(search.id, storing);
    storing.catch(() => {
      if (this.#stored.get(search.id) === storing) this.#stored.delete(search.id);
    });
    return storing;
  }
}

/**
 * Checks that an answer has the form of a job. Any other answer then fails here, with the URL of the call, and not
 * later in a widget.
 */
const isJob = (answer: unknown): boolean =>
  isObject(answer) && isObject(answer['execution']) && typeof answer['execution']['done'] === 'boolean';
const isViewAnswer = (answer: unknown): boolean =>
  isObject(answer) && typeof answer['search_id'] === 'string' && isObject(answer['state']);
const isSearch = (answer: unknown): boolean =>
  isObject(answer) &&
  typeof answer['id'] === 'string' &&
  Array.isArray(answer['queries']) &&
  answer['queries'].length > 0;
const isValidation = (answer: unknown): boolean => isObject(answer) && typeof answer['status'] === 'string';

/**
 * Checks the time range of a search with a single query. The search of a dashboard with several pages has several
 * queries and is not checked, because its widgets have time ranges of their own.
 * @throws Error with the text to show when the only query of the search has an invalid range
 */
function refuseFaults({ queries }: Search): void {
  const faults = queries.map(({ timerange }) => rangeFault(timerange));
  if (faults[0] !== undefined && faults.length === 1) throw new Error(faults[0]);
}

/**
 * Returns the state of an execution whose time buckets start in the given time zone instead of the user's time zone.
 * Without a time zone, the state stays unchanged.
 */
const inZone = (state: ExecutionState | undefined, timezone: string | undefined): ExecutionState | undefined =>
  timezone === undefined ? state : { ...state, additional_parameters: { ...state?.additional_parameters, timezone } };

function jobLogic(client: Client, timezone: PageServices['timezone']) {
  return searchJobMachine.provide({
    actors: {
      execute: fromPromise<SearchJob, ExecuteInput>(({ input: { searchId, state, background }, signal }) =>
        client
          .call(executeSearch, {
            params: { searchId },
            body: inZone(state, timezone?.()),
            background,
            signal,
            check: isJob,
          })
          .then(usableJob),
      ),
      askStatus: fromPromise<SearchJob, { jobId: string }>(({ input: { jobId }, signal }) =>
        client.call(searchJobStatus, { params: { jobId }, background: true, signal, check: isJob }).then(usableJob),
      ),
      hold: fromCallback<{ type: 'release' }, { jobId: string }>(({ input: { jobId }, receive }) => {
        let released = false;
        receive(() => (released = true));
        return () => {
          // Nobody waits for the answer, and a job that has already ended need not be cancelled.
          if (!released) client.call(cancelSearchJob, { params: { jobId }, background: true }).catch(() => undefined);
        };
      }),
    },
  });
}

function executionLogic({ client, timezone }: PageServices, storage: SearchStorage) {
  return searchExecutionMachine.provide({
    actors: {
      storeSearch: fromPromise<unknown, { search: StoredSearch; again: boolean }>(async ({ input }) => {
        refuseFaults(input.search);
        return storage.store(input.search, input.again);
      }),
      askMetadata: fromPromise<SearchMetadata, { search: Search }>(async ({ input, signal }) => {
        refuseFaults(input.search);
        if (!mayUseParameters(input.search)) return { query_metadata: {}, declared_parameters: {} };
        return client.call(searchMetadata, { body: input.search, signal, check: isObject });
      }),
      job: jobLogic(client, timezone),
    },
  });
}

export function viewLogic({ client, decorators, username, foldsChart, listOf }: PageServices, storage: SearchStorage) {
  const askDecorators =
    decorators ?? ((signal: AbortSignal) => client.call(listDecorators, { signal, check: Array.isArray }));
  const readView = async (viewId: string, signal: AbortSignal): Promise<View> =>
    repairedView(await client.call(getView, { params: { viewId }, signal, check: isViewAnswer }));
  const load = async (viewId: string): Promise<ViewDocument> => {
    const view = repairedView(
      await sharedRead(client, `view ${viewId}`, () =>
        client.call(getView, { params: { viewId }, check: isViewAnswer }),
      ),
    );
    const searchId = view.search_id;
    const search = await sharedRead(client, `search ${searchId}`, () =>
      client.call(getSearch, { params: { searchId }, check: isSearch }),
    );
    const document: ViewDocument = {
      view,
      search: search as StoredSearch,
      ...(isGuest(username?.() ?? null) && { isGuests: true }),
    };
    if (view.type === 'SEARCH' && queryIds(document).length !== 1)
      throw new Error('Searches must only have a single query!');
    storage.know(search.id);
    return document;
  };
  const reread = async ({ viewId, searchId }: { viewId: string; searchId: string }, signal: AbortSignal) => {
    const view = await readView(viewId, signal);
    if (view.search_id === searchId) return { view, search: undefined };
    // The search is only needed to show differences; if it cannot be read, none are shown.
    const search = await client
      .call(getSearch, { params: { searchId: view.search_id }, signal, check: isSearch })
      .catch(() => undefined);
    return { view, search: search as StoredSearch | undefined };
  };
  const save = async (document: ViewDocument) => {
    await storage.store(document.search);
    recentReads.delete(client);
    return document.view;
  };
  return viewMachine.provide({
    actors: {
      open: fromPromise(async ({ input: { source, address, ids, now }, signal }) => {
        if (source.kind === 'given') return source.document;
        if (source.kind === 'stored') return load(source.viewId);
        const found = await askDecorators(signal).catch((): readonly Decorator[] => []);
        const owner = username?.() ?? null;
        const createdAt = new Date(now).toISOString();
        const list = listOf?.(address.streams ?? []);
        const start = { ...address, decorators: found, createdAt, owner, list, foldsChart: foldsChart?.() === true };
        return defaultSearch(start, ids);
      }),
      reread: fromPromise(({ input, signal }) => reread(input, signal)),
      update: fromPromise<View, { document: ViewDocument }>(async ({ input }) => {
        const view = await save(input.document);
        return client.call(updateView, { params: { viewId: view.id }, body: view });
      }),
      create: fromPromise<View, { document: ViewDocument }>(async ({ input }) => {
        const view = await save(input.document);
        return client.call(createView, { body: view, check: isViewAnswer });
      }),
    },
  });
}

export function validationLogic(client: Client) {
  return queryValidationMachine.provide({
    actors: {
      validate: fromPromise<ValidationAnswer, ValidationInput>(async ({ input, signal }) => {
        const { queryString, filter, timeRange, streams, parameters, bindings, computed } = input;
        const body = {
          query: queryString,
          streams: [...streams],
          ...(timeRange ? { timerange: timeRange } : {}),
          ...(filter ? { filter } : {}),
          ...(parameters ? { parameters: [...parameters] } : {}),
          ...(bindings ? { parameter_bindings: { ...bindings } } : {}),
        };
        const answer = await client.call(validateQuery, { body, signal, check: isValidation });
        return computed ? (await import('./computed-findings.js')).withoutComputed(answer, computed) : answer;
      }),
    },
  });
}

/** Connects a page machine to a server: `createActor(pageLogic(searchPageMachine, { client }), { input })`. */
export function pageLogic(machine: ReturnType<typeof pageMachine>, services: PageServices) {
  const storage = new SearchStorage(services.client);
  return machine.provide({
    actors: {
      view: viewLogic(services, storage),
      execution: executionLogic(services, storage),
      validation: validationLogic(services.client),
    },
  });
}
