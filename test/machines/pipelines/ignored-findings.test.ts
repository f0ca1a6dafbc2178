/** Tests that a comment in a rule suppresses a diagnosis at its place only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applied, type Finding } from '../../../machines/pipelines/finding.js';
import { ignored, withoutIgnored } from '../../../machines/pipelines/ignored-findings.js';

const source = 'rule "r"\nwhen\n  $message.a and\n  $message.b\nthen\nend';
const finding = (place: string, code: string, text = source): Finding => ({
  kind: 'warning',
  from: text.indexOf(place),
  to: text.indexOf(place) + place.length,
  title: code,
  code,
});

test('the suppressing comment is written above the line of the finding with the same indentation, and lists several codes', () => {
  const first = applied(source, ignored(source, finding('$message.a', 'never-true')));
  assert.equal(first, source.replace('  $message.a', '  // lint-ignore: never-true\n  $message.a'));
  const at = (place: string, code: string) => withoutIgnored(first, [finding(place, code, first)]).length;
  assert.deepEqual(
    [at('$message.a', 'never-true'), at('$message.a', 'other'), at('$message.b', 'never-true')],
    [0, 1, 1],
  );
  const second = applied(first, ignored(first, finding('$message.a', 'unknown-stream', first)));
  assert.match(second, /\/\/ lint-ignore: never-true, unknown-stream\n {2}\$message\.a/);
  assert.deepEqual(withoutIgnored(second, [finding('$message.a', 'unknown-stream', second)]), []);
});

test('a suppressing comment takes effect in the first line, beside code, and past other comments', () => {
  const one = 'rule "r" when $message.a then end // lint-ignore: never-true';
  assert.deepEqual(withoutIgnored(one, [finding('$message.a', 'never-true', one)]), []);
  assert.match(applied('x', ignored('x', { ...finding('x', 'c', 'x') })), /^\/\/ lint-ignore: c\nx$/);
  const two = '// lint-ignore: a\n// why\n  code';
  assert.deepEqual(withoutIgnored(two, [finding('code', 'a', two)]), []);
});

test('a comment cannot suppress errors', () => {
  const { code: _none, ...error } = finding('$message.a', 'x');
  const text = source.replace('  $message.a', '  $message.a // lint-ignore: x');
  assert.equal(withoutIgnored(text, [error]).length, 1);
});
