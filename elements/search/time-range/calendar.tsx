/** Renders the grid of the days in a month; users navigate with the arrow keys, Page Up, Page Down, Home and End. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '../../kit/icons.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import { addDays, addMonths, dayName, monthName, monthOf, weekdayOf, weeksOf } from './calendar-days.js';
import { pickerTexts } from './texts.js';

export interface CalendarProps {
  /** Side of the time range, "From" or "Until", which is part of the accessible names. */
  readonly label: string;
  /** The selected day, `YYYY-MM-DD`; null while no valid day is selected. */
  readonly value: string | null;
  readonly onChange: (day: string) => void;
  readonly today: string;
  /** First day that can be selected, `YYYY-MM-DD`; earlier days are disabled. */
  readonly earliest?: string | undefined;
  /** Selected range of both calendars; the days between its ends are tinted. */
  readonly range: { readonly from: string | null; readonly until: string | null };
  readonly locale: string;
}

const useStyles = makeStyles({
  root: { minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', height: '28px' },
  month: { ...type.cardTitle, color: tokens.text.primary },
  step: {
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
  },
  grid: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  weekday: { height: '24px', padding: 0, ...type.caption, color: tokens.text.tertiary },
  cell: { height: '28px', padding: '1px 0', textAlign: 'center' },
  between: { backgroundColor: tokens.selection.background },
  day: {
    width: '100%',
    height: '26px',
    padding: 0,
    border: '1px solid transparent',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    fontFamily: 'inherit',
    fontSize: '13px',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
  },
  outside: { color: tokens.text.tertiary },
  today: { border: `1px solid ${tokens.border.strong}` },
  chosen: {
    backgroundColor: tokens.brand.solid,
    color: tokens.text.onBrand,
    fontWeight: 600,
    ':hover': { backgroundColor: tokens.brand.solidHover },
  },
  barred: { color: tokens.text.disabled, cursor: 'not-allowed', ':hover': { backgroundColor: 'transparent' } },
});

/** Returns the day to which a navigation key moves the focus; undefined for other keys. */
function dayAfterKey(key: string, shift: boolean, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
    default:
      return undefined;
  }
}

export function Calendar({ label, value, onChange, today, earliest, range, locale }: CalendarProps) {
  const styles = useStyles();
  const headId = useId();
  const grid = useRef<HTMLTableElement>(null);
  /** Day to which the user has navigated, and the value at that time: a new value ends the navigation. */
  const [walked, setWalked] = useState<{ readonly day: string; readonly from: string | null } | null>(null);
  const moveFocus = useRef(false);
  const current = walked && walked.from === value ? walked.day : (value ?? today);
  const month = monthOf(current);
  const barred = (day: string): boolean => earliest !== undefined && day < earliest;
  const between = (day: string): boolean =>
    range.from !== null && range.until !== null && day > range.from && day < range.until;

  useEffect(() => {
    if (!moveFocus.current) return;
    moveFocus.current = false;
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${current}"]`)?.focus();
  });

  const walk = (day: string): void => setWalked({ day, from: value });
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const next = dayAfterKey(event.key, event.shiftKey, current);
    if (next === undefined) return;
    event.preventDefault();
    moveFocus.current = true;
    walk(next);
  };

  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.step}
          aria-label={`${label}: ${pickerTexts.previousMonth}`}
          onClick={() => walk(addMonths(current, -1))}
        >
          <ChevronLeftIcon />
        </button>
        <span id={headId} className={styles.month} aria-live="polite">
          {monthName(month, locale)}
        </span>
        <button
          type="button"
          className={styles.step}
          aria-label={`${label}: ${pickerTexts.nextMonth}`}
          onClick={() => walk(addMonths(current, 1))}
        >
          <ChevronRightIcon />
        </button>
      </div>
      <table
        ref={grid}
        role="grid"
        className={styles.grid}
        aria-label={pickerTexts.date(label)}
        aria-describedby={headId}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {pickerTexts.weekdays.map((weekday) => (
              <th key={weekday} scope="col" className={styles.weekday}>
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  role="gridcell"
                  aria-selected={day === value}
                  className={mergeClasses(styles.cell, between(day) && styles.between)}
                >
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === current ? 0 : -1}
                    aria-label={dayName(day, locale)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={barred(day)}
                    className={mergeClasses(
                      styles.day,
                      monthOf(day) !== month && styles.outside,
                      day === today && styles.today,
                      barred(day) && styles.barred,
                      day === value && styles.chosen,
                    )}
                    onClick={() => {
                      if (!barred(day)) onChange(day);
                    }}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
