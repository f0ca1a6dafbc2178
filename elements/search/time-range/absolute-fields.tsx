/**
 * Renders the Absolute tab of the time range picker: two calendars with times, or two timestamps. Both kinds of input
 * edit the same two texts, the local times of start and end (screens/search.md §3).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { CalendarDay20Regular } from '@fluentui/react-icons/svg/calendar-day';
import { Timer20Regular } from '@fluentui/react-icons/svg/timer';
import { useId, useState } from 'react';
import { clampTimePart, formatLocal, parseLocal } from '../../../machines/time-range/local-time.js';
import { container, space, tokens } from '../../kit/tokens.js';
import { Calendar } from './calendar.js';
import { useFieldStyles } from './field-styles.js';
import { pickerTexts } from './texts.js';

export interface AbsoluteFieldsProps {
  /** Local times as the user has typed them, possibly invalid. */
  readonly from: string;
  readonly until: string;
  readonly onChange: (side: 'from' | 'until', text: string) => void;
  readonly errors: { readonly from?: string | undefined; readonly until?: string | undefined };
  /** Returns the current local time, `YYYY-MM-DD HH:mm:ss.SSS`. */
  readonly now: () => string;
  /** The first day that may be searched, `YYYY-MM-DD`; undefined without a limit. */
  readonly earliest: string | undefined;
  readonly input: 'calendar' | 'timestamp';
  readonly onInput: (input: 'calendar' | 'timestamp') => void;
  readonly locale: string;
}

const useStyles = makeStyles({
  modes: { display: 'flex', gap: `${space.xs}px`, marginBottom: `${space.m}px` },
  sides: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: `${space.xxl}px`,
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: `${space.m}px` },
  },
  side: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  second: {
    paddingLeft: `${space.xxl}px`,
    borderLeft: `1px solid ${tokens.border.divider}`,
    [container.compact]: { paddingLeft: 0, borderLeft: 'none' },
  },
  time: { display: 'flex', alignItems: 'center', gap: `${space.xs}px`, marginTop: `${space.m}px` },
  spacer: { flex: '1 1 auto' },
});

export function AbsoluteFields(props: AbsoluteFieldsProps) {
  const { input, onInput } = props;
  const styles = useStyles();
  const field = useFieldStyles();
  const fromDay = dayOf(props.from);
  return (
    <>
      <div role="group" className={styles.modes}>
        {(['calendar', 'timestamp'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === input}
            className={mergeClasses(field.chip, mode === input && field.chipChosen)}
            onClick={() => onInput(mode)}
          >
            {pickerTexts[mode]}
          </button>
        ))}
      </div>
      <div className={styles.sides}>
        <Side {...props} side="from" name={pickerTexts.from} text={props.from} earliestDay={props.earliest} />
        <Side
          {...props}
          side="until"
          name={pickerTexts.until}
          text={props.until}
          earliestDay={fromDay ?? props.earliest}
          className={styles.second}
        />
      </div>
    </>
  );
}

interface SideProps extends AbsoluteFieldsProps {
  readonly side: 'from' | 'until';
  readonly name: string;
  readonly text: string;
  readonly earliestDay: string | undefined;
  readonly className?: string;
}

const dayOf = (text: string): string | null => (parseLocal(text) === undefined ? null : text.trim().slice(0, 10));

const dayStart = '00:00:00.000';
const dayEnd = '23:59:59.999';

/** Returns hours, minutes and seconds of a local time, each with two digits; midnight for an invalid text. */
function clockOf(text: string): readonly [hours: string, minutes: string, seconds: string] {
  const local = parseLocal(text);
  const clock = local === undefined ? dayStart : formatLocal(local).slice(11);
  return [clock.slice(0, 2), clock.slice(3, 5), clock.slice(6, 8)];
}

