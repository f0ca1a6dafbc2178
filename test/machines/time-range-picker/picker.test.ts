import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { Span } from '../../../machines/time-range/ranges.js';
import { timeRangeTexts } from '../../../machines/time-range/texts.js';
import type { RangeForm, RangeSetting, RelativeSide } from '../../../machines/time-range-picker/form.js';
import {
  convertForm,
  errorsOf,
  formOf,
  hasErrors,
  previewOf,
  rangeOf,
} from '../../../machines/time-range-picker/form.js';
import {
  pickerErrors,
  pickerPreview,
  pickerRange,
  timeRangePickerMachine,
} from '../../../machines/time-range-picker/machine.js';
import { done } from '../internal-events.js';
import { walk } from '../transitions.js';

const now = Date.UTC(2024, 2, 1, 10);
const setting: RangeSetting = { zone: 'Europe/Berlin', now };
const ago = (value: number | null, unit: RelativeSide['unit'] = 'minutes'): RelativeSide => ({
  value,
  unit,
  open: false,
});
const open: RelativeSide = { value: 5, unit: 'minutes', open: true };
const relative = (from: RelativeSide, until: RelativeSide = open): RangeForm => ({ tab: 'relative', from, until });
const absolute = (from: string, until: string): RangeForm => ({ tab: 'absolute', from, until });

test('every range is unchanged after conversion to the form and back', () => {
  const ranges: TimeRange[] = [
    { type: 'relative', range: 0 },
    { type: 'relative', from: 300 },
    { type: 'relative', from: 90, to: 30 },
    { type: 'absolute', from: '2024-02-29T23:00:00.000+00:00', to: '2024-03-01T09:15:00.123+00:00' },
    { type: 'keyword', keyword: 'last week', timezone: 'Europe/Berlin' },
  ];
  for (const range of ranges) assert.deepEqual(rangeOf(formOf(range, setting), setting), range);
  assert.equal(rangeOf(formOf(undefined, setting), setting), undefined);
  assert.deepEqual(rangeOf(formOf({ type: 'relative', range: 600 }, setting), setting), {
    type: 'relative',
    from: 600,
  });
  assert.deepEqual(formOf(ranges[3], setting), absolute('2024-03-01 00:00:00.000', '2024-03-01 10:15:00.123'));
});

test('switching tabs converts the range', () => {
  assert.deepEqual(
    convertForm(relative(ago(10), ago(5)), 'absolute', setting),
    absolute('2024-03-01 10:50:00.000', '2024-03-01 10:55:00.000'),
  );
  assert.deepEqual(
    convertForm(relative(open), 'absolute', setting),
    absolute('1970-01-01 01:00:00.000', '2024-03-01 11:00:00.000'),
  );
  assert.deepEqual(
    convertForm({ tab: 'none' }, 'absolute', setting),
    absolute('2024-03-01 10:55:00.000', '2024-03-01 11:00:00.000'),
  );
  const keyword: Span = { from: now - 3_600_000, to: now };
  assert.deepEqual(
    convertForm({ tab: 'keyword', keyword: 'last hour' }, 'absolute', { ...setting, keyword }),
    absolute('2024-03-01 10:00:00.000', '2024-03-01 11:00:00.000'),
  );
  assert.deepEqual(rangeOf(convertForm(absolute('2024-01-01', '2024-01-02'), 'relative', setting), setting), {
    type: 'relative',
    from: 300,
  });
  assert.deepEqual(convertForm(relative(ago(5)), 'keyword', setting), { tab: 'keyword', keyword: 'Last five minutes' });
  assert.deepEqual(convertForm(relative(ago(5)), 'none', setting), { tab: 'none' });
});

