/** The range that is searched, the float to change it, and the caret with the presets (screens/search.md §3). */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { RangePreset } from '../../../machines/time-range/limit.js';
import { sameRange } from '../../../machines/time-range/ranges.js';
import { ChevronDownIcon, TimeIcon } from '../../kit/icons.js';
import type { MenuEntry } from '../../kit/menu.js';
import { container, tokens } from '../../kit/tokens.js';
import { useBarStyles } from '../bar/bar-styles.js';
import { OptionMenu } from '../bar/option-menu.js';
import { texts } from '../texts.js';
import type { RangeText } from './range-text.js';

export interface TimeRangeControlProps {
  readonly range: TimeRange;
  readonly text: RangeText;
  /** "15 minutes ago – Now" in one button whose caret opens the same float (compact embeds). */
  readonly compact?: boolean;
  readonly presets: readonly RangePreset[];
  readonly onPreset: (range: TimeRange) => void;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** The float, rendered while open, beside its button. */
  readonly float: (anchor: RefObject<HTMLElement | null>) => ReactNode;
  /** Entries below the presets. */
  readonly morePresets?: readonly MenuEntry[];
  readonly readOnly?: boolean;
}

const useStyles = makeStyles({
  root: { flex: '0 0 auto', maxWidth: '100%', [container.compact]: { flex: '1 1 auto' } },
  main: { flex: '1 1 auto', overflow: 'hidden', paddingRight: '12px', [container.compact]: { padding: '0 8px' } },
  value: { overflow: 'hidden', textOverflow: 'ellipsis', fontVariantNumeric: 'tabular-nums' },
  last: { flexShrink: 0, maxWidth: '60%' },
  caretIcon: { flexShrink: 0, '&&': { fontSize: '16px' } },
  label: { color: tokens.text.tertiary, [container.wide]: { display: 'none' } },
  until: { marginLeft: '6px', [container.wide]: { display: 'none' } },
  dash: { display: 'none', [container.wide]: { display: 'inline' } },
  shown: { display: 'inline' },
  gone: { display: 'none' },
});

export function TimeRangeControl(props: TimeRangeControlProps) {
  const {
    range,
    text,
    compact = false,
    presets,
    onPreset,
    open,
    onToggle,
    float,
    morePresets = [],
    readOnly = false,
  } = props;
  const bar = useBarStyles();
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const [presetsAt, setPresetsAt] = useState<HTMLElement | null>(null);
  const chosen = presets.find((preset) => sameRange(preset.range, range))?.period;

  return (
    <div ref={frame} className={mergeClasses(bar.frame, styles.root, open && bar.open)}>
      <button
        type="button"
        className={mergeClasses(bar.button, styles.main)}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={readOnly}
        onClick={onToggle}
      >
        <TimeIcon />
        <span className="lc-unseen">{texts.timeRange.button}: </span>
        <span className={mergeClasses(styles.label, compact && styles.gone)}>{texts.timeRange.fromColon}</span>{' '}
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
        {compact && <ChevronDownIcon className={styles.caretIcon} />}
      </button>
      {!compact && (
        <button
          type="button"
          className={mergeClasses(bar.button, bar.icon, bar.caret, bar.divided, bar.phoneHidden)}
          aria-label={texts.timeRange.presets}
          title={texts.timeRange.presets}
          aria-haspopup="menu"
          aria-expanded={presetsAt !== null}
          disabled={readOnly}
          onClick={(event) => setPresetsAt(presetsAt ? null : event.currentTarget)}
        >
          <ChevronDownIcon />
        </button>
      )}
      {presetsAt && (
        <OptionMenu
          target={presetsAt}
          label={texts.timeRange.presets}
          header={texts.timeRange.presetsHead}
          more={morePresets}
          options={presets.map(({ period, label }) => ({ key: period, label }))}
          chosen={chosen}
          onChoose={(period) => {
            const preset = presets.find((one) => one.period === period);
            if (preset) onPreset(preset.range);
          }}
          onClose={() => setPresetsAt(null)}
        />
      )}
      {open && float(frame)}
    </div>
  );
}
