/** Assignment rules find nodes by their properties; invalid rules are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AssignmentRuleError,
  compareVersions,
  matchesWildcards,
  parseAssignmentRule,
} from '../../../../host/server/sidecars/assignment-rule.js';

const node = {
  id: 'abc-1',
  name: 'web-01.fra',
  os: 'linux',
  version: '1.5.6',
  ip: '10.0.0.7',
  tags: ['web', 'EU prod'],
};

const finds: readonly (readonly [rule: string, found: boolean])[] = [
  ['', false],
  ['tag:web', true],
  ['tag:WEB', true],
  ['tag:db', false],
  ['tag:"eu prod"', true],
  ['tag:web AND os:linux', true],
  ['tag:web and os:windows', false],
  ['tag:db OR name:web-*', true],
  ['NOT os:windows', true],
  ['tag:web AND NOT name:lab-*', true],
  ['NOT (tag:web OR tag:db)', false],
  ['tag:db OR tag:web AND os:windows', false],
  ['(tag:db OR tag:web) AND os:linux', true],
  ['name:web-??.fra', true],
  ['ip:10.0.0.*', true],
  ['id:abc-1', true],
  ['version:1.5.*', true],
  ['version:<1.5.10', true],
  ['version:>=1.6', false],
  ['version:<=1.5.6', true],
];
for (const [rule, found] of finds)
  test(`the rule ${rule === '' ? '""' : rule} ${found ? 'finds' : 'does not find'} the node`, () =>
    assert.equal(parseAssignmentRule(rule)(node), found));

const refused: readonly (readonly [rule: string, problem: RegExp])[] = [
  ['web', /"web" is no term.*column 1/],
  ['tag:web tag:db', /AND, OR or the end.*column 9/],
  ['tag:', /tag: needs a value/],
  ['color:red', /"color:red" is no term/],
  ['tag:web AND', /expected at the end/],
  ['(tag:web', /"\)" is missing at the end/],
  ['tag:"web', /no end \(column 5\)/],
  ['('.repeat(50) + 'tag:a' + ')'.repeat(50), /deeper than/],
  ['NOT '.repeat(50) + 'tag:a', /deeper than/],
  [Array.from({ length: 60 }, () => 'tag:a').join(' OR '), /at most 50 terms/],
];
for (const [rule, problem] of refused)
  test(`the server refuses the assignment rule ${rule.slice(0, 40)}`, () =>
    assert.throws(
      () => parseAssignmentRule(rule),
      (error) => error instanceof AssignmentRuleError && problem.test(error.message),
    ));

test('hostile wildcard patterns of assignment rules do not backtrack', () => {
  // A matcher that tries every position for every wildcard would not end in a lifetime.
  assert.equal(matchesWildcards('a'.repeat(255), `${'*a'.repeat(120)}b`), false);
});

test('assignment rules compare versions by their numbers', () => {
  assert.deepEqual(['1.10', '1.9', '1.9.1', '2'].sort(compareVersions), ['1.9', '1.9.1', '1.10', '2']);
});
