import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolated } from '../../../elements/kit/isolated.js';

test('the text direction of a name is isolated from the text around it', () => {
  for (const plain of ['', 'Errors of the shop', '<b>', 'Größe 日本語 👍', '"quoted"'])
    assert.equal(isolated(plain), plain);
  const table: [string, string][] = [
    ['\u202etxt', '\u2068\u202etxt\u2069'],
    ['שגיאות', '\u2068שגיאות\u2069'],
    ['أخطاء 5', '\u2068أخطاء 5\u2069'],
    ['\u200fx', '\u2068\u200fx\u2069'],
    ['\u{10800}', '\u2068\u{10800}\u2069'],
    // A value cannot end its own directional isolation.
    ['a\u2069\u202eb', '\u2068a\u202eb\u2069'],
    ['a\u2067b', '\u2068ab\u2069'],
  ];
  for (const [name, text] of table) assert.equal(isolated(name), text);
});
