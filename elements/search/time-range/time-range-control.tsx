/**
 * Renders a time range control of the search bar: the current range, steps through time, the float that edits the
 * range, and the menu of presets (screens/search.md §3).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { RangePreset } from '../../../machines/time-range/limit.js';
import { sameRange } from '../../../machines/time-range/ranges.js';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon, TimeIcon, ZoomOutIcon } from '../../kit/icons.js';
import { EarlyEscape, Float } from '../../kit/float.js';
import type { MenuEntry } from '../../kit/menu.js';
import { container, tokens } from '../../kit/tokens.js';
import { useBarStyles } from '../bar/bar-styles.js';
import { OptionMenu } from '../bar/option-menu.js';
import { texts } from '../texts.js';
import type { RangeText } from './range-text.js';

/** Ranges directly before and after the current range; undefined where no step is possible. */
export interface RangeSteps {
  readonly earlier: TimeRange | undefined;
  readonly later: TimeRange | undefined;
}

export interface RangeChoice {
  readonly label: string;
  readonly range: TimeRange;
}

export interface TimeRangeControlProps {
  /** Current range; undefined on a dashboard whose widgets use their own ranges. */
  readonly range: TimeRange | undefined;
  readonly text: RangeText;
  /** True shows "15 minutes ago – Now" in one button that opens the float (compact embeds). */
  readonly compact?: boolean;
  readonly presets: readonly RangePreset[];
  /** Recently searched ranges, offered beside the presets. */
  readonly recent?: readonly RangeChoice[];
  /** Called with the range of a preset, of a recent search or of a step; the range must be searched immediately. */
  readonly onPreset: (range: TimeRange) => void;
  /** Returns the possible steps at the time of the call; undefined: steps are not offered. */
  readonly steps?: (() => RangeSteps) | undefined;
  /** Formatted range before the last zoom, and a function that restores that range; undefined when not zoomed. */
  readonly zoomed?: { readonly from: string; readonly onBack: () => void } | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Renders the float with the range picker below the given control; called while `open` is true. */
  readonly float: (anchor: RefObject<HTMLElement | null>) => ReactNode;
  /** Menu entries after the presets. */
  readonly morePresets?: readonly MenuEntry[];
  readonly readOnly?: boolean;
}

const useStyles = makeStyles({
  root: { flex: '0 0 auto', maxWidth: '100%', [container.compact]: { flex: '1 1 auto' } },
  main: {
    flex: '1 1 auto',
    overflow: 'hidden',
    paddingRight: '12px',
    [container.compact]: { padding: '0 8px', fontSize: '14px' },
  },
  /** The clock icon is hidden on phones, where the text needs the room. */
  clock: { '@container (max-width: 399.98px)': { display: 'none' } },
  value: { overflow: 'hidden', textOverflow: 'ellipsis', fontVariantNumeric: 'tabular-nums' },
  last: { flexShrink: 0, maxWidth: '60%' },
  caretIcon: { flexShrink: 0, '&&': { fontSize: '16px' } },
  label: { color: tokens.text.tertiary, [container.wide]: { display: 'none' } },
  until: { marginLeft: '6px', [container.wide]: { display: 'none' } },
  dash: { display: 'none', [container.wide]: { display: 'inline' } },
  shown: { display: 'inline' },
  /** On a phone, absolute instants take two short lines. */
  words: { display: 'contents' },
  long: { [container.compact]: { display: 'none' } },
  brief: {
    display: 'none',
    [container.compact]: {
      display: 'inline',
      whiteSpace: 'normal',
      textAlign: 'left',
      fontSize: '12px',
      lineHeight: '15px',
      fontVariantNumeric: 'tabular-nums',
    },
  },
  line: { whiteSpace: 'nowrap' },
  gone: { display: 'none' },
  step: { width: '26px', '& > svg:last-child': { fontSize: '16px' } },
});

