/** Tests the display settings of message tables, as stored in views that other consoles read as well. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from '@sinclair/typebox/value';
import { ViewState } from '../../../api/contract/views.schema.js';
import { tableLookKind, tableLookOf, titlesWithLook } from '../../../machines/view/table-look.js';

test('the display settings of a table are unchanged after storing and reading, and stored in a form that other consoles accept', () => {
  const look = { widths: { source: 240 }, density: 'compact', wrap: false, numbers: true, endless: true } as const;
  const titles = titlesWithLook({ widget: { t: 'Mine' }, tab: { title: 'One' } }, 't', look);
  assert.deepEqual(tableLookOf({ titles }, 't'), look);
  assert.deepEqual(titles['widget'], { t: 'Mine' });
  assert.deepEqual(titles['tab'], { title: 'One' });
  const state = { widgets: [], widget_mapping: {}, positions: {}, titles };
  assert.deepEqual([...Value.Errors(ViewState, state)], []);
});

test('a table with the default display settings stores nothing, and other tables keep theirs', () => {
  const titles = titlesWithLook(titlesWithLook({}, 'a', { wrap: false }), 'b', { numbers: true });
  assert.deepEqual(tableLookOf({ titles: titlesWithLook(titles, 'a', {}) }, 'b'), { numbers: true });
  assert.deepEqual(titlesWithLook(titlesWithLook(titles, 'a', {}), 'b', { widths: {} }), {});
});

test('unknown parts of the display settings of a table are kept and not shown', () => {
  const stored = (text: string) => ({ [tableLookKind]: { t: text } });
  for (const text of ['', 'null', '[]', '{', '"x"', '{"widths":3,"wrap":"no","density":"airy"}']) {
    assert.deepEqual(tableLookOf({ titles: stored(text) }, 't'), {}, text);
  }
  assert.deepEqual(tableLookOf({ titles: stored('{"widths":{"a":"wide","b":1,"c":99999}}') }, 't'), {
    widths: { b: 48, c: 2000 },
  });
  const kept = titlesWithLook(stored('{"palette":"night","wrap":true}'), 't', { wrap: false });
  assert.deepEqual(JSON.parse(kept[tableLookKind]?.['t'] ?? ''), { palette: 'night', wrap: false });
});
