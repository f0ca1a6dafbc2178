import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { contentTokens } from '../../kit/content-tokens.js';
import { tokens, type } from '../../kit/tokens.js';
import { chartWords } from './chart-words.js';

export interface TooltipRow {
  readonly name: string;
  readonly value: string;
  /** Colour of the swatch; absent: no swatch. */
  readonly color?: string | undefined;
  /** Exact value, if `value` is rounded. */
  readonly exact?: string | undefined;
  /** True for the highlighted series; its row is always shown. */
  readonly marked?: boolean;
}
export interface ChartTooltipProps {
  readonly head?: string | undefined;
  readonly rows: readonly TooltipRow[];
  /** Element that contains the anchor; `x` and `y` are the anchor's position in px of this element. */
  readonly stage: RefObject<HTMLElement | null>;
  readonly x: number;
  readonly y: number;
  /**
   * Top of the plot in px of `stage`. If it is set, the tooltip is placed above the plot, or above the pointer if the
   * top of the plot is far from the pointer. There the pointer can enter the tooltip without crossing other values. If
   * it is absent, or there is no room above, the tooltip is beside the anchor, and pointer events pass through the
   * tooltip.
   */
  readonly above?: number | undefined;
  /**
   * True if the anchor has close neighbours on all sides. The tooltip then catches the pointer only after the pointer
   * has rested; a moving pointer passes through.
   */
  readonly around?: boolean;
  /**
   * True for a tooltip that follows the pointer over another chart: it is shorter, and hidden while its own chart is
   * not visible.
   */
  readonly brief?: boolean;
}

const fullLimit = 10;
const briefLimit = 4;
/** Maximum number of lines of a name. In the widest tooltip, that many lines hold a host name of 253 characters. */
const mostNameLines = 8;
const distance = 12;
/** Distance in px of the tooltip above the pointer, in a plot so tall that its upper edge is far from the pointer. */
const aboveDistance = 24;
/** Distance in px from the pointer up to which the upper edge of the plot counts as near. */
const near = 140;
/**
 * Milliseconds of rest after which the tooltip catches the pointer, so that a pointer that crosses the plot passes
 * through.
 */
const reachableAfterMs = 300;

const useStyles = makeStyles({
  tooltip: {
    // The tooltip is in the top layer, where no card or container clips it.
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    padding: '6px 10px',
    border: `1px solid ${contentTokens.chart.tooltip.border}`,
    borderRadius: tokens.radius.card,
    backgroundColor: contentTokens.chart.tooltip.background,
    color: contentTokens.chart.tooltip.text,
    boxShadow: tokens.shadow.float,
    maxWidth: 'min(400px, calc(100vw - 16px))',
    pointerEvents: 'none',
    overflow: 'hidden',
    cursor: 'auto',
    ...type.caption,
    ':popover-open': { display: 'grid' },
    gridTemplateColumns: '8px minmax(0, 1fr) auto auto',
    columnGap: '8px',
  },
  head: { gridColumn: '1 / -1', color: tokens.text.tertiary, paddingBottom: '3px', overflowWrap: 'anywhere' },
  row: {
    gridColumn: '1 / -1',
    display: 'grid',
    gridTemplateColumns: ['8px minmax(0, 1fr) auto auto', 'subgrid'],
    alignItems: 'center',
    lineHeight: '18px',
  },
  marked: {
    margin: '0 -6px',
    padding: '0 6px',
    borderRadius: tokens.radius.small,
    backgroundColor: tokens.selection.background,
    '@media (forced-colors: active)': { outline: '1px solid Highlight', outlineOffset: '-1px' },
  },
  swatch: {
    // The swatch is beside the first line of the name.
    alignSelf: 'start',
    width: '8px',
    height: '8px',
    marginTop: '5px',
    borderRadius: tokens.radius.small,
    forcedColorAdjust: 'none',
  },
  /** The whole name is shown; the number of lines bounds names that are whole texts, such as a message. */
  name: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: mostNameLines,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  value: { fontVariantNumeric: 'tabular-nums', fontWeight: 600, textAlign: 'right', paddingLeft: '12px' },
  exact: {
    color: tokens.text.secondary,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'right',
    overflowWrap: 'anywhere',
  },
  more: { gridColumn: '1 / -1', color: tokens.text.tertiary },
});

