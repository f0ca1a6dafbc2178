import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchesDefaults } from '../../../api/contract/cluster-config-names.js';
import {
  configOfForm,
  defaultRefreshOf,
  errorsOfConfig,
  fieldErrorsOfConfig,
  formOfConfig,
  normalPeriod,
  periodText,
  searchesConfigTexts,
  withLimit,
  withOption,
  withOptionAdded,
  withoutOption,
} from '../../../machines/time-range/searches-config-form.js';

const form = formOfConfig(searchesDefaults);

test('a configuration is unchanged after conversion to the form and back, including members that the form lacks', () => {
  const config = { ...searchesDefaults, cancel_after: 'PT1M' };
  assert.deepEqual({ ...config, ...configOfForm(formOfConfig(config)) }, config);
  assert.equal('cancel_after' in configOfForm(formOfConfig(config)), false);
  assert.deepEqual(fieldErrorsOfConfig(form), {});
});

test('typed periods are accepted and described in words', () => {
  assert.equal(normalPeriod(' t15m'), 'PT15M');
  assert.equal(normalPeriod('p1d'), 'P1D');
  for (const [typed, period] of [
    ['5 minutes', 'PT5M'],
    ['5min', 'PT5M'],
    ['1 hour 30 minutes', 'PT1H30M'],
    ['1 day, 2 hours and 1 second', 'P1DT2H1S'],
    ['2 MONTHS', 'P2M'],
    // These texts are no valid periods, so the form leaves them to the error message of the field.
    ['5 minutes 1 hour', 'P5 MINUTES 1 HOUR'],
    ['5 minuets', 'P5 MINUETS'],
  ] as const)
    assert.equal(normalPeriod(typed), period, typed);
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['P1DT2H', '1 day 2 hours'],
    ['p1y2m', '1 year 2 months'],
    ['PT90S', '1 minute 30 seconds'],
    ['PT0S', '0 seconds'],
    ['soon', undefined],
    ['', undefined],
  ];
  for (const [period, text] of cases) assert.equal(periodText(period), text);
});

test('the limit starts with 30 days, and no limit is stored as a period of length zero', () => {
  const limited = withLimit(form, true);
  assert.equal(configOfForm(limited).query_time_range_limit, 'P30D');
  assert.equal(errorsOfConfig({ ...limited, limit: 'x' }).limit, searchesConfigTexts.invalid);
  assert.equal(errorsOfConfig({ ...limited, limit: 'PT0S' }).limit, searchesConfigTexts.invalid);
  const off = withLimit({ ...limited, limit: 'P7D' }, false);
  assert.equal(configOfForm(off).query_time_range_limit, 'PT0S');
  assert.deepEqual(fieldErrorsOfConfig({ ...off, limit: 'x' }), {});
});

test('each option needs a valid unique duration and a name', () => {
  const added = withOptionAdded(form, 'refresh');
  const row = added.refresh.at(-1);
  assert.ok(row);
  const error = (period: string, label = 'x') =>
    errorsOfConfig(withOption(added, 'refresh', { ...row, period, label })).refresh[row.id];
  assert.equal(error(''), searchesConfigTexts.invalid);
  assert.equal(error('PT0.5S'), searchesConfigTexts.refreshTooShort);
  assert.equal(error('PT0S'), searchesConfigTexts.invalid);
  assert.equal(error('t5s'), searchesConfigTexts.twice);
  assert.equal(error('PT7S', ' '), searchesConfigTexts.required);
  assert.equal(error('PT7S'), undefined);
  // All time is allowed among the presets only.
  const all = { ...form, relative: [{ id: 0, period: 'PT0S', label: 'all' }] };
  assert.deepEqual(errorsOfConfig(all).relative, {});
});

test('the default refresh falls back to the first remaining interval; at least one must remain', () => {
  const five = form.refresh.find(({ period }) => period === 'PT5S');
  assert.ok(five);
  assert.equal(defaultRefreshOf(form), 'PT5S');
  assert.equal(defaultRefreshOf(withoutOption(form, 'refresh', five.id)), 'PT1S');
  const none = { ...form, refresh: [], filterFields: ' , ', disabledFields: '' };
  const errors = errorsOfConfig(none);
  assert.equal(errors.noRefresh, searchesConfigTexts.noRefresh);
  assert.equal(errors.filterFields, searchesConfigTexts.required);
  assert.equal(fieldErrorsOfConfig(none).refresh, searchesConfigTexts.noRefresh);
});
