import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type {
  PivotResult,
  MessagesResult,
  Search,
  SearchJob,
  SearchType,
  TimeRange,
} from '../../../../api/contract/searches.js';
import type { Log } from '../../../../host/server/log/log.js';
import {
  completeSearch,
  createSearchEngine,
  type SearchCaller,
  type SearchEngine,
  type SearchSettings,
} from '../../../../host/server/search/index.js';
import type { FieldValue, IncomingMessage, MessageStore } from '../../../../host/server/store/types.js';
import { open, temporaryDirectory } from '../store/opened-store.js';

export const defaultStream = '000000000000000000000001';
export const otherStream = '5e9f8f8f8f8f8f8f8f8f8f8f';

export const quietLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (message, details) => console.error(message, details),
  with: () => quietLog,
};

export const admin: SearchCaller = {
  username: 'admin',
  readableStreams: [defaultStream, otherStream],
  mayReadStream: () => true,
};

export interface Draft {
  /** Time of the message, ISO 8601. */
  at: string;
  message: string;
  source?: string;
  fields?: Record<string, FieldValue>;
  streams?: string[];
}

export function incoming({
  at,
  message,
  source = 'web-1',
  fields = {},
  streams = [defaultStream],
}: Draft): IncomingMessage {
  const timestamp = Date.parse(at);
  return { timestamp, source, message, fields, streams, inputId: 'input-1', receivedAt: timestamp };
}

export interface SearchFixture {
  readonly store: MessageStore;
  readonly engine: SearchEngine;
  /** Current time for relative time ranges, epoch milliseconds. */
  now: number;
  fill(drafts: readonly Draft[]): Promise<void>;
  run(searchType: Partial<SearchType> & { type: string }, options?: RunOptions): Promise<SearchJob>;
  messages(query: string, options?: RunOptions & SomeOfSearchType): Promise<MessagesResult>;
  /** Searches, and returns field `n` (or the text) of each message in the order of the result. */
  found(query: string, options?: RunOptions & SomeOfSearchType): Promise<unknown[]>;
  pivot(searchType: Partial<SearchType>, options?: RunOptions): Promise<PivotResult>;
}
type SomeOfSearchType = Omit<Partial<SearchType>, 'query' | 'timerange'>;
export interface RunOptions {
  query?: string;
  timerange?: TimeRange;
  caller?: SearchCaller;
  search?: Partial<Search>;
}

export const allTime: TimeRange = { type: 'relative', range: 0 };

export async function openSearch(context: TestContext, settings: Partial<SearchSettings> = {}): Promise<SearchFixture> {
  const { store } = await open(context, await temporaryDirectory(context));
  const fixture: SearchFixture = {
    store,
    engine: createSearchEngine({ store, log: quietLog, settings, now: () => fixture.now }),
    now: Date.parse('2030-01-01T00:00:00Z'),
    async fill(drafts) {
      await store.append(drafts.map(incoming));
      await store.settled();
    },
    run(searchType, { query = '', timerange = allTime, caller = admin, search = {} } = {}) {
      const complete = completeSearch({
        queries: [
          {
            id: 'q',
            timerange,
            query: { type: 'elasticsearch', query_string: query },
            search_types: [{ id: 's', ...searchType }],
          },
        ],
        ...search,
      });
      return fixture.engine.execute(complete, {}, caller);
    },
    async messages(query, { timerange, caller, search, ...searchType } = {}) {
      const options = { query, ...(timerange && { timerange }), ...(caller && { caller }), ...(search && { search }) };
      const job = await fixture.run({ ...(searchType as SomeOfSearchType), type: 'messages' }, options);
      return resultOf<MessagesResult>(job);
    },
    async found(query, options = {}) {
      const { messages } = await fixture.messages(query, {
        sort: [{ field: 'timestamp', order: 'ASC' }],
        limit: 10_000,
        ...options,
      });
      return messages.map(({ message }) => message['n'] ?? message['message']);
    },
    async pivot(searchType, options = {}) {
      return resultOf<PivotResult>(await fixture.run({ ...searchType, type: 'pivot' }, options));
    },
  };
  context.after(() => fixture.engine.close());
  return fixture;
}

export function resultOf<T>(job: SearchJob): T {
  assert.equal(job.errors, undefined, JSON.stringify(job.errors));
  assert.equal(job.execution.done, true);
  const result = job.results['q']?.search_types['s'];
  assert.ok(result);
  return result as T;
}
