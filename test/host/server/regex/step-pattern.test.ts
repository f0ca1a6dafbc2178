/** The step-counting engine matches like JavaScript's engine, and stops where it would take too long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widthOf, type JavaExpression } from '../../../../host/server/regex/java/expression.js';
import { readJava } from '../../../../host/server/regex/java/read-java.js';
import { StepsError } from '../../../../host/server/regex/java/step-match.js';
import { StepPattern } from '../../../../host/server/regex/java/step-pattern.js';
import { stepProgram } from '../../../../host/server/regex/java/step-program.js';

let state = 123_456_789;
function below(limit: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}
const letter = (): string => 'abc'.charAt(below(3));
const pick = (choices: readonly string[]): string => choices[below(choices.length)] ?? '';

function one(depth: number): string {
  const inner = () => choice(depth + 1);
  const kinds: readonly (() => string)[] = [
    ...[letter, letter, () => '[ab]', () => '[^a]', () => '.', () => '\\b', () => '$'],
    ...[() => `(${inner()})`, () => `(?:${inner()})`, () => `(?=${inner()})`, () => `(?!${inner()})`],
    ...[() => `(?<=${letter()}${pick(['', '[bc]'])})`, () => `(?<!${letter()})`],
  ];
  return kinds[below(depth > 3 ? 7 : kinds.length)]?.() ?? '';
}
function repeated(depth: number): string {
  const part = one(depth);
  const isPlace = part === '\\b' || part === '$' || /^\(\?<?[=!]/.test(part);
  return isPlace ? part : part + pick(['', '', '', '*', '+', '?', '*?', '+?', '{1,2}', '{2}', '??']);
}
const choice = (depth: number): string =>
  Array.from({ length: 1 + (below(3) === 0 ? 1 : 0) }, () =>
    Array.from({ length: 1 + below(3) }, () => repeated(depth)).join(''),
  ).join('|');

/**
 * Returns whether an expression repeats empty matches, in which Java and JavaScript differ; such expressions are
 * skipped.
 */
function repeatsNothing(expression: JavaExpression): boolean {
  if (expression.kind === 'repeat') return widthOf(expression.part)[0] === 0 || repeatsNothing(expression.part);
  if ('parts' in expression) return expression.parts.some(repeatsNothing);
  return 'part' in expression && repeatsNothing(expression.part);
}

test("the step-counting engine matches like JavaScript's engine, including look-around", () => {
  let compared = 0;
  for (let round = 0; round < 4_000; round += 1) {
    const source = choice(0);
    const reading = readJava(source, { dotAll: true });
    if (repeatsNothing(reading.expression)) continue;
    const own = new RegExp(source, 's');
    const counting = new StepPattern(stepProgram(reading, 10_000), 1_000_000);
    for (let texts = 0; texts < 4; texts += 1) {
      const text = Array.from({ length: below(12) }, () => 'abc '.charAt(below(4))).join('');
      const wanted = own.exec(text);
      const found = counting.find(text);
      compared += 1;
      assert.deepEqual(
        found && [found.start(), found.group()],
        wanted ? [wanted.index, wanted[0]] : undefined,
        `${source} finds the expected match in ${JSON.stringify(text)}`,
      );
    }
  }
  assert.ok(compared > 5_000, String(compared));
});

test('the step-counting engine remembers failed states, so that most expressions need few steps', () => {
  const find = (source: string, text: string) =>
    new StepPattern(stepProgram(readJava(source), 10_000), 1_000_000).find(text);
  assert.equal(find('(?=a)(?:a|a|aa)*b', 'a'.repeat(5_000)), undefined);
  assert.equal(find('(?<!x)(?:\\w+\\s?)*!', 'word '.repeat(100)), undefined);
  // The result depends on the text of a group, so no state can be remembered.
  assert.throws(() => find('(a*)*\\1b', 'a'.repeat(2_000)), StepsError);
});