export function TimeRangeControl(props: TimeRangeControlProps) {
  const { range, text, compact = false, presets, recent = [], onPreset, steps, zoomed, open, onToggle, float } = props;
  const { morePresets = [], readOnly = false } = props;
  const bar = useBarStyles();
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const [presetsAt, setPresetsAt] = useState<HTMLElement | null>(null);
  const chosen = presets.find((preset) => sameRange(preset.range, range))?.period;
  const reach = readOnly ? undefined : steps?.();
  const step = (direction: keyof RangeSteps): void => {
    const next = steps?.()[direction];
    if (next) onPreset(next);
  };
  const stepButton = (direction: keyof RangeSteps, icon: ReactNode): ReactNode =>
    !compact &&
    reach && (
      <button
        type="button"
        className={mergeClasses(
          bar.button,
          bar.icon,
          styles.step,
          direction === 'later' && bar.divided,
          bar.phoneHidden,
        )}
        aria-label={texts.timeRange[direction]}
        title={texts.timeRange[direction]}
        // An inactive button stays focusable, so that a step does not remove the keyboard focus.
        aria-disabled={reach[direction] === undefined}
        onClick={() => step(direction)}
      >
        {icon}
      </button>
    );
  const recentEntries = recent.map((choice): MenuEntry => ({
    key: `recent ${choice.label}`,
    label: choice.label,
    onSelect: () => {
      setPresetsAt(null);
      onPreset(choice.range);
    },
  }));
  const more: readonly MenuEntry[] =
    recentEntries.length === 0
      ? morePresets
      : [{ kind: 'group', label: texts.timeRange.recent, entries: recentEntries }, ...divided(morePresets)];

  return (
    <div ref={frame} className={mergeClasses(bar.frame, styles.root, open && bar.open)}>
      {stepButton('earlier', <ChevronLeftIcon />)}
      <button
        type="button"
        className={mergeClasses(bar.button, styles.main)}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={readOnly}
        onClick={onToggle}
      >
        <TimeIcon className={styles.clock} />
        <span className="lc-unseen">{texts.timeRange.button}: </span>
        <span className={mergeClasses(styles.words, text.brief && styles.long)}>
          {text.until !== '' && (
            <span className={mergeClasses(styles.label, compact && styles.gone)}>{texts.timeRange.fromColon}</span>
          )}{' '}
          <span className={mergeClasses(bar.strong, styles.value)}>{text.from}</span>{' '}
          {text.until !== '' && (
            <>
              <span className={mergeClasses(styles.label, styles.until, compact && styles.gone)}>
                {texts.timeRange.untilColon}
              </span>{' '}
              <span className={mergeClasses(styles.dash, compact && styles.shown)}>–</span>{' '}
              <span className={mergeClasses(bar.strong, styles.value, styles.last)}>{text.until}</span>
            </>
          )}
        </span>
        {text.brief && (
          <span className={mergeClasses(bar.strong, styles.brief)}>
            <span className={styles.line}>{text.brief.from} –</span>{' '}
            <span className={styles.line}>{text.brief.until}</span>
          </span>
        )}
        {compact && <ChevronDownIcon className={styles.caretIcon} />}
      </button>
      {stepButton('later', <ChevronRightIcon />)}
      {zoomed && !readOnly && (
        <button
          type="button"
          className={mergeClasses(bar.button, bar.icon, bar.divided)}
          aria-label={texts.timeRange.zoomOut(zoomed.from)}
          title={texts.timeRange.zoomOut(zoomed.from)}
          onClick={zoomed.onBack}
        >
          <ZoomOutIcon />
        </button>
      )}
      {!compact && (
        <button
          type="button"
          className={mergeClasses(bar.button, bar.icon, bar.caret, bar.divided, bar.phoneHidden)}
          aria-label={texts.timeRange.presets}
          title={texts.timeRange.presets}
          aria-haspopup="menu"
          aria-expanded={presetsAt !== null}
          disabled={readOnly}
          onClick={(event) => {
            // The open pop-over does not treat a click on this button as a click outside, so the pop-over is closed
            // here.
            if (open) onToggle();
            setPresetsAt(presetsAt ? null : event.currentTarget);
          }}
        >
          <ChevronDownIcon />
        </button>
      )}
      {presetsAt && (
        <OptionMenu
          target={presetsAt}
          label={texts.timeRange.presets}
          header={texts.timeRange.presetsHead}
          more={more}
          options={presets.map(({ period, label }) => ({ key: period, label }))}
          chosen={chosen}
          onChoose={(period) => {
            const preset = presets.find((one) => one.period === period);
            if (preset) onPreset(preset.range);
          }}
          onClose={() => setPresetsAt(null)}
        />
      )}
      {open && <EarlyEscape onClose={onToggle} />}
      <Float onFailed={onToggle}>{open && float(frame)}</Float>
    </div>
  );
}

const divided = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.length > 0 ? [{ kind: 'divider' }, ...entries] : [];
