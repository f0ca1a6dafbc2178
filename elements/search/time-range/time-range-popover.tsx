/**
 * Renders the time range pop-over, which is loaded when first opened; it runs the machine of the time range picker
 * while it is open (spec 2 §2, §4, §5).
 */
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode, type RefObject } from 'react';
import { fromPromise } from 'xstate';
import type { TimeRange } from '../../../api/contract/searches.js';
import {
  pickerErrors,
  pickerPreview,
  pickerRange,
  pickerShift,
  timeRangePickerMachine,
} from '../../../machines/time-range-picker/machine.js';
import { durationSeconds } from '../../../api/duration.js';
import { earliestAllowed, type RangePreset } from '../../../machines/time-range/limit.js';
import { formatInstant } from '../../../machines/time-range/local-time.js';
import { sameRange, type Span } from '../../../machines/time-range/ranges.js';
import { AbsoluteFields } from './absolute-fields.js';
import { useFieldStyles } from './field-styles.js';
import { KeywordFields } from './keyword-fields.js';
import { amountText, spanText } from './range-text.js';
import { RelativeFields } from './relative-fields.js';
import type { RangeChoice } from './time-range-control.js';
import { TimeRangeFloat } from './time-range-float.js';
import { pickerTexts } from './texts.js';

export interface TimeRangePopoverProps {
  readonly anchor: RefObject<HTMLElement | null>;
  /** Current range; undefined on a dashboard whose widgets use their own ranges. */
  readonly range: TimeRange | undefined;
  readonly timezone: string;
  readonly locale: string;
  /** Longest allowed range: the setting `query_time_range_limit`, an ISO 8601 duration; undefined: no limit. */
  readonly limit: string | undefined;
  readonly presets: readonly RangePreset[];
  /** Recently searched ranges, newest first. */
  readonly recent?: readonly RangeChoice[];
  readonly configure: ReactNode;
  /** Resolves a keyword to a span; `unknown` if the keyword cannot be parsed. */
  readonly checkKeyword: (keyword: string, timezone: string) => Promise<Span | 'unknown'>;
  readonly onApply: (range: TimeRange) => void;
  readonly onCancel: () => void;
  /** Called by "No Override", which is offered on dashboards. */
  readonly onClear?: (() => void) | undefined;
}

export function TimeRangePopover(props: TimeRangePopoverProps) {
  const { anchor, range, timezone, locale, limit, presets, recent = [], configure } = props;
  const { checkKeyword, onApply, onCancel, onClear } = props;
  const [input, setInput] = useState<'calendar' | 'timestamp'>('calendar');
  const machine = useMemo(
    () =>
      timeRangePickerMachine.provide({
        actors: {
          checkKeyword: fromPromise<Span | 'unknown', { keyword: string; zone: string }>(
            ({ input: { keyword, zone } }) => checkKeyword(keyword, zone),
          ),
        },
      }),
    [checkKeyword],
  );
  const [state, send] = useMachine(machine, { input: { range, zone: timezone, limit } });
  const { form } = state.context;
  const errors = pickerErrors(state.context);
  const preview = pickerPreview(state.context);
  const checking = state.matches({ editing: 'checking' });
  const chosen = pickerRange(state.context);
  const limitSeconds = limit === undefined ? 0 : durationSeconds(limit);
  const earliest = earliestAllowed(limit, Date.now());

  const field = useFieldStyles();
  const shift = (direction: -1 | 1) =>
    pickerShift(state.context, direction) && (() => send({ type: 'range.shifted', direction }));

  const applied = state.output?.range;
  // The range is applied once, even if the component renders again before it closes.
  const apply = useEffectEvent(onApply);
  useEffect(() => {
    if (applied) apply(applied);
  }, [applied]);

  return (
    <TimeRangeFloat
      anchor={anchor}
      tab={form.tab === 'none' ? undefined : form.tab}
      onTab={(tab) => send({ type: 'tab.selected', tab })}
      preview={preview && spanText(preview, timezone)}
      limit={limitSeconds > 0 ? pickerTexts.limited(amountText(limitSeconds)) : undefined}
      configure={configure}
      timezone={timezone}
      // A submit while a keyword is being checked is accepted: the machine applies the range once the server has
      // resolved it.
      valid={checking || chosen !== undefined}
      onApply={() => send({ type: 'submitted' })}
      onCancel={onCancel}
      onClear={onClear}
      onEarlier={shift(-1)}
      onLater={shift(1)}
      recent={recent.map((choice) => ({
        label: choice.label,
        chosen: sameRange(choice.range, chosen),
        onChoose: () => send({ type: 'preset.chosen', range: choice.range }),
      }))}
    >
      {form.tab === 'none' && <p className={field.help}>{pickerTexts.noOverrideHelp}</p>}
      {form.tab === 'relative' && (
        <RelativeFields
          from={form.from}
          until={form.until}
          errors={errors}
          limitSeconds={limitSeconds}
          onChange={(side, value) => send({ type: 'relative.changed', side, value })}
          presets={presets.map((preset) => ({
            key: preset.period,
            label: preset.label,
            chosen: sameRange(preset.range, chosen),
          }))}
          onPreset={(period) => {
            const preset = presets.find((one) => one.period === period);
            if (preset) send({ type: 'preset.chosen', range: preset.range });
          }}
        />
      )}
      {form.tab === 'absolute' && (
        <AbsoluteFields
          from={form.from}
          until={form.until}
          errors={errors}
          input={input}
          onInput={setInput}
          now={() => formatInstant(Date.now(), timezone)}
          earliest={earliest === undefined ? undefined : formatInstant(earliest, timezone).slice(0, 10)}
          locale={locale}
          onChange={(side, text) => send({ type: 'absolute.changed', side, text })}
        />
      )}
      {form.tab === 'keyword' && (
        <KeywordFields
          keyword={form.keyword}
          error={errors.keyword}
          checking={checking}
          onChange={(keyword) => send({ type: 'keyword.changed', keyword })}
        />
      )}
    </TimeRangeFloat>
  );
}
