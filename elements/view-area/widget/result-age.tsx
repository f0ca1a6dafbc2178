/**
 * Shows the age of a widget's result: unobtrusively while refreshes succeed, as a warning after a failed refresh and
 * for the result of an earlier request.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useSyncExternalStore } from 'react';
import { formatInstant } from '../../../machines/time-range/local-time.js';
import { WarningIcon } from '../../kit/icons.js';
import { tokens } from '../../kit/tokens.js';
import { laterTexts } from '../later-texts.js';

const useStyles = makeStyles({
  age: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    marginRight: 'auto',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  failed: { color: tokens.status.warning.text },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  icon: { flexShrink: 0, fontSize: '14px', color: tokens.status.warning.icon },
});

const tickMs = 10_000;
/** Age in ms below which a current result shows no age. */
const quietMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** Subscribes to the timer that updates all ages of the page; the timer runs only while there is a subscriber. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Formats an age: `just now`, `20 seconds ago`, `3 minutes ago`. The age is rounded down to the timer's interval. */
function ageText(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / tickMs) * (tickMs / 1000);
  if (seconds < 10) return laterTexts.footer.justNow;
  const [value, unit] =
    seconds < 60
      ? ([seconds, 'seconds'] as const)
      : seconds < 3600
        ? ([Math.floor(seconds / 60), 'minutes'] as const)
        : seconds < 86_400
          ? ([Math.floor(seconds / 3600), 'hours'] as const)
          : ([Math.floor(seconds / 86_400), 'days'] as const);
  return laterTexts.footer.ago(`${value} ${laterTexts.footer.unit[unit]}${value === 1 ? '' : 's'}`);
}

export interface ResultAgeProps {
  /** Time of the answer in epoch milliseconds. */
  readonly answeredAt: number;
  readonly timezone: string;
  /** Reason why the last refresh failed; undefined: the result is current. */
  readonly failure?: string | undefined;
  /** True if the result belongs to a request before the latest one. */
  readonly isEarlier?: boolean;
}

export function ResultAge({ answeredAt, timezone, failure, isEarlier = false }: ResultAgeProps) {
  const styles = useStyles();
  const at = useSyncExternalStore(subscribe, () => now);
  const age = ageText(at - answeredAt);
  const exact = laterTexts.footer.updatedAt(formatInstant(answeredAt, timezone));
  if (failure === undefined && !isEarlier) {
    // A fresh result shows no age.
    if (at - answeredAt < quietMs) return null;
    return (
      <span className={styles.age} title={exact}>
        {age}
      </span>
    );
  }
  return (
    <span
      className={mergeClasses(styles.age, styles.failed)}
      title={[exact, failure].filter(Boolean).join('\n')}
      role="status"
    >
      <WarningIcon className={styles.icon} />
      <span className={styles.text}>
        {isEarlier ? laterTexts.footer.ofEarlier : laterTexts.footer.lastUpdated(age)}
      </span>
    </span>
  );
}
