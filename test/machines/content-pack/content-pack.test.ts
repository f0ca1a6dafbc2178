/** Tests the pure parts of the content pack pages: differences of texts, parameter values, pack drafts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differingParts, linePairs } from '../../../machines/content-pack/line-pairs.js';
import {
  bindingsIn,
  fits,
  packOfDraft,
  renamedIn,
  urlProblem,
  usesOf,
  valuePlaces,
} from '../../../machines/content-pack/pack-draft.js';
import { valueOfText, valueReferences } from '../../../machines/content-pack/parameter-values.js';

test('equal lines of two texts are side by side, and other lines beside their replacements', () => {
  const shown = (a: string, b: string) =>
    linePairs(a, b).map(
      ({ left, right, same }) =>
        `${left?.number ?? ''}${left?.text ?? ''}|${right?.number ?? ''}${right?.text ?? ''}${same ? '' : ' *'}`,
    );
  assert.deepEqual(shown('a\nb\nc', 'a\nx\nc\nd'), ['1a|1a', '2b|2x *', '3c|3c', '|4d *']);
  assert.deepEqual(shown('a\r\nb', 'b'), ['1a| *', '2b|1b']);
  assert.deepEqual(shown('', ''), ['1|1']);
  const long = Array.from({ length: 5_000 }, (_, at) => String(at)).join('\n');
  assert.equal(
    linePairs(long, long).every(({ same }) => same),
    true,
  );
});

test('equal lines that are far from a difference are omitted', () => {
  const text = (lines: readonly string[]) => lines.join('\n');
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const shown = (a: readonly string[], b: readonly string[]) =>
    differingParts(linePairs(text(a), text(b)), 1).map((part) =>
      'equal' in part ? `…${part.equal}` : `${part.left?.number ?? ''}|${part.right?.number ?? ''}`,
    );
  assert.deepEqual(shown(lines, lines.with(9, 'other')), ['…8', '9|9', '10|10', '11|11', '…9']);
  assert.deepEqual(shown(lines, [...lines, 'more']), ['…19', '20|20', '|21']);
  assert.deepEqual(
    shown(lines.slice(0, 3), lines.slice(0, 3)),
    ['1|1', '2|2', '3|3'],
    'short equal texts are shown completely',
  );
  assert.deepEqual(
    shown(['a', 'b', 'c'], ['x', 'b', 'y']),
    ['1|1', '2|2', '3|3'],
    'all lines are shown if none is far from a difference',
  );
});

test("texts of form fields become values of the parameter's type", () => {
  const table: [type: Parameters<typeof valueOfText>[0], text: string, value: unknown][] = [
    ['integer', ' 514 ', 514],
    ['integer', '5.5', undefined],
    ['long', '-7', -7],
    ['double', '0.5', 0.5],
    ['double', 'x', undefined],
    ['boolean', 'true', true],
    ['boolean', 'yes', undefined],
    ['string', ' a ', ' a '],
    ['string', '', undefined],
  ];
  for (const [type, text, value] of table)
    assert.equal(valueOfText(type, text), value, `"${text}" is converted to the type ${type}`);
  const parameter = { name: 'P', title: 'P', description: '', type: 'integer', default_value: 5 } as const;
  assert.deepEqual(valueReferences([parameter], {}), { P: { '@type': 'integer', '@value': 5 } });
  assert.deepEqual(valueReferences([parameter], { P: '' }), {});
});

test('a draft of a content pack inserts parameters at their bound places, and finds those of an earlier version', () => {
  const data = {
    title: { '@type': 'string', '@value': 'T' },
    configuration: { ports: [{ '@type': 'integer', '@value': 1 }] },
    plain: 'x',
  };
  const entity = { v: '1', type: { name: 'input', version: '1' }, id: 'e', data, constraints: [] } as const;
  assert.deepEqual(
    valuePlaces(data).map(({ path }) => path),
    ['title', 'configuration.ports[0]'],
  );
  const bindings = { e: { 'configuration.ports[0]': 'PORT' } };
  const about = { id: 'p', rev: 1, name: 'n', summary: '', description: '', vendor: '', url: '' };
  const made = packOfDraft({ about, parameters: [], entities: [{ ...entity, constraints: [] }], bindings });
  assert.deepEqual(made.entities[0]?.data, {
    ...data,
    configuration: { ports: [{ '@type': 'parameter', '@value': 'PORT' }] },
  });
  assert.deepEqual(bindingsIn(made.entities), bindings);
  assert.equal(usesOf('PORT', bindings), 1);
  assert.equal(usesOf('P2', renamedIn(bindings, 'PORT', 'P2')), 1);
  assert.deepEqual(
    [fits({ type: 'integer' }, { type: 'long' }), fits({ type: 'string' }, { type: 'integer' })],
    [true, false],
  );
  assert.deepEqual(['', 'ftp://x', 'https://', 'https://a'].map(urlProblem), [undefined, 'scheme', 'url', undefined]);
});
