/** Tests rules created from a selected text: they parse, and extract the text from messages of the same form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRule } from '../../../api/pipeline-language/index.js';
import { ruleProposals, type ProposalKind, type RuleProposal } from '../../../machines/pipelines/rule-of-text.js';

/** Returns the rules that are proposed for the text between « and ». */
function proposed(text: string, field = 'message'): readonly RuleProposal[] {
  const from = text.indexOf('«');
  const to = text.indexOf('»') - 1;
  const proposals = ruleProposals({ field, value: text.replace(/[«»]/g, ''), from, to });
  for (const { source } of proposals) assert.equal(parseRule(source).problem, undefined, source);
  return proposals;
}
const patternOf = (text: string, kind: ProposalKind): string | undefined =>
  proposed(text).find((one) => one.kind === kind)?.pattern;

test('the proposed rule names a single value by the word before it', () => {
  const line = 'Failed password for root from «192.0.2.7» port 22 ssh2';
  assert.equal(patternOf(line, 'grok'), 'Failed password for root from %{IPV4:from_ip} port');
  assert.match(patternOf(line, 'regex') ?? '', /^Failed password for root from \(\\d\{1,3\}.*\) port$/);
  assert.equal(patternOf('took=«852»ms done', 'grok'), 'took=%{INT:took}');
  assert.equal(patternOf('«2026-11-27T03:04:05.678Z» up', 'grok'), '%{TIMESTAMP_ISO8601:time} up');
});

test('the proposed rule extracts several variables from a longer text, and only matches those before the text', () => {
  assert.equal(
    patternOf('worker 17 moved «12 files of 4.5 MB to /srv/a» now', 'grok'),
    'worker %{INT} moved %{INT:moved} files of %{NUMBER:of_number} MB to /srv/a now',
  );
  assert.equal(patternOf('user «anna maria» logged in', 'grok'), 'user %{DATA:user} logged');
  assert.equal(patternOf('user «anna maria»', 'grok'), 'user %{GREEDYDATA:user}');
});

test('the proposed rule extracts the values of pairs, and numbers with units', () => {
  assert.equal(
    patternOf('«user=ann.b action=login ip=10.0.0.8 version=1.2beta took=55ms at=2026-11-27 10:00:00»', 'grok'),
    'user=%{NOTSPACE:user} action=%{NOTSPACE:action} ip=%{IPV4:ip} version=%{NOTSPACE:version} took=%{INT:took}ms at=%{TIMESTAMP_ISO8601:at_time}',
  );
  assert.equal(
    patternOf('«GET /shop/40?user=ann&x=1 took 55ms, sent 1.5MB on eth0»', 'grok'),
    'GET /shop/%{INT:shop}\\?user=%{NOTSPACE:user}&x=%{INT:x} took %{INT:took}ms, sent %{NUMBER:sent}MB on eth0',
  );
  assert.equal(patternOf('user=ann «12» done', 'grok'), 'user=%{NOTSPACE} %{INT:ann} done');
});

test('the proposed rule does not use the names of fields that every message has', () => {
  assert.equal(patternOf('source «10.0.0.1» x', 'grok'), 'source %{IPV4:source_value} x');
});

test('the proposal parses JSON and key-value pairs if the text contains them', () => {
  const kinds = (text: string) => proposed(text).map(({ kind }) => kind);
  assert.deepEqual(kinds('«{"a": 1, "b": {"c": 2}}»'), ['json', 'grok', 'regex']);
  assert.deepEqual(kinds('audit: «{"a": 1}» ok'), ['json', 'grok', 'regex']);
  assert.deepEqual(kinds('x «a=1, b="two words"» y'), ['key_value', 'grok', 'regex']);
  assert.match(patternOf('x «a=1, b="two words"» y', 'key_value') ?? '', /delimiters: ", ".*trim_value_chars: "\\""/);
  assert.deepEqual(proposed('a «  » b'), []);
});

test('the proposed rule escapes hostile texts and names', () => {
  for (const text of [
    '«"\\%{X} `»',
    '(((«[[[»',
    'a\n«b\tc»\r\nd',
    `${'('.repeat(200)}«${'1 '.repeat(400)}»`,
    '«%{DATA}»',
  ])
    for (const field of ['message', 'a b', 'end', 'a`b"\\']) assert.ok(proposed(text, field).length >= 2, text);
});
