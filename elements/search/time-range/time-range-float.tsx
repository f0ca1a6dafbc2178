/**
 * Renders the frame of the time range pop-over: preview of the draft, tabs, fields of the current tab, Apply and
 * Cancel.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Floating } from '../bar/floating.js';
import { ChevronLeftIcon, ChevronRightIcon, TowardsIcon } from '../../kit/icons.js';
import { container, focusRing, space, tokens, type } from '../../kit/tokens.js';
import { uncovered } from '../../kit/uncovered.js';
import { texts } from '../texts.js';
import { useFieldStyles } from './field-styles.js';
import type { RangeText } from './range-text.js';
import { pickerTexts } from './texts.js';

const timeRangeTabs = ['absolute', 'relative', 'keyword'] as const;
type TimeRangeTab = (typeof timeRangeTabs)[number];

export interface TimeRangeFloatProps {
  readonly anchor: RefObject<HTMLElement | null>;
  /** Current tab; undefined on a dashboard whose widgets use their own ranges. */
  readonly tab: TimeRangeTab | undefined;
  readonly onTab: (tab: TimeRangeTab) => void;
  /** Formatted instants of the draft; undefined while the draft is invalid or being resolved. */
  readonly preview: RangeText | undefined;
  /** Text of the limit, `Limited to the last 7 days`; undefined without a limit. */
  readonly limit: string | undefined;
  /** Link to the configuration of presets, for users with permission. */
  readonly configure: ReactNode;
  readonly timezone: string;
  readonly valid: boolean;
  readonly onApply: () => void;
  readonly onCancel: () => void;
  /**
   * Moves the draft to the window directly before it (`onLater`: after it). Undefined if there is no such window, or it
   * may not be searched.
   */
  readonly onEarlier: (() => void) | undefined;
  readonly onLater: (() => void) | undefined;
  /** Recently searched ranges. */
  readonly recent: readonly { readonly label: string; readonly chosen: boolean; readonly onChoose: () => void }[];
  /** Removes the dashboard's override of the range; undefined: not offered. */
  readonly onClear: (() => void) | undefined;
  /** Fields of the current tab. */
  readonly children: ReactNode;
}

const widthPx = 640;

/** Style of the content above the sticky bar of buttons, which has two rows in a narrow window. */
const aboveBar = { ...uncovered({ bottom: '53px' }), [container.compact]: uncovered({ bottom: '92px' }) };

const useStyles = makeStyles({
  root: { containerType: 'inline-size' },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: `0 ${space.xl}px`,
    padding: `${space.xl}px ${space.xxl}px 0`,
  },
  title: { ...type.sectionTitle, margin: 0, marginRight: 'auto' },
  note: { ...type.body, color: tokens.text.secondary },
  well: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: `${space.m}px`,
    [container.compact]: { gridTemplateColumns: 'auto minmax(0, 1fr) minmax(0, 1fr) auto' },
    margin: `${space.m}px ${space.xxl}px`,
    padding: `${space.s}px`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.inset,
  },
  side: { minWidth: 0, overflowWrap: 'anywhere' },
  caption: { ...type.caption, color: tokens.text.tertiary },
  instant: { ...type.cardTitle, fontVariantNumeric: 'tabular-nums' },
  arrow: { color: tokens.text.tertiary, [container.compact]: { display: 'none' } },
  tabs: {
    display: 'flex',
    gap: `${space.xxl}px`,
    padding: `0 ${space.xxl}px`,
    borderBottom: `1px solid ${tokens.border.divider}`,
    ...aboveBar,
  },
  tab: {
    height: '36px',
    padding: '0 2px',
    border: 'none',
    borderBottom: '2px solid transparent',
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    fontFamily: 'inherit',
    ...type.control,
    cursor: 'pointer',
    ':hover': { color: tokens.text.primary, borderBottom: `2px solid ${tokens.border.hover}` },
    ':focus-visible': { ...focusRing, borderRadius: tokens.radius.control },
  },
  active: {
    borderBottom: `2px solid ${tokens.brand.solid}`,
    color: tokens.text.primary,
    fontWeight: 600,
    ':hover': { borderBottom: `2px solid ${tokens.brand.solid}` },
  },
  panel: { minHeight: '170px', padding: `${space.xl}px ${space.xxl}px`, ...aboveBar },
  recent: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space.s}px`,
    padding: `0 ${space.xxl}px ${space.xl}px`,
    ...aboveBar,
  },
  clear: {
    padding: `0 ${space.s}px`,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.link,
    fontFamily: 'inherit',
    ...type.control,
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
  foot: {
    position: 'sticky',
    bottom: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space.m}px`,
    padding: `${space.l}px ${space.xxl}px`,
    borderTop: `1px solid ${tokens.border.divider}`,
    backgroundColor: tokens.surface.raised,
  },
  zone: { ...type.body, marginRight: 'auto', color: tokens.text.secondary },
  strong: { fontWeight: 600, color: tokens.text.primary },
  narrow: { [container.compact]: { width: '100%' } },
});