test('each validation rule of a time range has the exact text of the specification', () => {
  const table: [RangeForm, Partial<RangeSetting>, object][] = [
    [relative(ago(5)), {}, {}],
    [relative(ago(null)), {}, { from: timeRangeTexts.empty }],
    [relative(ago(5), ago(null)), {}, { until: 'Cannot be empty.' }],
    [relative(ago(0)), {}, { from: 'Must be greater than 0.' }],
    [relative(ago(5), ago(5)), {}, { until: 'The "Until" date must come after the "From" date.' }],
    [relative(ago(2, 'days')), { limit: 'P1D' }, { from: 'Range is outside limit duration.' }],
    [relative(open), { limit: 'P1D' }, { from: 'Range is outside limit duration.' }],
    [relative(ago(1, 'days')), { limit: 'P1D' }, {}],
    [absolute('2024-03-01', '2024-03-01 00:00:00.001'), {}, {}],
    [
      absolute('2024-3-1', 'x'),
      {},
      { from: 'Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]].', until: timeRangeTexts.format },
    ],
    [absolute('2024-03-01', '2024-03-01'), {}, { until: 'The "Until" date must come after the "From" date.' }],
    [absolute('2024-02-28', '2024-03-01'), { limit: 'P1D' }, { from: 'Date is outside limit duration.' }],
    [{ tab: 'keyword', keyword: ' ' }, {}, { keyword: 'Keyword must not be empty!' }],
    [{ tab: 'keyword', keyword: 'blah' }, { keyword: 'unknown' }, { keyword: 'Unable to parse keyword.' }],
    [
      { tab: 'keyword', keyword: 'last year' },
      { keyword: { from: 0, to: now }, limit: 'P1D' },
      { keyword: 'Range is outside limit duration.' },
    ],
    [{ tab: 'keyword', keyword: 'last year' }, {}, {}],
    [{ tab: 'none' }, { limit: 'P1D' }, {}],
  ];
  for (const [form, changes, expected] of table) {
    const errors = errorsOf(form, { ...setting, ...changes });
    assert.deepEqual(errors, expected, JSON.stringify(form));
    if (hasErrors(errors)) {
      assert.equal(rangeOf(form, { ...setting, ...changes }), undefined);
      assert.equal(previewOf(form, { ...setting, ...changes }), undefined);
    }
  }
});

test('on every path only valid forms are applied, exactly as they were entered', () => {
  const { paths, transitions } = walk(getShortestPaths, timeRangePickerMachine, {
    input: { range: { type: 'relative', from: 300 }, zone: 'UTC', limit: 'P1D', clock: () => now },
    events: [
      { type: 'tab.selected', tab: 'absolute' },
      { type: 'tab.selected', tab: 'keyword' },
      { type: 'tab.selected', tab: 'relative' },
      { type: 'tab.selected', tab: 'none' },
      { type: 'relative.changed', side: 'from', value: ago(null) },
      { type: 'relative.changed', side: 'from', value: open },
      { type: 'relative.changed', side: 'until', value: ago(1) },
      { type: 'absolute.changed', side: 'until', text: '2024-02-01' },
      { type: 'keyword.changed', keyword: '' },
      { type: 'preset.chosen', range: { type: 'relative', from: 900 } },
      done('timeRangePicker.editing.checking', { from: now - 1000, to: now }),
      done('timeRangePicker.editing.checking', 'unknown'),
      { type: 'submitted' },
      { type: 'cancelled' },
    ],
    serializeState: ({ value, context: { form, keyword } }) => JSON.stringify([value, form, keyword]),
    limit: 5000,
  });
  assert.deepEqual(transitions, {
    applied: {},
    cancelled: {},
    'editing.checking.asked': {
      cancelled: 'cancelled',
      'done editing.checking': 'editing.settled',
      'keyword.changed': 'editing.settled',
      'preset.chosen': 'editing.settled',
      submitted: 'editing.checking.submitted',
      'tab.selected': 'editing.checking.asked | editing.settled',
    },
    'editing.checking.submitted': {
      'absolute.changed': 'editing.checking.asked',
      cancelled: 'cancelled',
      'done editing.checking': 'applied | editing.settled',
      'keyword.changed': 'editing.settled',
      'preset.chosen': 'editing.settled',
      'relative.changed': 'editing.checking.asked',
      'tab.selected': 'editing.checking.asked | editing.settled',
    },
    'editing.settled': {
      'absolute.changed': 'editing.checking.asked | editing.settled',
      cancelled: 'cancelled',
      'relative.changed': 'editing.checking.asked | editing.settled',
      submitted: 'applied | editing.settled',
      'tab.selected': 'editing.checking.asked | editing.settled',
    },
  });
  const ends = paths.filter(({ state }) => state.status === 'done');
  assert.ok(ends.length >= 8);
  for (const { state } of ends) {
    const applied = state.matches('applied');
    assert.equal(state.output?.applied, applied);
    if (!applied) continue;
    assert.deepEqual(pickerErrors(state.context), {});
    assert.deepEqual(state.output?.range, pickerRange(state.context));
    assert.equal(state.output?.range === undefined, state.context.form.tab === 'none');
  }
  for (const { state } of paths) {
    const { form } = state.context;
    if (form.tab === 'relative' && form.from.open)
      assert.equal(form.until.open, true, 'a range without start ends now');
    if (state.matches({ editing: 'checking' })) assert.equal(form.tab, 'keyword');
  }
});

