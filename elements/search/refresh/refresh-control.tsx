/**
 * Renders a control that starts, pauses and configures the auto refresh of the search (screens/search.md "Refresh
 * control").
 */
import { mergeClasses } from '@griffel/react';
import { useState } from 'react';
import { ChevronDownIcon, PauseIcon, PlayIcon } from '../../kit/icons.js';
import { useBarStyles } from '../bar/bar-styles.js';
import { OptionMenu } from '../bar/option-menu.js';
import { texts } from '../texts.js';

export interface RefreshControlProps {
  readonly enabled: boolean;
  /**
   * Milliseconds between the end of a search and the start of the next. While refreshing is disabled: the interval with
   * which it would start; undefined if this interval is not known yet.
   */
  readonly interval: number | undefined;
  /** Selectable intervals in milliseconds. */
  readonly intervals: readonly number[];
  /** Reason why the enabled refresh is paused: a message is open, or the list is not on its first page. */
  readonly paused?: 'message' | 'page' | undefined;
  readonly onToggle: () => void;
  /** Called with the chosen interval; 0 is "Not updating". */
  readonly onInterval: (milliseconds: number) => void;
}

/** Formats an interval below a minute in seconds, and a longer interval in minutes (spec 2 §4). */
function intervalText(milliseconds: number): string {
  return milliseconds < 60_000
    ? texts.refresh.seconds(milliseconds / 1000)
    : texts.refresh.minutes(milliseconds / 60_000);
}

export function RefreshControl({ enabled, interval, intervals, paused, onToggle, onInterval }: RefreshControlProps) {
  const styles = useBarStyles();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const state = paused
    ? texts.refresh.paused[paused]
    : enabled && interval !== undefined
      ? texts.refresh.every(intervalText(interval))
      : texts.refresh.notUpdating;
  const action = enabled ? texts.refresh.pause : texts.refresh.start;
  return (
    <div role="group" aria-label={texts.refresh.label} className={mergeClasses(styles.frame, styles.whole)}>
      <button
        type="button"
        className={mergeClasses(styles.button, styles.icon)}
        aria-label={action}
        title={paused ? `${action} (${state})` : action}
        onClick={onToggle}
      >
        {enabled ? <PauseIcon /> : <PlayIcon />}
      </button>
      <button
        type="button"
        className={mergeClasses(styles.button, styles.caret, styles.divided, styles.narrowCaret)}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        aria-label={`${texts.refresh.interval}: ${state}`}
        onClick={(event) => setMenu(menu ? null : event.currentTarget)}
      >
        <span aria-live="polite" className={styles.phoneHidden}>
          {state}
        </span>
        <ChevronDownIcon />
      </button>
      {menu && (
        <OptionMenu
          target={menu}
          label={texts.refresh.interval}
          options={[
            { key: 0, label: texts.refresh.notUpdating },
            ...intervals.map((key) => ({ key, label: texts.refresh.every(intervalText(key)) })),
          ]}
          chosen={enabled ? interval : 0}
          onChoose={onInterval}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
