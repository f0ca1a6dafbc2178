import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { radius, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';

export interface TooltipRow {
  readonly name: string;
  readonly value: string;
  /** Absent: no swatch. */
  readonly color?: string | undefined;
  /** All digits, where `value` says less; told of a row that is alone or marked. */
  readonly exact?: string | undefined;
  /** Of the series that is singled out: always among those shown. */
  readonly marked?: boolean;
}
export interface ChartTooltipProps {
  readonly head?: string | undefined;
  readonly rows: readonly TooltipRow[];
  /** What it points at, in px of `stage`. */
  readonly stage: RefObject<HTMLElement | null>;
  readonly x: number;
  readonly y: number;
  /** It follows another chart's pointer: less of it, and nothing while its own chart is out of sight. */
  readonly brief?: boolean;
}

const fullLimit = 10;
const briefLimit = 4;
const distance = 12;

const useStyles = makeStyles({
  tooltip: {
    // In the top layer: no card clips it, no container confines it.
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    padding: '6px 10px',
    border: `1px solid ${tokens.chart.tooltip.border}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.chart.tooltip.background,
    color: tokens.chart.tooltip.text,
    boxShadow: tokens.shadow.float,
    maxWidth: 'min(320px, calc(100vw - 16px))',
    pointerEvents: 'none',
    overflow: 'hidden',
    ...type.caption,
  },
  head: { color: tokens.text.tertiary, paddingBottom: '3px' },
  row: {
    display: 'grid',
    gridTemplateColumns: '8px minmax(0, 1fr) auto',
    columnGap: '8px',
    alignItems: 'center',
    lineHeight: '18px',
  },
  marked: {
    margin: '0 -6px',
    padding: '0 6px',
    borderRadius: `${radius.small}px`,
    backgroundColor: tokens.selection.background,
    '@media (forced-colors: active)': { outline: '1px solid Highlight', outlineOffset: '-1px' },
  },
  swatch: { width: '8px', height: '8px', borderRadius: `${radius.small}px`, forcedColorAdjust: 'none' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  value: { fontVariantNumeric: 'tabular-nums', fontWeight: 600, textAlign: 'right', paddingLeft: '12px' },
  exact: { gridColumn: '2 / -1', color: tokens.text.secondary, textAlign: 'right', overflowWrap: 'anywhere' },
  more: { color: tokens.text.tertiary },
});

/** Values of one bucket beside the pointer; stays inside the window; Escape hides it until something else is pointed at. Names and values are text nodes, never markup. */
export function ChartTooltip({ head, rows, stage, x, y, brief = false }: ChartTooltipProps) {
  const styles = useStyles();
  const element = useRef<HTMLDivElement>(null);
  const rowLimit = brief ? briefLimit : fullLimit;
  const left = rows.slice(rowLimit).find(({ marked }) => marked);
  const shown = left ? [...rows.slice(0, rowLimit - 1), left] : rows.slice(0, rowLimit);
  // Of many it would be a wall of digits.
  const told = rows.filter(({ exact }) => exact !== undefined).length > 1;
  const place = `${head} ${x} ${y}`;
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
    const { width, height } = own.getBoundingClientRect();
    const anchor = origin.left + x;
    const left = anchor + distance + width > innerWidth - 8 ? anchor - distance - width : anchor + distance;
    const top = Math.max(8, Math.min(origin.top + y, innerHeight - height - 8));
    // Moved into the window it would stand on whatever is there instead of its chart.
    if (brief && (top < origin.top || top > origin.bottom)) own.hidePopover();
    own.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    own.style.top = `${top}px`;
  });
  if (hidden === place) return null;
  return (
    <div ref={element} popover="manual" className={styles.tooltip} aria-hidden="true">
      {head !== undefined && <div className={styles.head}>{head}</div>}
      {shown.map((row, index) => (
        <div key={index} className={mergeClasses(styles.row, row.marked && styles.marked)}>
          <span
            className={styles.swatch}
            style={row.color === undefined ? undefined : { backgroundColor: row.color }}
          />
          <span className={styles.name}>{row.name}</span>
          <span className={styles.value}>{row.value}</span>
          {row.exact !== undefined && (row.marked || !told) && <span className={styles.exact}>{row.exact}</span>}
        </div>
      ))}
      {rows.length > rowLimit && <div className={styles.more}>{texts.moreSeries(rows.length - rowLimit)}</div>}
    </div>
  );
}
