/**
 * Executes a search with the permissions of the user who makes the snapshot, and gathers everything that the page of a
 * snapshot needs to show the results without a server.
 */
import type { FieldType } from '../../../api/contract/fields.schema.js';
import type { QueryResult, SearchJob } from '../../../api/contract/searches.schema.js';
import type { SnapshotContent, SnapshotRequest } from '../../../api/contract/snapshots.schema.js';
import type { Caller } from '../auth/caller.js';
import { searchCaller } from '../entities/searches.js';
import { BadRequestError, UnavailableError } from '../foundation/errors.js';
import { streamCollection } from '../intake/index.js';
import { streamsFor, streamsOfSearch, type CompleteSearch, type SearchEngine } from '../search/index.js';
import type { Documents } from '../store/types.js';

const longestSearchMs = 60_000;

export interface FreezeNeeds {
  readonly documents: Documents;
  readonly search: SearchEngine;
}

/** Content of a snapshot without the facts that are known only when it is stored. */
export type Frozen = Omit<SnapshotContent, 'title' | 'created_by' | 'created_at' | 'expires_at'>;

/**
 * Executes the search and returns the content of the snapshot.
 * @throws BadRequestError when the whole search fails; UnavailableError when it takes longer than a minute; the errors
 * of SearchEngine.execute
 */
export async function frozenContent(
  { documents, search }: FreezeNeeds,
  stored: CompleteSearch,
  { view, state = {} }: SnapshotRequest,
  user: Caller,
  signal: AbortSignal,
): Promise<Frozen> {
  const caller = searchCaller(documents, user);
  const job = await search.execute(stored, state, caller, { signal, waitMs: longestSearchMs });
  const release = search.keep(job.id);
  try {
    return frozen(job);
  } finally {
    release();
  }

  function frozen(done: SearchJob): Frozen {
    if (!done.execution.done) {
      search.cancel(done.id, user.username);
      throw new UnavailableError(
        `The search took longer than ${longestSearchMs / 1000} seconds, so no snapshot was made. Choose a shorter time range.`,
      );
    }
    const { results, errors = [] } = done;
    if (Object.keys(results).length === 0 && errors[0]) throw new BadRequestError(errors[0].description);
    const requested = state.additional_parameters?.['timezone'];
    const messages = messagesOf(results);
    const named = new Set<string>(messages.flatMap((message) => Object.keys(message)));
    collectTexts(stored.queries, named);
    collectTexts(view.state, named);
    const shownStreams = new Set(
      messages.flatMap(({ streams }) => (Array.isArray(streams) ? streams.map(String) : [])),
    );
    return {
      range: rangeOf(results),
      timezone: typeof requested === 'string' ? requested : (user.timezone ?? 'UTC'),
      view: { ...view, id: view.id ?? '' },
      search: stored,
      results,
      errors,
      fields: search
        .fields(streamsFor(streamsOfSearch(stored), caller))
        .filter(({ name }: FieldType): boolean => named.has(name)),
      streams: streamCollection(documents)
        .all()
        .filter(({ id }) => shownStreams.has(id) && caller.mayReadStream(id))
        .map(({ id, title }) => ({ id, title })),
    };
  }
}

type Results = Readonly<Record<string, QueryResult>>;

const typesOf = (results: Results) => Object.values(results).flatMap(({ search_types: of }) => Object.values(of));

const messagesOf = (results: Results): Readonly<Record<string, unknown>>[] =>
  typesOf(results).flatMap((result) =>
    result.type === 'messages' ? result.messages.map(({ message }) => message) : [],
  );

/** Returns the earliest and the latest instant of all results; null: no result has a time range. */
function rangeOf(results: Results): SnapshotContent['range'] {
  const ranges = typesOf(results).flatMap((result) =>
    'effective_timerange' in result ? [result.effective_timerange] : [],
  );
  // ISO instants of one form sort like their times.
  const [from] = ranges.map((range) => range.from).sort();
  const to = ranges
    .map((range) => range.to)
    .sort()
    .at(-1);
  return from !== undefined && to !== undefined ? { from, to } : null;
}

/** Adds every text inside a value to the set; names of fields are among these texts. */
function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) collectTexts(inner, into);
}
