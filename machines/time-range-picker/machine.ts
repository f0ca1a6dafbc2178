/**
 * The time range pop-over while it is open (spec 2 §2, §4, §5; screens/search.md §3).
 *
 * ```
 * editing: settled ◀─▶ checking (a keyword, on each change)          ─ submitted (valid) ─▶ applied
 *                                                                    ─ cancelled ─▶ cancelled
 * ```
 * - `submitted` while the server checks a keyword is remembered: the answer applies the range or shows the error.
 * - `tab.selected` switches the tab: absolute times are converted from the range, other tabs start with their defaults;
 *   `none` removes the override (dashboards).
 * - `range.shifted` replaces the range by the absolute range directly before or after it, with the same length.
 * - `relative.changed`, `absolute.changed` and `keyword.changed` edit the current tab; `preset.chosen` replaces the
 *   range.
 * - Checking "All Time" also sets Until to "Now".
 * - A change while the server checks a keyword drops the check.
 *
 * The machine's output is `{ applied, range }`; an applied range of `undefined` removes the override.
 */
import { assign, setup, stateIn } from 'xstate';
import type { AbsoluteRange, TimeRange } from '../../api/contract/searches.js';
import { requested } from '../actor.js';
import { formatInstant } from '../time-range/local-time.js';
import type { Span } from '../time-range/ranges.js';
import { shiftedRange } from '../time-range/shift.js';
import type { RangeErrors, RangeForm, RangeSetting, RangeSide, RangeTab, RelativeSide } from './form.js';
import { convertForm, errorsOf, formOf, hasErrors, now as untilNow, previewOf, rangeOf } from './form.js';

export interface TimeRangePickerInput {
  /** Time range in the query bar; undefined: there is no override. */
  readonly range: TimeRange | undefined;
  /** IANA name of the user's time zone. */
  readonly zone: string;
  readonly limit?: string | undefined;
  readonly clock?: (() => number) | undefined;
}

export interface TimeRangePickerContext {
  readonly form: RangeForm;
  readonly zone: string;
  readonly limit: string | undefined;
  readonly clock: () => number;
  /** Start and end to which the server resolved the keyword in the form; undefined: not resolved. */
  readonly keyword: Span | 'unknown' | undefined;
  /** Reason why the last check of a keyword failed; an unknown keyword is no failure. */
  readonly checkFailure: unknown;
  readonly applied: boolean;
}

export interface TimeRangePickerOutput {
  /** False when the user cancelled the pop-over. */
  readonly applied: boolean;
  /** Time range that the user chose; undefined removes the override. */
  readonly range: TimeRange | undefined;
}

export type TimeRangePickerEvent =
  | { type: 'tab.selected'; tab: RangeTab }
  | { type: 'relative.changed'; side: RangeSide; value: RelativeSide }
  | { type: 'absolute.changed'; side: RangeSide; text: string }
  | { type: 'absolute.setToNow'; side: RangeSide }
  | { type: 'keyword.changed'; keyword: string }
  | { type: 'preset.chosen'; range: TimeRange }
  /** Moves the range to the range directly before (-1) or after (1), with the same length. */
  | { type: 'range.shifted'; direction: -1 | 1 }
  | { type: 'submitted' }
  | { type: 'cancelled' };

type PickerView = Pick<TimeRangePickerContext, 'form' | 'zone' | 'limit' | 'clock' | 'keyword'>;

const settingOf = ({ zone, limit, clock, keyword }: PickerView): RangeSetting => ({
  zone,
  limit,
  now: clock(),
  keyword,
});

/** Returns the errors of the form by field. */
export function pickerErrors(context: PickerView): RangeErrors {
  return errorsOf(context.form, settingOf(context));
}
/** Returns start and end of the chosen range for the preview; undefined: the preview shows dashes. */
export function pickerPreview(context: PickerView): Span | undefined {
  return previewOf(context.form, settingOf(context));
}
/** Returns the range directly before (-1) or after (1) the range in the form; undefined if there is no such range. */
export function pickerShift(context: PickerView, direction: -1 | 1): AbsoluteRange | undefined {
  const span = pickerPreview(context);
  return span && shiftedRange(span, direction, context.clock(), context.limit);
}
export function pickerRange(context: PickerView): TimeRange | undefined {
  return rangeOf(context.form, settingOf(context));
}

const isKeyword = (form: RangeForm): form is RangeForm & { tab: 'keyword' } => form.tab === 'keyword';

const answered = ({ event }: { event: { output: Span | 'unknown' } }) => ({ keyword: event.output });
const failed = ({ event }: { event: { error: unknown } }) => ({ checkFailure: event.error });

