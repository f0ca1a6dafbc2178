import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allowsEverything,
  entryErrors,
  storedEntry,
  withEntry,
  type AllowListEntry,
} from '../../machines/allow-list-draft.js';

const entry = (part: Partial<AllowListEntry>): AllowListEntry => ({
  id: '1',
  type: 'literal',
  title: 'A',
  value: 'https://a.example/',
  ...part,
});

test('an entry requires a title, and a web address or a pattern that the server accepts', () => {
  const known = new Map([
    ['a+', true],
    ['(?=a', false],
  ]);
  const errors = (part: Partial<AllowListEntry>) => entryErrors(entry(part), (pattern) => known.get(pattern));
  const required = { title: 'Required field' };
  const noUrl = { value: 'Not a valid URL' };
  const noRegex = { value: 'Not a valid Java regular expression' };
  assert.deepEqual(errors({}), {});
  assert.deepEqual(errors({ title: ' \t' }), required);
  for (const value of ['', 'a.example', 'ftp://a.example/', 'javascript:alert(1)', 'http://'])
    assert.deepEqual(errors({ value }), noUrl, value);
  assert.deepEqual(errors({ type: 'regex', value: 'a+' }), {});
  assert.deepEqual(errors({ type: 'regex', value: 'not asked yet' }), {});
  assert.deepEqual(errors({ type: 'regex', value: '(?=a' }), noRegex);
  assert.deepEqual(errors({ type: 'regex', value: '', title: '' }), { ...required, ...noRegex });
});

test('a changed entry replaces the old one, and its title is trimmed', () => {
  const [one, two] = [entry({}), entry({ id: '2' })];
  assert.deepEqual(withEntry([one, two], { ...two, title: 'B' }), [one, { ...two, title: 'B' }]);
  assert.deepEqual(storedEntry(entry({ title: ' B ' })), entry({ title: 'B' }));
});

test('a pattern that allows every address is detected', () => {
  const allows = (value: string, type: AllowListEntry['type'] = 'regex') => allowsEverything({ type, value });
  for (const value of ['.*', '.', '^https?://', '^.+$', '/']) assert.equal(allows(value), true, value);
  for (const value of ['', '^https://a\\.example/', 'https://.*', '^https?://[^/]+\\.example\\.org/', '(', '(?i)^x'])
    assert.equal(allows(value), false, value);
  assert.equal(allows('.*', 'literal'), false);
});
