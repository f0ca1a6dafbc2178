import { makeStyles, mergeClasses } from '@griffel/react';
import { Fragment, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { lazyPart } from '../../kit/lazy-part.js';
import { MiddleText } from '../../kit/middle-text.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import { Float } from '../../kit/float.js';
import { FieldValue } from '../actions/field-value.js';
import { swapButton, type FocusMove } from './swap-button.js';
import { chartWords } from './chart-words.js';

const SeriesSettings = lazyPart(() => import('./series-settings.js'), 'SeriesSettings');

export interface LegendEntry {
  readonly name: string;
  /** Name by which a chosen colour is stored; absent: the name. */
  readonly colorName?: string | undefined;
  readonly color: string;
  /** Field and value behind the name, if there is exactly one; a click on the name opens the menu of that value. */
  readonly value?: { readonly field: string; readonly value: string } | undefined;
  /** Formatted value at the right of the name, in the column layout. */
  readonly figure?: string | undefined;
  /** Exact value, shown on hover if `figure` is rounded. */
  readonly exact?: string | undefined;
}
export interface ChartLegendProps {
  readonly entries: readonly LegendEntry[];
  /** Called with the index of the hovered or focused entry, and with undefined when the entry is left. */
  readonly onFocus?: ((index: number | undefined) => void) | undefined;
  /** Index of the entry of the highlighted series. */
  readonly marked?: number | undefined;
  /** Called with the stored name and the colour chosen for it (`chart_colors`). Absent: colours are read-only. */
  readonly onColor?: ((name: string, color: string) => void) | undefined;
  /** Distance in px from the left edge of the widget to the plot. */
  readonly indent: number;
  /**
   * `column`: the legend is beside the chart, with an entry and its value per line; `beside`: it is beside a low
   * chart and as narrow as its names; `row`: it is below the chart.
   */
  readonly layout?: 'row' | 'column' | 'beside';
  /** Width in px that the chart leaves to a legend in the column layout, which takes at least its usual width. */
  readonly room?: number | undefined;
  /** Width in px of a legend below the chart. If lines of five names fit into it, each line has at most five names. */
  readonly width?: number | undefined;
  /** True shows the legend also in very narrow widgets. */
  readonly always?: boolean;
  /** Called when the user wants a table of figures in place of the legend. Absent: the table is not offered. */
  readonly onFigures?: (() => void) | undefined;
  readonly moves?: FocusMove;
}

/** Maximum number of entries per line below the chart, if the width is enough for lines of that many (spec 2 §9). */
const entriesPerRow = 5;

/** Maximum width in px of a column beside a chart that needs the rest of the room. */
const usualColumnPx = 240;

/** Estimated width in px of the button for figures, which is on the first line. */
const figuresPx = 90;

/** Returns the estimated width in px of the longest line if each line has the maximum number of entries. */
function widestLine(entries: readonly LegendEntry[]): number {
  let widest = 0;
  for (let at = 0; at < entries.length; at += entriesPerRow) {
    const line = entries.slice(at, at + entriesPerRow);
    widest = Math.max(
      widest,
      line.reduce((sum, { name }) => sum + name.length * 7.5 + 28, 0),
    );
  }
  return widest;
}

/**
 * Number of entries rendered at first; a button shows further entries, because the layout of a thousand names is slow.
 */
const mostEntries = 60;

const useStyles = makeStyles({
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '14px',
    // The chart keeps most of the room (spec 2 §9 "Legend"); the height is a multiple of a line.
    maxHeight: ['min(100px, 34%)', 'max(24px, round(down, min(100px, 34%), 24px))'],
    overflowY: 'auto',
    flexShrink: 0,
    paddingRight: '8px',
    marginBottom: '4px',
    color: tokens.text.secondary,
    ...type.caption,
  },
  /**
   * In a very narrow widget the legend is hidden, because it would take the room of the plot. A ring chart always
   * shows its legend, because only the legend tells its slices apart.
   */
  optional: { '@container widget (max-width: 239.98px)': { display: 'none' } },
  lineEnd: { flexBasis: '100%', height: 0 },
  column: {
    flexDirection: 'column',
    flexWrap: 'nowrap',
    // The height is a multiple of a line, so that no line is cut.
    maxHeight: ['none', 'calc(4px + round(down, 100% - 4px, 24px))'],
    minHeight: 0,
    // In small widgets the names need more of the width than the chart.
    minWidth: `min(${usualColumnPx}px, clamp(45%, 176px, 56%))`,
    width: 'max-content',
    alignSelf: 'stretch',
    paddingTop: '4px',
    paddingRight: '12px',
    paddingLeft: '8px',
  },
  beside: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridTemplateRows: 'repeat(auto-fill, 24px)',
    alignContent: 'center',
    paddingLeft: '8px',
    maxHeight: 'none',
    maxWidth: '40%',
    marginBottom: 0,
  },
  /** A line is as high as the smallest target of a pointer (WCAG 2.5.8). */
  entry: { display: 'flex', alignItems: 'center', gap: '8px', lineHeight: '24px', minWidth: 0, maxWidth: '100%' },
  // A shadow enlarges the background of the marked entry, because a shadow takes no room.
  marked: {
    borderRadius: tokens.radius.small,
    backgroundColor: tokens.surface.hover,
    boxShadow: `0 0 0 3px ${tokens.surface.hover}`,
    '@media (forced-colors: active)': { outline: '1px solid Highlight' },
  },
  swatch: {
    width: '8px',
    height: '8px',
    borderRadius: tokens.radius.small,
    flexShrink: 0,
    // The colour of the swatch carries information, so forced colours must not change it.
    forcedColorAdjust: 'none',
  },
  button: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '24px',
    // The target is larger than the swatch, which keeps the place of a swatch without a button.
    marginLeft: '-8px',
    marginRight: '-8px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.small,
    backgroundColor: 'transparent',
    flexShrink: 0,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.surface.pressed },
    ':focus-visible': focusRing,
  },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    minWidth: 0,
    // A name with a menu is a target, which an inline box would make as low as its letters.
    '& > [role=button]': { display: 'block', minWidth: '24px', overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  grow: { flexGrow: 1 },
  figure: { color: tokens.text.primary, fontWeight: 600, fontVariantNumeric: 'tabular-nums', paddingLeft: '8px' },
  /** Padding for the button that counts the hidden entries. */
  cut: { paddingRight: '80px' },
  below: {
    alignSelf: 'flex-end',
    position: 'relative',
    marginTop: '-28px',
    marginBottom: '4px',
    // The button leaves room for a classic scroll bar.
    marginRight: '20px',
    flexShrink: 0,
    '@media (pointer: coarse)': { '::after': { content: '""', position: 'absolute', inset: '-12px -8px' } },
  },
  more: {
    minWidth: '24px',
    height: '24px',
    border: 'none',
    backgroundColor: 'transparent',
    padding: 0,
    color: tokens.text.link,
    cursor: 'pointer',
    ...type.caption,
  },
});

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Handles the arrow keys, which move the focus between entries, so that Tab stops at only one entry of a legend with
 * many names.
 */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = steps[event.key];
  const entries = [...event.currentTarget.children].filter((entry) => entry.querySelector('button, [role=button]'));
  const at = entries.findIndex((entry) => event.target instanceof Node && entry.contains(event.target));
  const next = step === undefined || at < 0 ? undefined : entries[at + step];
  if (!next) return;
  event.preventDefault();
  const kind = event.target instanceof HTMLButtonElement ? 'button' : '[role=button]';
  (next.querySelector<HTMLElement>(kind) ?? next.querySelector<HTMLElement>('button, [role=button]'))?.focus();
}