export const timeRangePickerMachine = setup({
  types: {
    context: {} as TimeRangePickerContext,
    events: {} as TimeRangePickerEvent,
    input: {} as TimeRangePickerInput,
    output: {} as TimeRangePickerOutput,
  },
  actors: {
    /** Resolves a keyword to start and end; returns `unknown` if the server does not know the words. */
    checkKeyword: requested<Span | 'unknown', { keyword: string; zone: string }>('checkKeyword'),
  },
  actions: {
    setForm: assign((_, { form }: { form: RangeForm }) => ({ form, keyword: undefined, checkFailure: undefined })),
    setKeyword: assign((_, { keyword }: { keyword: Span | 'unknown' }) => ({ keyword })),
    setFailure: assign((_, { checkFailure }: { checkFailure: unknown }) => ({ checkFailure })),
  },
  guards: {
    isKeywordToCheck: ({ context: { form } }) => isKeyword(form) && form.keyword.trim() !== '',
    isValid: ({ context }) => !hasErrors(pickerErrors(context)),
    isSubmitted: stateIn('#timeRangePicker.editing.checking.submitted'),
  },
}).createMachine({
  id: 'timeRangePicker',
  context: ({ input }) => ({
    form: formOf(input.range, input),
    zone: input.zone,
    limit: input.limit,
    clock: input.clock ?? Date.now,
    keyword: undefined,
    checkFailure: undefined,
    applied: false,
  }),
  output: ({ context }) => ({ applied: context.applied, range: context.applied ? pickerRange(context) : undefined }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'deciding',
      on: {
        'tab.selected': {
          target: '.deciding',
          actions: {
            type: 'setForm',
            params: ({ context, event }) => ({ form: convertForm(context.form, event.tab, settingOf(context)) }),
          },
        },
        'relative.changed': {
          target: '.deciding',
          actions: {
            type: 'setForm',
            params: ({ context: { form }, event: { side, value } }) => ({ form: withRelative(form, side, value) }),
          },
        },
        'absolute.changed': {
          target: '.deciding',
          actions: {
            type: 'setForm',
            params: ({ context: { form }, event: { side, text } }) => ({
              form: form.tab === 'absolute' ? { ...form, [side]: text } : form,
            }),
          },
        },
        'absolute.setToNow': {
          target: '.deciding',
          actions: {
            type: 'setForm',
            params: ({ context: { form, clock, zone }, event: { side } }) => ({
              form: form.tab === 'absolute' ? { ...form, [side]: formatInstant(clock(), zone) } : form,
            }),
          },
        },
        'keyword.changed': {
          target: '.deciding',
          actions: {
            type: 'setForm',
            params: ({ context: { form }, event: { keyword } }) => ({
              form: isKeyword(form) ? { ...form, keyword } : form,
            }),
          },
        },
        'preset.chosen': {
          target: '.deciding',
          actions: { type: 'setForm', params: ({ context, event }) => ({ form: formOf(event.range, context) }) },
        },
        'range.shifted': {
          target: '.deciding',
          actions: {
            type: 'setForm',
            params: ({ context, event }) => {
              const shifted = pickerShift(context, event.direction);
              return { form: shifted ? formOf(shifted, context) : context.form };
            },
          },
        },
        cancelled: 'cancelled',
      },
      states: {
        deciding: { always: [{ guard: 'isKeywordToCheck', target: 'checking' }, { target: 'settled' }] },
        settled: { on: { submitted: 'submitting' } },
        submitting: {
          always: [
            { guard: 'isValid', target: '#timeRangePicker.applied', actions: assign({ applied: true }) },
            { target: 'settled' },
          ],
        },
        checking: {
          invoke: {
            src: 'checkKeyword',
            input: ({ context: { form, zone } }) => ({ keyword: isKeyword(form) ? form.keyword.trim() : '', zone }),
            onDone: [
              { guard: 'isSubmitted', target: 'submitting', actions: { type: 'setKeyword', params: answered } },
              { target: 'settled', actions: { type: 'setKeyword', params: answered } },
            ],
            // After a failed check the keyword may be valid or not: if it is invalid, the search reports it.
            onError: [
              { guard: 'isSubmitted', target: 'submitting', actions: { type: 'setFailure', params: failed } },
              { target: 'settled', actions: { type: 'setFailure', params: failed } },
            ],
          },
          initial: 'asked',
          states: { asked: { on: { submitted: 'submitted' } }, submitted: {} },
        },
      },
    },
    applied: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

function withRelative(form: RangeForm, side: RangeSide, value: RelativeSide): RangeForm {
  if (form.tab !== 'relative') return form;
  if (side === 'until') return { ...form, until: form.from.open ? untilNow : value };
  return { ...form, from: value, until: value.open ? untilNow : form.until };
}
