/** Tests how many tabs of dashboard pages fit into a row. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleTabs } from '../../../elements/dashboard/pages/visible-tabs.js';

const cases: readonly [name: string, widths: readonly number[], room: number, count: number][] = [
  ['all tabs are shown if they fit exactly, because the menu is not needed then', [50, 50], 100, 2],
  ['the menu takes its room as soon as one tab remains', [50, 50, 50], 139, 1],
  ['tabs that fit exactly beside the menu are shown', [50, 50, 50], 140, 2],
  ['a row that is too narrow for any tab shows one', [500], 100, 1],
  ['a dashboard without pages has no tabs', [], 100, 0],
];
for (const [name, widths, room, count] of cases)
  test(`tabs of dashboard pages: ${name}`, () => assert.equal(visibleTabs(widths, room, 40), count));