/**
 * Shows the names and colours of the series. A click on a colour opens the colour picker, if colours can be changed; a
 * click on a name opens the menu of its value, if it has one.
 */
export function ChartLegend(props: ChartLegendProps) {
  const {
    entries,
    onFocus,
    marked,
    onColor,
    indent,
    layout = 'row',
    room = 0,
    width = 0,
    always = false,
    onFigures,
    moves,
  } = props;
  const styles = useStyles();
  const [all, setAll] = useState(false);
  const [reached, setReached] = useState(0);
  const [picking, setPicking] = useState<
    Pick<LegendEntry, 'name' | 'colorName' | 'color'> & { readonly at: HTMLElement }
  >();
  const shown = all ? entries : entries.slice(0, mostEntries);
  // Only entries with an action are reached by keyboard.
  const stops = shown.flatMap(({ value }, index) => (onColor || value ? [index] : []));
  const stop = stops.find((index) => index >= reached) ?? stops.at(-1);
  const column = layout === 'column';
  const row = layout === 'row';
  const list = useRef<HTMLUListElement>(null);
  const [below, setBelow] = useState(0);
  // True when the legend is scrolled to its end.
  const [ended, setEnded] = useState(false);
  const count = (): void => {
    const hidden = row ? entriesBelow(list.current) : 0;
    setBelow(hidden);
    setEnded(row && hidden === 0 && (list.current?.scrollTop ?? 0) > 0);
  };
  const counting = useEffectEvent(count);
  useEffect(() => {
    const measured = list.current;
    if (!measured) return;
    const observer = new ResizeObserver(() => counting());
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  // This effect runs after every render, because the entries can change without a change of the observed size.
  useEffect(() => {
    counting();
  });
  const lined = row && widestLine(shown) <= width - indent - (onFigures ? figuresPx : 0);
  const legend = (
    <ul
      ref={list}
      className={mergeClasses(
        styles.legend,
        !always && styles.optional,
        column && styles.column,
        layout === 'beside' && styles.beside,
        (below > 0 || ended) && styles.cut,
      )}
      onScroll={count}
      style={row ? { paddingLeft: indent } : column ? { maxWidth: Math.max(usualColumnPx, room) } : undefined}
      onPointerLeave={() => onFocus?.(undefined)}
      onKeyDown={moveFocus}
    >
      {/* The button is first, because a legend that scrolls would hide it after its names. */}
      {onFigures && (
        <li className={styles.entry} data-further="" data-screen-only="">
          <button {...swapButton(moves, onFigures)} type="button" className={styles.more}>
            {chartWords.figures.show}
          </button>
        </li>
      )}
      {shown.map(({ name, colorName, color, value, figure, exact }, index) => (
        <Fragment key={index}>
          <li
            className={mergeClasses(styles.entry, index === marked && styles.marked)}
            onPointerEnter={() => onFocus?.(index)}
            onFocus={({ target }) => {
              setReached(index);
              // Only focus by keyboard highlights the series, because after a click or touch the focus may stay in the
              // legend.
              if (target.matches(':focus-visible')) onFocus?.(index);
            }}
            onBlur={() => onFocus?.(undefined)}
          >
            {onColor ? (
              <button
                type="button"
                className={styles.button}
                aria-label={chartWords.configurationOf(name)}
                title={chartWords.configurationOf(name)}
                aria-haspopup="dialog"
                tabIndex={index === stop ? 0 : -1}
                onClick={(event) => setPicking({ name, colorName, color, at: event.currentTarget })}
              >
                <span className={styles.swatch} style={{ backgroundColor: color }} />
              </button>
            ) : (
              <span className={styles.swatch} style={{ backgroundColor: color }} />
            )}
            <span className={mergeClasses(styles.name, column && styles.grow)} title={name}>
              {value ? (
                <FieldValue field={value.field} value={value.value} text={name} middle tabStop={index === stop} />
              ) : (
                <MiddleText text={name} />
              )}
            </span>
            {column && figure !== undefined && (
              <span className={styles.figure} title={exact}>
                {figure}
              </span>
            )}
          </li>
          {lined && index % entriesPerRow === entriesPerRow - 1 && <li aria-hidden="true" className={styles.lineEnd} />}
        </Fragment>
      ))}
      {shown.length < entries.length && (
        <li className={styles.entry}>
          <button type="button" className={styles.more} onClick={() => setAll(true)}>
            {chartWords.moreSeries(entries.length - shown.length)}
          </button>
        </li>
      )}
      {picking && onColor && (
        <Float onFailed={() => setPicking(undefined)}>
          <SeriesSettings
            target={picking.at}
            name={picking.name}
            color={picking.color}
            onColor={(color) => onColor(picking.colorName ?? picking.name, color)}
            onClose={() => setPicking(undefined)}
          />
        </Float>
      )}
    </ul>
  );
  return (
    <>
      {legend}
      {(below > 0 || ended) && (
        // The button is a hint for pointer users; the list can also be scrolled directly and by keyboard.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={mergeClasses(styles.more, styles.below)}
          onClick={() => {
            if (ended) list.current?.scrollTo({ top: 0 });
            else list.current?.scrollBy({ top: list.current.clientHeight });
          }}
        >
          {ended ? chartWords.firstSeries : chartWords.moreSeries(below)}
        </button>
      )}
    </>
  );
}

/** Returns the number of entries that are hidden below the visible part of the list. */
function entriesBelow(list: HTMLElement | null): number {
  // A hidden legend hides no entries.
  if (!list?.clientHeight) return 0;
  const end = list.getBoundingClientRect().bottom;
  const entries = [...list.children].filter(
    (entry) => entry.ariaHidden !== 'true' && !entry.hasAttribute('data-further'),
  );
  return entries.filter((entry) => entry.getBoundingClientRect().top >= end - 2).length;
}
