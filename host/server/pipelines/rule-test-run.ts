/** Runs the tests of a rule: applies the rule to each sample message and compares the result with the expectation. */
import type { RuleTest, RuleTestDifference, RuleTestResult } from '../../../api/contract/rule-tests.js';
import type { Yielder } from '../foundation/yielding.js';
import type { EvaluationRooms } from './evaluation.js';
import { courseOfRule, trialRooms, tryMessage } from './evaluator.js';
import type { ParsedRule } from './sources.js';
import { fieldsOfMessage, messageOfFields } from './wire-message.js';

/** Serialises a value so that equal values have the same text, independently of the order of their members. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(',')}}`;
}

interface Outcome {
  readonly matched: boolean;
  readonly dropped: boolean;
  readonly failed: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly streams: readonly string[];
}

function differences({ expected }: RuleTest, outcome: Outcome): RuleTestDifference[] {
  const found: RuleTestDifference[] = [];
  const compare = (
    what: RuleTestDifference['what'],
    wanted: unknown,
    actual: unknown,
    field: string | null = null,
  ): void => {
    if (canonical(wanted) !== canonical(actual)) found.push({ what, field, expected: wanted, actual });
  };
  if (expected.matches !== undefined) compare('matches', expected.matches, outcome.matched);
  if (expected.dropped !== undefined) compare('dropped', expected.dropped, outcome.dropped);
  if (expected.streams !== undefined)
    compare('streams', [...new Set(expected.streams)].sort(), [...outcome.streams].sort());
  compare('fails', expected.fails ?? false, outcome.failed);
  const valueOf = (name: string): unknown => (Object.hasOwn(outcome.fields, name) ? outcome.fields[name] : null);
  for (const [name, value] of Object.entries(expected.fields ?? {})) compare('field', value, valueOf(name), name);
  for (const name of expected.absent ?? []) compare('field', null, valueOf(name), name);
  return found;
}

async function runTest(
  test: RuleTest,
  rule: NonNullable<ParsedRule['compiled']>,
  rooms: EvaluationRooms,
): Promise<RuleTestResult> {
  const message = messageOfFields(test.message, [], rooms.now());
  let matched = false;
  const { failures } = await tryMessage(message, {
    rooms,
    course: { only: courseOfRule({ ...rule, id: 'tested' }) },
    observer: { evaluated: (_place, _planned, isMatch) => void (matched = isMatch) },
  });
  const { streams: _streams, ...fields } = fieldsOfMessage(message);
  const outcome = {
    matched,
    dropped: message.isDropped,
    failed: failures.length > 0,
    fields,
    streams: [...message.streams],
  };
  const found = differences(test, outcome);
  return {
    title: test.title,
    passed: found.length === 0,
    matched,
    differences: found,
    error: failures[0]?.text ?? null,
  };
}

/**
 * Runs tests and returns their results in the same order; returns no results if the source of the rule has errors. The
 * rule has no effects other than changed messages and entries in the server's log.
 * @param yielder yields to the event loop between tests
 */
export async function runRuleTests(
  tests: readonly RuleTest[],
  { compiled }: ParsedRule,
  rooms: EvaluationRooms,
  yielder: Yielder,
): Promise<RuleTestResult[]> {
  if (!compiled) return [];
  const trial = trialRooms(rooms);
  const results: RuleTestResult[] = [];
  for (const test of tests) {
    results.push(await runTest(test, compiled, trial));
    if (yielder.isOver) await yielder.pause();
  }
  return results;
}
