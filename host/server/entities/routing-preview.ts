/** Computes how the rules of a stream would have routed stored messages. */
import type { RoutingPreview } from '../../../api/contract/streams.schema.js';
import type { StreamDocument } from '../intake/index.js';
import { compileRule, taken } from '../intake/route/stream-rules.js';
import type { SearchCaller } from '../search/index.js';
import { indicesOf, matchingRows } from '../search/match.js';
import { Parameters } from '../search/parameters.js';
import { countedRows, readerFor } from '../search/reader.js';
import { Yielder } from '../foundation/yielding.js';
import { columnsOf, reconstruct } from '../store/reconstruct.js';
import type { MessageReader, MessageStore, Row, StoredIndex } from '../store/types.js';

const mostMessages = 10_000;
/** Largest number of bytes of messages that are read; beyond it the results so far are returned. */
const mostBytes = 64 * 1024 * 1024;
/** Longest time in milliseconds for which messages are read; afterwards the results so far are returned. */
const mostMs = 5_000;

const everything = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/**
 * Examines the newest messages that the caller may read, and counts how many of them would match the given stream and
 * each of its rules. The function yields to other work regularly.
 */
export async function previewRouting(
  store: MessageStore,
  { rules, matching_type }: StreamDocument,
  caller: SearchCaller,
  signal: AbortSignal,
): Promise<RoutingPreview> {
  const reader = readerFor(store, { username: caller.username, rank: 'interactive' });
  const requested = ['timestamp', 'gl2_source_input', ...rules.flatMap(({ field }) => field ?? [])];
  const tests = rules.map((rule) => ({ id: rule.id, matches: compileRule(rule), count: 0 }));
  const yielder = new Yielder();
  let [examined, matches] = [0, 0];
  let oldest = Number.POSITIVE_INFINITY;
  for await (const { row, index } of newestRows(reader, caller.readableStreams, requested, signal)) {
    const message = reconstruct(row, index);
    const field = (name: string): unknown => (Object.hasOwn(message, name) ? message[name] : undefined);
    const results: boolean[] = [];
    for (const test of tests) {
      if (yielder.isOver) await yielder.pause();
      const result = test.matches(field);
      if (result) test.count += 1;
      results.push(result);
    }
    examined += 1;
    if (taken(results, matching_type)) matches += 1;
    if (typeof row['ts'] === 'number') oldest = Math.min(oldest, row['ts']);
  }
  return {
    examined,
    matches,
    rules: Object.fromEntries(tests.map(({ id, count }) => [id, count])),
    since: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null,
  };
}

/**
 * Reads the newest rows of the given streams with the given fields, until the limit of messages, bytes or time is
 * reached.
 */
async function* newestRows(
  reader: MessageReader,
  streams: readonly string[],
  fields: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<{ readonly row: Row; readonly index: StoredIndex }> {
  const match = { range: everything, streams, queries: [], now: Date.now() };
  const until = performance.now() + mostMs;
  let [left, bytes] = [mostMessages, 0];
  const isOver = (): boolean => left <= 0 || bytes > mostBytes || performance.now() > until;
  for (const index of indicesOf(reader, match).toReversed()) {
    if (isOver()) return;
    const parameters = new Parameters();
    const rows = await matchingRows(match, [index], parameters, () => columnsOf(index, fields).join(', '));
    const sql = `${rows} ORDER BY ts DESC LIMIT ${parameters.add(left)}`;
    for await (const part of countedRows(reader, parameters.bind(sql), signal, (size) => void (bytes += size))) {
      for (const row of part) {
        left -= 1;
        yield { row, index };
        if (isOver()) return;
      }
    }
  }
}