export function TimeRangeFloat(props: TimeRangeFloatProps) {
  const { anchor, tab, onTab, preview, limit, configure, timezone, valid, onApply, onCancel, children } = props;
  const { onEarlier, onLater, recent, onClear } = props;
  const styles = useStyles();
  const field = useFieldStyles();
  const titleId = useId();
  const panelId = useId();
  const form = useRef<HTMLFormElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    tabs.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, []);

  const onTabKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = timeRangeTabs.indexOf(tab ?? 'relative');
    const next = timeRangeTabs[(at + step + timeRangeTabs.length) % timeRangeTabs.length];
    if (!next) return;
    onTab(next);
    tabs.current?.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus();
  };

  return (
    <Floating anchor={anchor} onClose={onCancel} role="dialog" labelledBy={titleId} width={widthPx}>
      <form
        ref={form}
        className={styles.root}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals, so the outer search form would receive this submit event as well.
          event.stopPropagation();
          if (valid) onApply();
        }}
      >
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {pickerTexts.title}
          </h2>
          {limit !== undefined && <span className={styles.note}>{limit}</span>}
          {configure}
        </div>
        <div className={styles.well}>
          <StepButton label={texts.timeRange.earlier} onStep={onEarlier}>
            <ChevronLeftIcon />
          </StepButton>
          <div className={styles.side} aria-live="polite">
            <div className={styles.caption}>{pickerTexts.from}</div>
            <div className={styles.instant}>{preview?.from ?? texts.timeRange.unresolved}</div>
          </div>
          <TowardsIcon className={styles.arrow} />
          <div className={styles.side} aria-live="polite">
            <div className={styles.caption}>{pickerTexts.until}</div>
            <div className={styles.instant}>{preview?.until ?? texts.timeRange.unresolved}</div>
          </div>
          <StepButton label={texts.timeRange.later} onStep={onLater}>
            <ChevronRightIcon />
          </StepButton>
        </div>
        <div ref={tabs} role="tablist" aria-label={pickerTexts.title} className={styles.tabs} onKeyDown={onTabKey}>
          {timeRangeTabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              data-tab={name}
              aria-selected={name === tab}
              aria-controls={panelId}
              tabIndex={name === (tab ?? 'relative') ? 0 : -1}
              className={mergeClasses(styles.tab, name === tab && styles.active)}
              onClick={() => onTab(name)}
            >
              {pickerTexts.tabs[name]}
            </button>
          ))}
        </div>
        <div
          id={panelId}
          role="tabpanel"
          aria-label={tab ? pickerTexts.tabs[tab] : pickerTexts.noOverride}
          className={styles.panel}
        >
          {children}
        </div>
        {recent.length > 0 && (
          <div role="group" aria-label={texts.timeRange.recent} className={styles.recent}>
            <span className={styles.caption}>{texts.timeRange.recent}</span>
            {recent.map(({ label, chosen, onChoose }) => (
              <button
                key={label}
                type="button"
                aria-pressed={chosen}
                className={mergeClasses(field.chip, chosen && field.chipChosen)}
                onClick={onChoose}
              >
                {label}
              </button>
            ))}
          </div>
        )}
        <div className={styles.foot}>
          <span className={mergeClasses(styles.zone, styles.narrow)}>
            {pickerTexts.timeZone} <span className={styles.strong}>{timezone}</span>
          </span>
          {onClear && (
            <button type="button" className={styles.clear} onClick={onClear}>
              {pickerTexts.noOverride}
            </button>
          )}
          <button type="button" className={field.button} onClick={onCancel}>
            {pickerTexts.cancel}
          </button>
          <button type="submit" className={mergeClasses(field.button, field.primary)} disabled={!valid}>
            {pickerTexts.apply}
          </button>
        </div>
      </form>
    </Floating>
  );
}

function StepButton({
  label,
  onStep,
  children,
}: {
  readonly label: string;
  readonly onStep: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const field = useFieldStyles();
  return (
    <button
      type="button"
      className={field.icon}
      aria-label={label}
      title={label}
      // An inactive button stays focusable, so that a step does not remove the keyboard focus.
      aria-disabled={onStep === undefined}
      onClick={onStep}
    >
      {children}
    </button>
  );
}
