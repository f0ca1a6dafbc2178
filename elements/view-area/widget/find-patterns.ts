/**
 * Finds message patterns: the server examines the found messages, or, if the server has no endpoint for patterns, the
 * browser examines a sample.
 */
import type { SnapshotFrom } from 'xstate';
import type { Client } from '../../../api/client.js';
import { patternsOfMessages, type PatternsAnswer } from '../../../api/contract/patterns.js';
import type { MessagesResult, ResultMessage, TimeRange } from '../../../api/contract/searches.js';
import { levelFields } from '../../../api/level-field.js';
import { answeredPatterns } from '../../../api/patterns/answered.js';
import { PatternMiner } from '../../../api/patterns/miner.js';
import { isMissing } from '../../../api/queries/missing.js';
import { syncSearch } from '../../../api/queries/sync-search.js';
import type { Comparison } from '../../../machines/comparison/choice.js';
import { shiftOf } from '../../../machines/comparison/earlier-range.js';
import { absoluteOf, spanOf } from '../../../machines/time-range/ranges.js';
import { messagesOf, tailSearch } from '../../../machines/live-tail/search.js';
import type { TailTemplate } from '../../../machines/live-tail/template.js';
import { belongsTo } from '../../../machines/search-execution/belonging.js';
import type { searchExecutionMachine } from '../../../machines/search-execution/machine.js';
import { searchTypesOf } from '../../../machines/search-execution/results.js';
import { randomIds } from '../../../machines/view/ids.js';
import type { FoundPatterns } from '../../widgets/index.js';

const sampleSize = 1_000;

/** Part of the state of a search execution that this module reads. */
export type Executed = Pick<SnapshotFrom<typeof searchExecutionMachine>, 'matches'> & {
  readonly context: Pick<SnapshotFrom<typeof searchExecutionMachine>['context'], 'request' | 'shown'>;
};

/**
 * Returns the effective range of the messages shown in a message table, so that patterns of a relative range cover the
 * same messages; undefined while the next result is loading, and without a result of the current search.
 */
export function shownRange(execution: Executed, widgetId: string): TimeRange | undefined {
  const { request, shown } = execution.context;
  if (execution.matches({ run: 'running' }) || !shown || !belongsTo(shown, request)) return undefined;
  const [searchTypeId = ''] = searchTypesOf(shown, widgetId);
  const result = shown.result?.search_types[searchTypeId];
  return result && 'effective_timerange' in result ? result.effective_timerange : undefined;
}

/**
 * Returns a function that finds patterns. Until a call has succeeded, calls examine the range of the shown messages, if
 * that range is known. Later calls examine `range`, so that a relative range is evaluated at the current time.
 *
 * @param shown returns the range of the shown messages, undefined when unknown
 */
export function patternsFinder(
  client: Client,
  template: TailTemplate,
  range: TimeRange,
  shown: () => TimeRange | undefined,
): (signal: AbortSignal) => Promise<FoundPatterns> {
  let found = false;
  return async (signal) => {
    const patterns = await findPatterns(client, template, (found ? undefined : shown()) ?? range, signal);
    found = true;
    return patterns;
  };
}

export async function findPatterns(
  client: Client,
  template: TailTemplate,
  range: TimeRange,
  signal: AbortSignal,
): Promise<FoundPatterns> {
  const search = tailSearch(template, { range, limit: sampleSize }, randomIds);
  try {
    return { ...(await client.call(patternsOfMessages, { body: search, signal, check: isAnswer })), sampled: false };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return patternsOf(messagesOf(await syncSearch(client, search, signal)));
}

/**
 * Finds the patterns of the earlier range with which patterns are compared.
 *
 * @param range range of the patterns that are compared
 * @returns undefined if `range` is missing or not absolute, or if the comparison has no earlier range for it
 * @throws Error when the search fails
 */
export async function findEarlierPatterns(
  client: Client,
  template: TailTemplate,
  comparison: Comparison,
  range: TimeRange | undefined,
  signal: AbortSignal,
): Promise<FoundPatterns | undefined> {
  const span = range?.type === 'absolute' ? spanOf(range, 0) : undefined;
  const shift = range?.type === 'absolute' ? shiftOf(range, comparison) : undefined;
  if (!span || shift === undefined) return undefined;
  return findPatterns(client, template, absoluteOf({ from: span.from - shift, to: span.to - shift }), signal);
}

const isAnswer = (answer: unknown): boolean => Array.isArray((answer as Partial<PatternsAnswer> | null)?.patterns);

function levelOf(message: ResultMessage['message']): unknown {
  const fields = levelFields(Object.keys(message)).map((name) => message[name]);
  return fields.find((level) => level !== null && level !== undefined);
}

function patternsOf({ messages, total_results: total, effective_timerange: range }: MessagesResult): FoundPatterns {
  const lines = messages.map(({ message }) => ({
    text: String(message['message'] ?? ''),
    at: Date.parse(String(message['timestamp'])) || 0,
    level: levelOf(message),
  }));
  const times = lines.map(({ at }) => at);
  const span = { from: Math.min(...times), to: Math.max(...times) };
  const miner = new PatternMiner(span);
  for (const line of lines) miner.add(line);
  const { patterns, rest, lines: examined } = miner.result();
  return {
    total_results: total,
    examined,
    effective_timerange: range,
    patterns: answeredPatterns(patterns),
    rest,
    sampled: true,
  };
}
