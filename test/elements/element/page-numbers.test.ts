/** Tests that numbers follow the language that a page sets. Without a language, they are written as in English. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configure } from '../../../elements/element/page-defaults.js';
import { formatNumber, formatPercent } from '../../../elements/kit/format.js';
import { formatAxisNumber, formatNumber as formatValue } from '../../../elements/widgets/values/number-format.js';

const numbers = () => [
  formatNumber(1_284.5),
  formatPercent(0.1977),
  formatValue(1_234_567.5),
  formatAxisNumber(0.25),
  formatAxisNumber(2_500_000),
];

test('numbers follow the language of the page, also when it changes later', () => {
  const english = ['1,284.5', '19.77%', '1,234,568', '0.25', '2.5M'];
  assert.deepEqual(numbers(), english);
  configure({ locale: 'de-DE' });
  assert.deepEqual(numbers(), ['1.284,5', '19,77%', '1.234.568', '0,25', '2,5\u00a0Mio.']);
  configure({ locale: undefined });
  assert.deepEqual(numbers(), english);
});
