/** Renders the footer of a dashboard widget with its time range (screens/search.md §6 "Widget frame"). */
import { formatNumber } from '../../kit/format.js';
import { makeStyles, mergeClasses } from '@griffel/react';
import { useContext } from 'react';
import type { AbsoluteRange, TimeRange } from '../../../api/contract/searches.js';
import { formatInstant, instantOfWire } from '../../../machines/time-range/local-time.js';
import { defaultRelativeSeconds, isAllTime } from '../../../machines/time-range/ranges.js';
import { searchedRange } from '../../../machines/time-range/searched-range.js';
import { quantityOf } from '../../../machines/time-range/units.js';
import { useHasAccount } from '../../element/connection-context.js';
import { tokens } from '../../kit/tokens.js';
import { Tooltip } from '../../kit/tooltip.js';
import { StillWidgetsContext } from '../../widgets/index.js';
import { laterTexts } from '../later-texts.js';

const useStyles = makeStyles({
  range: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  override: { color: tokens.status.info.text },
  /** A narrow widget marks an override only by colour; the tooltip has the text. */
  word: { '@container widget (max-width: 359.98px)': { display: 'none' } },
});

function amountText(seconds: number): string {
  if (seconds === 0) return laterTexts.footer.now;
  const { value, unit } = quantityOf(seconds);
  return laterTexts.footer.ago(`${formatNumber(value)} ${laterTexts.footer.unit[unit]}${value === 1 ? '' : 's'}`);
}

function instantText(wire: string, timezone: string): string {
  const at = instantOfWire(wire);
  return at === undefined ? wire : formatInstant(at, timezone);
}

/** Formats a range: `1 hour ago - Now`, `2026-11-20 10:00:00.000 - …`, or the words of a keyword range. */
export function footerText(range: TimeRange, timezone: string): string {
  switch (range.type) {
    case 'relative':
      return isAllTime(range)
        ? laterTexts.footer.allTime
        : `${amountText(range.from ?? range.range ?? defaultRelativeSeconds)} - ${amountText(range.to ?? 0)}`;
    case 'absolute':
      return `${instantText(range.from, timezone)} - ${instantText(range.to, timezone)}`;
    case 'keyword':
      return range.keyword;
  }
}

/**
 * Formats a range for the narrow footer of a widget. Milliseconds are left out, because the tooltip shows them, unless
 * both ends lie in the same second.
 */
export function shortFooterText(range: TimeRange, timezone: string): string {
  const text = footerText(range, timezone);
  if (range.type !== 'absolute') return text;
  const [from, to] = [range.from, range.to].map((wire) => instantText(wire, timezone).replace(/\.\d{3}$/, ''));
  return from === to ? text : `${from} - ${to}`;
}

export interface RangeFooterProps {
  readonly range: TimeRange;
  readonly overridden: boolean;
  /** Absolute range that the search covered; undefined: there is no result yet. */
  readonly effective: AbsoluteRange | undefined;
  readonly timezone: string;
}

export function RangeFooter({ range, overridden, effective, timezone }: RangeFooterProps) {
  const styles = useStyles();
  // On a wall display all widgets share the same range, so the override is not mentioned on each widget.
  const still = useContext(StillWidgetsContext);
  // Guests know neither overrides nor the ranges that widgets have in the console.
  const hasAccount = useHasAccount();
  const isReported = !still && overridden && hasAccount;
  // The token of a guest, or a limit of the server, can bound or replace the range, so the footer states the range that
  // was really searched.
  const mayDiffer = !hasAccount || range.type !== 'keyword';
  const stated = effective && mayDiffer ? searchedRange(range, effective) : range;
  const text = shortFooterText(stated, timezone);
  const exact = effective ? footerText(effective, timezone) : laterTexts.footer.notAvailable;
  return (
    <Tooltip content={isReported ? `${laterTexts.footer.override}${text}\n${exact}` : exact} relationship="description">
      <span className={mergeClasses(styles.range, isReported && styles.override)}>
        {isReported && <span className={styles.word}>{laterTexts.footer.override}</span>}
        {text}
      </span>
    </Tooltip>
  );
}
