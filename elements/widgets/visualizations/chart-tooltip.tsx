import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { MiddleText } from '../../kit/middle-text.js';
import { tokens, type } from '../../kit/tokens.js';
import { laterTexts } from '../later-texts.js';

export interface TooltipRow {
  readonly name: string;
  readonly value: string;
  /** Colour of the swatch; absent for none. */
  readonly color?: string | undefined;
  /** All digits, where `value` says less. */
  readonly exact?: string | undefined;
  /** Marks the row of the focused series, which is always shown. */
  readonly marked?: boolean;
}
export interface ChartTooltipProps {
  readonly head?: string | undefined;
  readonly rows: readonly TooltipRow[];
  /** Stage that contains the anchor point; the coordinates of the point are px of this element. */
  readonly stage: RefObject<HTMLElement | null>;
  readonly x: number;
  readonly y: number;
  /**
   * px of `stage` where the picture begins. It stands above then, where the pointer gets into it but comes across nothing on
   * its way along the picture; else beside what it points at, and the pointer goes through it.
   */
  readonly above?: number | undefined;
  /** The anchor is one of many nearby: only a resting pointer can enter the tooltip, a moving one passes through. */
  readonly around?: boolean;
  /** True for a tooltip that follows the pointer of another chart: it is shorter, and hidden while its own chart is out of sight. */
  readonly brief?: boolean;
}

const fullLimit = 10;
const briefLimit = 4;
const distance = 12;
/** px above the pointer, in a picture so high that its upper edge is far. */
const aboveDistance = 24;
/** px from the pointer to the upper edge of the picture that are not far. */
const near = 140;
/** ms before the pointer is held by it: who only crosses the picture on the way to something else is not. */
const reachableAfterMs = 300;

const useStyles = makeStyles({
  tooltip: {
    // In the top layer: no card clips it, no container confines it.
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    padding: '6px 10px',
    border: `1px solid ${tokens.chart.tooltip.border}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.chart.tooltip.background,
    color: tokens.chart.tooltip.text,
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
  head: { gridColumn: '1 / -1', color: tokens.text.tertiary, paddingBottom: '3px' },
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
  swatch: { width: '8px', height: '8px', borderRadius: tokens.radius.small, forcedColorAdjust: 'none' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  value: { fontVariantNumeric: 'tabular-nums', fontWeight: 600, textAlign: 'right', paddingLeft: '12px' },
  exact: {
    color: tokens.text.secondary,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'right',
    overflowWrap: 'anywhere',
  },
  more: { gridColumn: '1 / -1', color: tokens.text.tertiary },
});

/** Values of one bucket at the pointer; stays inside the window; Escape hides it until something else is pointed at. Names and values are text nodes, never markup. */
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
    // The tooltip stays within its own chart: the pointed-at chart may be beside it.
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
    // Moved into the window it would stand on whatever is there instead of its chart.
    if (brief && (top < origin.top || top > origin.bottom)) own.hidePopover();
    own.style.left = `${Math.max(leftEnd, Math.min(left, rightEnd - width))}px`;
    own.style.top = `${top}px`;
  });
  // Tooltips of linked charts open after this one; reopening it keeps it above them.
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
      // Events do not bubble to the chart: the tooltip is its child only so that the pointer does not count as leaving the chart.
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
          <span className={styles.name}>
            <MiddleText text={row.name} />
          </span>
          <span className={styles.value}>{row.value}</span>
          {row.exact !== undefined && !brief && <span className={styles.exact}>{row.exact}</span>}
        </div>
      ))}
      {rows.length > rowLimit && <div className={styles.more}>{laterTexts.moreSeries(rows.length - rowLimit)}</div>}
    </div>
  );
}

/** px of the stage where its lower edge is. @param y of the pointer */
const topAbove = (y: number, picture: number): number => (y - picture <= near ? picture + 2 : y - aboveDistance);

/** Tells whether it has been at this place for long enough to be got into. */
function useRested(place: string): boolean {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(place), reachableAfterMs);
    return () => clearTimeout(timer);
  }, [place]);
  return rested === place;
}