/**
 * Shows a tooltip with the values of a bucket. The tooltip stays inside the window; Escape hides it until the anchor
 * changes. Names and values are rendered as text, never as HTML.
 */
export function ChartTooltip(props: ChartTooltipProps) {
  const { head, rows, stage, x, y, above, around = false, brief = false } = props;
  const styles = useStyles();
  const element = useRef<HTMLDivElement>(null);
  const rowLimit = brief ? briefLimit : fullLimit;
  const left = rows.slice(rowLimit).find(({ marked }) => marked);
  const shown = left ? [...rows.slice(0, rowLimit - 1), left] : rows.slice(0, rowLimit);
  const place = `${head} ${x} ${y}`;
  const reachable = useRested(around ? place : '');
  const [hidden, setHidden] = useState<string>();
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setHidden(place);
    };
    window.addEventListener('keydown', pressed, true);
    return () => window.removeEventListener('keydown', pressed, true);
  }, [place]);
  useLayoutEffect(() => {
    const own = element.current;
    const origin = stage.current?.getBoundingClientRect();
    if (!own || !origin) return;
    if (!own.matches(':popover-open')) own.showPopover();
    // A brief tooltip stays within its own chart, because the hovered chart may be beside it.
    own.style.maxWidth = brief ? `${origin.width}px` : '';
    const { width, height } = own.getBoundingClientRect();
    const anchor = origin.left + x;
    const over = above === undefined || brief ? -1 : topAbove(y, above) + origin.top - height;
    const [leftEnd, rightEnd] = brief ? [origin.left, origin.right] : [8, innerWidth - 8];
    const left =
      over >= 8
        ? anchor - width / 2
        : anchor + distance + width > rightEnd
          ? anchor - distance - width
          : anchor + distance;
    const top = over >= 8 ? over : Math.max(8, Math.min(origin.top + (above ?? y), innerHeight - height - 8));
    own.style.pointerEvents = reachable && over >= 8 ? 'auto' : 'none';
    // A brief tooltip outside its chart is hidden, because it would cover other content.
    if (brief && (top < origin.top || top > origin.bottom)) own.hidePopover();
    own.style.left = `${Math.max(leftEnd, Math.min(left, rightEnd - width))}px`;
    own.style.top = `${top}px`;
  });
  // The tooltips of linked charts open later and would cover this tooltip, so it is opened again.
  useEffect(() => {
    if (brief) return;
    const frame = requestAnimationFrame(() => {
      const own = element.current;
      if (!own?.matches(':popover-open')) return;
      own.hidePopover();
      own.showPopover();
    });
    return () => cancelAnimationFrame(frame);
  }, [brief, place]);
  if (hidden === place) return null;
  return (
    <div
      ref={element}
      popover="manual"
      className={styles.tooltip}
      aria-hidden="true"
      // Events of the tooltip must not bubble to the chart. The tooltip is a child of the chart only so that entering
      // the tooltip does not count as leaving the chart.
      onPointerMove={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      {head !== undefined && <div className={styles.head}>{head}</div>}
      {shown.map((row, index) => (
        <div key={index} className={mergeClasses(styles.row, row.marked && styles.marked)}>
          <span
            className={styles.swatch}
            style={row.color === undefined ? undefined : { backgroundColor: row.color }}
          />
          <span className={styles.name}>{row.name}</span>
          <span className={styles.value}>{row.value}</span>
          {row.exact !== undefined && !brief && <span className={styles.exact}>{row.exact}</span>}
        </div>
      ))}
      {rows.length > rowLimit && <div className={styles.more}>{chartWords.moreSeries(rows.length - rowLimit)}</div>}
    </div>
  );
}

/**
 * Returns the bottom of the tooltip in px of the stage.
 * @param y vertical position of the pointer
 * @param picture top of the plot
 */
const topAbove = (y: number, picture: number): number => (y - picture <= near ? picture + 2 : y - aboveDistance);

/** Returns true once the tooltip has been at this place for `reachableAfterMs`. */
function useRested(place: string): boolean {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(place), reachableAfterMs);
    return () => clearTimeout(timer);
  }, [place]);
  return rested === place;
}
