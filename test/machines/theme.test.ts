import assert from 'node:assert/strict';
import { test } from 'node:test';
import { themeModeOf } from '../../machines/theme.js';

test('unknown stored themes count as none', () => {
  assert.deepEqual(
    ['noir', 'teint', 'dark', null].map((value) => themeModeOf(value)),
    ['noir', 'teint', undefined, undefined],
  );
});