test('a keyword is validated on each change, and the response for an older keyword is dropped', async () => {
  const waiting: { keyword: string; answer: (span: Span | 'unknown') => void }[] = [];
  const picker = createActor(
    timeRangePickerMachine.provide({
      actors: {
        checkKeyword: fromPromise(
          ({ input: { keyword } }) => new Promise((answer) => waiting.push({ keyword, answer })),
        ),
      },
    }),
    { input: { range: { type: 'keyword', keyword: 'last hour' }, zone: 'UTC', clock: () => now } },
  ).start();
  picker.send({ type: 'keyword.changed', keyword: 'last day' });
  assert.ok(picker.getSnapshot().matches({ editing: 'checking' }));
  assert.deepEqual(
    waiting.map(({ keyword }) => keyword),
    ['last hour', 'last day'],
  );
  waiting[0]?.answer({ from: 0, to: 1 });
  waiting[1]?.answer({ from: now - 86_400_000, to: now });
  await waitFor(picker, (state) => state.matches({ editing: 'settled' }));
  assert.deepEqual(pickerPreview(picker.getSnapshot().context), { from: now - 86_400_000, to: now });
  picker.send({ type: 'submitted' });
  assert.deepEqual(picker.getSnapshot().output, {
    applied: true,
    range: { type: 'keyword', keyword: 'last day', timezone: 'UTC' },
  });
});

test('a keyword that is submitted during its validation is applied only if it is valid', async () => {
  const checked = { from: now - 86_400_000, to: now };
  const table: [answer: Span | 'unknown' | Error, then: string | undefined, applied: boolean][] = [
    [checked, undefined, true],
    ['unknown', undefined, false],
    [{ from: 0, to: now }, undefined, false],
    [new Error('no answer'), undefined, true],
    [checked, 'last year', false],
  ];
  for (const [answer, then, applied] of table) {
    const answered: (() => void)[] = [];
    const picker = createActor(
      timeRangePickerMachine.provide({
        actors: {
          checkKeyword: fromPromise<Span | 'unknown', { keyword: string; zone: string }>(async () => {
            await new Promise<void>((resolve) => answered.push(resolve));
            if (answer instanceof Error) throw answer;
            return answer;
          }),
        },
      }),
      { input: { range: { type: 'keyword', keyword: 'last day' }, zone: 'UTC', limit: 'P2D', clock: () => now } },
    ).start();
    picker.send({ type: 'submitted' });
    assert.ok(
      picker.getSnapshot().matches({ editing: { checking: 'submitted' } }),
      'the keyword is not applied during its validation',
    );
    // Typing after the submission cancels it.
    if (then !== undefined) picker.send({ type: 'keyword.changed', keyword: then });
    for (const resolve of answered) resolve();
    const end = await waitFor(picker, (state) => !state.matches({ editing: 'checking' }));
    assert.equal(end.matches('applied'), applied, String(answer));
    assert.deepEqual(
      end.output,
      applied ? { applied: true, range: { type: 'keyword', keyword: 'last day', timezone: 'UTC' } } : undefined,
    );
  }
});
