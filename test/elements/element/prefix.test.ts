import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefixerPlugin } from '../../../elements/element/theme/prefix.js';

const written = (type: string, value: string): string => {
  const node = { type, value, return: '' };
  prefixerPlugin(node);
  return node.return || node.value;
};

test('user-select is also written with the prefix of Safari, and every other property stays unchanged', () => {
  assert.equal(written('decl', 'user-select:none;'), '-webkit-user-select:none;user-select:none;');
  assert.equal(written('decl', 'appearance:none;'), 'appearance:none;');
  assert.equal(written('rule', 'user-select:hover'), 'user-select:hover');
});

test('a declaration that an earlier plug-in of the style compiler has written is kept', () => {
  const node = { type: 'decl', value: 'user-select:none;', return: 'color:red;' };
  prefixerPlugin(node);
  assert.equal(node.return, 'color:red;');
});
