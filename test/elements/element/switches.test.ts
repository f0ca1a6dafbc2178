/** Tests the attributes `hide` and `allow`: their effect together with `readonly`, and the words that they reject. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refinements, refusedBy, switchAttributes, switchesOf } from '../../../elements/element/switches.js';

const cases: readonly [string, Parameters<typeof switchesOf>[0], boolean, readonly string[]][] = [
  ['an element without switches allows every change', { readonly: false }, false, ['query', 'range', 'filter']],
  ['a read-only element allows no change', { readonly: true }, true, []],
  [
    'an element with `allow` is read-only except for the allowed changes',
    { readonly: false, allow: ['range'] },
    true,
    ['range'],
  ],
  ['`readonly` does not revoke the changes of `allow`', { readonly: true, allow: ['query'] }, true, ['query']],
];
for (const [name, values, readonly, open] of cases) {
  test(name, () => {
    const switches = switchesOf(values);
    assert.equal(switches.readonly, readonly);
    assert.deepEqual(refinements.filter(switches.allows), open);
  });
}

for (const [name, permissions, values, open] of [
  ['before the token is known, only variables can be changed', undefined, {}, ['variables']],
  ['a token for a view allows time ranges and no additions to the query', ['embed:range'], {}, ['range', 'variables']],
  ['the page can refuse a change that the token allows', ['embed:range'], { allow: ['filter'] }, ['variables']],
  [
    'the page cannot allow a change that the token refuses',
    ['embed:edit'],
    { allow: ['query', 'range', 'filter'] },
    ['variables'],
  ],
  [
    'a token that allows queries allows added values',
    ['embed:query', 'embed:range'],
    { allow: ['filter'] },
    ['filter', 'variables'],
  ],
] as const) {
  test(`for guests, ${name}`, () => {
    const switches = switchesOf({ readonly: false, ...values }, refusedBy(permissions));
    assert.deepEqual([...refinements, 'variables' as const].filter(switches.allows), open);
    assert.equal(switches.hides('export'), true);
  });
}

test('a guest of streams may change the same as an account without permissions, and may download if the token allows it', () => {
  const all = ['embed:edit', 'embed:query', 'embed:range', 'embed:export'];
  const switches = switchesOf({ readonly: false }, refusedBy(all));
  assert.deepEqual([switches.readonly, switches.hides('export')], [false, false]);
  assert.equal(switchesOf({ readonly: false }, refusedBy(['embed:query'])).readonly, true);
});

test('the attribute hide names parts in any order, separated by spaces or commas', () => {
  const hide = switchAttributes.hide.parse(' export,title  tabs');
  const { hides } = switchesOf({ readonly: false, hide });
  assert.deepEqual([hides('title'), hides('tabs'), hides('filter'), hides('export')], [true, true, false, true]);
});

test('the attributes hide and allow reject an unknown word and list the valid words', () => {
  assert.throws(
    () => switchAttributes.hide.parse('title menu'),
    /some of title, tabs, filter, export, refresh.*"menu"/,
  );
  assert.throws(() => switchAttributes.allow.accept(['save']), /some of query, range, filter/);
});
