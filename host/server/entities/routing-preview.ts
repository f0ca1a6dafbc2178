/** How the rules of a stream would have routed what is stored already. */
import type { RoutingPreview } from '../../../api/contract/streams.schema.js';
import type { StreamDocument } from '../intake/index.js';
import { compileRule, taken } from '../intake/stream-rules.js';
import type { SearchCaller } from '../search/index.js';
import { indicesOf, matchCondition } from '../search/match.js';
import { Parameters } from '../search/parameters.js';
import { countedRows, readerFor } from '../search/reader.js';
import { Slices } from '../slices.js';
import { reconstruct } from '../store/reconstruct.js';
import type { MessageStore, StoredIndex } from '../store/types.js';

const mostMessages = 10_000;
/** Bytes of messages that are looked at, and the time that this may take; what was looked at until then is told. */
const mostBytes = 64 * 1024 * 1024;
const mostMs = 5_000;

const everything = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Looks at the newest messages of the streams that the caller may read; other work goes on meanwhile. */
export async function previewRouting(
  store: MessageStore,
  { rules, matching_type }: StreamDocument,
  caller: SearchCaller,
  signal: AbortSignal,
): Promise<RoutingPreview> {
  const until = performance.now() + mostMs;
  const reader = readerFor(store, { username: caller.username, rank: 'interactive' });
  const match = { range: everything, streams: caller.readableStreams, queries: [], now: Date.now() };
  const tests = rules.map((rule) => ({ id: rule.id, matches: compileRule(rule), count: 0 }));
  const slices = new Slices();
  let [examined, matches, bytes] = [0, 0, 0];
  let oldest = Number.POSITIVE_INFINITY;
  const isOver = (): boolean => examined >= mostMessages || bytes > mostBytes || performance.now() > until;

  for (const index of indicesOf(store, match).toReversed()) {
    if (isOver()) break;
    const parameters = new Parameters();
    const condition = matchCondition(match, index, parameters);
    const sql = `SELECT ${columnsOf(
      index,
      rules.map(({ field }) => field ?? ''),
    )} FROM ${index.catalog}.messages WHERE ${condition} ORDER BY ts DESC LIMIT ${parameters.add(mostMessages - examined)}`;
    for await (const rows of countedRows(reader, parameters.bind(sql), signal, (size) => void (bytes += size))) {
      for (const row of rows) {
        const message = reconstruct(row, index);
        const field = (name: string): unknown => (Object.hasOwn(message, name) ? message[name] : undefined);
        const results: boolean[] = [];
        for (const test of tests) {
          if (slices.isOver) await slices.pause();
          const result = test.matches(field);
          if (result) test.count += 1;
          results.push(result);
        }
        examined += 1;
        if (taken(results, matching_type)) matches += 1;
        if (typeof row['ts'] === 'number') oldest = Math.min(oldest, row['ts']);
        if (isOver()) break;
      }
      if (isOver()) break;
    }
  }
  return {
    examined,
    matches,
    rules: Object.fromEntries(tests.map(({ id, count }) => [id, count])),
    since: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null,
  };
}

/** What the rules ask for, and nothing else. */
function columnsOf({ fields }: StoredIndex, names: readonly string[]): string {
  const asked = ['timestamp', 'gl2_source_input', ...names].flatMap((name) => fields.get(name)?.column ?? []);
  return [...new Set([...asked, 'extra'])].join(', ');
}