function Side({ side, name, text, errors, onChange, now, earliestDay, input, locale, className, ...rest }: SideProps) {
  const styles = useStyles();
  const field = useFieldStyles();
  const errorId = useId();
  const helpId = useId();
  const error = errors[side];
  const today = now().slice(0, 10);
  const day = dayOf(text);
  const clock = clockOf(text);
  const local = parseLocal(text);
  const isStart = local !== undefined && formatLocal(local).slice(11, 19) === dayStart.slice(0, 8);
  const setTime = (time: string): void => onChange(side, `${day ?? today} ${time}`);
  const setPart = (index: number, value: string): void =>
    setTime(clock.map((part, at) => (at === index ? value : part)).join(':') + '.000');

  return (
    <fieldset className={mergeClasses(styles.side, className)} aria-label={name}>
      <span className={field.label}>{name}</span>
      {input === 'calendar' ? (
        <>
          <Calendar
            label={name}
            value={day}
            today={today}
            earliest={earliestDay}
            range={{ from: dayOf(rest.from), until: dayOf(rest.until) }}
            locale={locale}
            onChange={(picked) => onChange(side, `${picked} ${clock.join(':')}.000`)}
          />
          <div className={styles.time}>
            {(['hours', 'minutes', 'seconds'] as const).map((part, index) => (
              <TimePart
                key={part}
                part={part}
                label={pickerTexts[part](name)}
                value={clock[index] ?? '00'}
                onChange={(value) => setPart(index, value)}
              />
            ))}
            <span className={styles.spacer} />
            <button
              type="button"
              className={field.icon}
              aria-label={`${name}: ${isStart ? pickerTexts.endOfDay : pickerTexts.beginOfDay}`}
              title={isStart ? pickerTexts.endOfDay : pickerTexts.beginOfDay}
              onClick={() => setTime(isStart ? dayEnd : dayStart)}
            >
              <CalendarDay20Regular />
            </button>
            <NowButton name={name} onNow={() => onChange(side, now())} />
          </div>
        </>
      ) : (
        <>
          <div className={mergeClasses(field.row, styles.time)}>
            <input
              className={mergeClasses(field.input, field.wide, field.mono, error !== undefined && field.wrong)}
              aria-label={pickerTexts.timestampOf(name)}
              aria-invalid={error !== undefined}
              aria-describedby={`${errorId} ${helpId}`}
              placeholder={pickerTexts.timestampFormat}
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={(event) => onChange(side, event.currentTarget.value)}
            />
            <NowButton name={name} onNow={() => onChange(side, now())} />
          </div>
          {side === 'from' && (
            <p id={helpId} className={field.help}>
              {pickerTexts.timestampHelp}
            </p>
          )}
        </>
      )}
      <p id={errorId} className={field.error} role={error ? 'alert' : undefined}>
        {error}
      </p>
    </fieldset>
  );
}

function NowButton({ name, onNow }: { readonly name: string; readonly onNow: () => void }) {
  const field = useFieldStyles();
  const label = pickerTexts.setNow(name);
  return (
    <button type="button" className={field.icon} aria-label={label} title={label} onClick={onNow}>
      <Timer20Regular />
    </button>
  );
}

interface TimePartProps {
  readonly part: 'hours' | 'minutes' | 'seconds';
  readonly label: string;
  /** Value of the part with two digits. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * Renders an input for hours, minutes or seconds. The value is clamped to its valid range only on Enter, on an arrow
 * key, or when the input loses the focus, so that typing is not disturbed (spec 2 §5).
 */
function TimePart({ part, label, value, onChange }: TimePartProps) {
  const field = useFieldStyles();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (text: string): void => {
    setDraft(null);
    onChange(String(clampTimePart(text, part)).padStart(2, '0'));
  };
  return (
    <>
      {part !== 'hours' && <span aria-hidden>:</span>}
      <input
        className={mergeClasses(field.input, field.time)}
        inputMode="numeric"
        aria-label={label}
        value={draft ?? value}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => draft !== null && commit(draft)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && draft !== null) commit(draft);
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          commit(String(clampTimePart(draft ?? value, part) + (event.key === 'ArrowUp' ? 1 : -1)));
        }}
      />
    </>
  );
}
