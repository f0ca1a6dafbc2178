/**
 * Renders a timeline above the list, with the number of events by priority. The user chooses a time range in it by
 * dragging, or with the arrow keys and Enter.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { AlertTimeline } from '../../../api/contract/alerts.js';
import { chosenTime, timelineBars, type ChosenTime, type TimelineBar } from '../../../machines/alerts-question.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { formatDate, formatNumber } from '../../kit/format.js';
import { Timestamp } from '../../kit/timestamp.js';
import { contentTokens } from '../../kit/content-tokens.js';
import { container, focusRing, tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { timeline: words } = texts;

const useStyles = makeStyles({
  card: {
    padding: '8px 12px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
  },
  plot: {
    display: 'flex',
    alignItems: 'stretch',
    height: '72px',
    borderBottom: `1px solid ${contentTokens.chart.axisLine}`,
    cursor: 'crosshair',
    touchAction: 'none',
    userSelect: 'none',
    ':focus-visible': focusRing,
  },
  bar: {
    flex: '1 1 0',
    minWidth: 0,
    padding: '0 1px',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    boxSizing: 'border-box',
  },
  chosen: { backgroundColor: contentTokens.chart.brush },
  others: { opacity: 0.35 },
  part: { flexShrink: 0, minHeight: 0, '@media (forced-colors: active)': { backgroundColor: 'CanvasText' } },
  low: { backgroundColor: contentTokens.level.debug.graphic },
  normal: { backgroundColor: contentTokens.level.informational.graphic },
  high: { backgroundColor: contentTokens.level.error.graphic },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    flexWrap: 'wrap',
    marginTop: '4px',
    color: contentTokens.chart.axisLabel,
    fontVariantNumeric: 'tabular-nums',
    ...type.caption,
  },
  legend: {
    display: 'flex',
    gap: '12px',
    flexWrap: 'wrap',
    alignItems: 'center',
    [container.compact]: { order: 1, width: '100%' },
  },
  swatch: { display: 'inline-block', width: '8px', height: '8px', marginRight: '4px' },
  scroller: { maxHeight: '240px', overflow: 'auto' },
  table: { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums', ...type.body },
  number: { textAlign: 'right', padding: '2px 8px' },
  text: { textAlign: 'left', padding: '2px 8px' },
});

const levels = ['high', 'normal', 'low'] as const;
const nameOf = { high: texts.priorities[3], normal: texts.priorities[2], low: texts.priorities[1] } as const;

export interface TimelineProps {
  readonly timeline: AlertTimeline;
  readonly onChoose: (chosen: ChosenTime) => void;
}

export function Timeline({ timeline, onChoose }: TimelineProps): ReactNode {
  const styles = useStyles();
  const [asTable, setAsTable] = useState(false);
  const bars = timelineBars(timeline);
  if (bars.length === 0) return null;
  return (
    <section className={styles.card} aria-label={words.label}>
      {asTable ? <TimelineTable bars={bars} /> : <Bars bars={bars} onChoose={onChoose} />}
      <div className={styles.foot}>
        <Timestamp instant={bars[0]?.from ?? 0} />
        <span className={styles.legend}>
          {levels.map((level) => (
            <span key={level}>
              <span className={mergeClasses(styles.swatch, styles[level])} />
              {nameOf[level]}
            </span>
          ))}
          <Button size="small" appearance="subtle" onClick={() => setAsTable(!asTable)}>
            {asTable ? words.asChart : words.asTable}
          </Button>
        </span>
        <Timestamp instant={bars.at(-1)?.to ?? 0} />
      </div>
    </section>
  );
}

interface Brush {
  readonly from: number;
  readonly to: number;
}

function Bars({
  bars,
  onChoose,
}: {
  readonly bars: readonly TimelineBar[];
  readonly onChoose: TimelineProps['onChoose'];
}) {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const plot = useRef<HTMLDivElement>(null);
  const [brush, setBrush] = useState<Brush>();
  const dragging = useRef(false);
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const barAt = (event: PointerEvent): number => {
    const box = plot.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    const at = Math.floor(((event.clientX - box.left) / box.width) * bars.length);
    return Math.min(Math.max(at, 0), bars.length - 1);
  };
  const choose = (chosen: Brush | undefined): void => {
    const time = chosen && chosenTime(bars, chosen.from, chosen.to);
    setBrush(undefined);
    if (time) onChoose(time);
  };
  const keyed = (event: KeyboardEvent): void => {
    const now = brush?.to;
    const next = {
      ArrowLeft: (now ?? bars.length) - 1,
      ArrowRight: (now ?? -1) + 1,
      Home: 0,
      End: bars.length - 1,
    }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const to = Math.min(Math.max(next, 0), bars.length - 1);
      setBrush({ from: event.shiftKey && brush ? brush.from : to, to });
    } else if (event.key === 'Enter' && brush) {
      event.preventDefault();
      choose(brush);
    } else if (event.key === 'Escape' && brush) {
      event.stopPropagation();
      setBrush(undefined);
    }
  };
  const barText = (bar: TimelineBar): string => words.bar(formatDate(bar.from, timezone), bar.total);
  const current = brush && bars[brush.to];
  const isChosen = (at: number): boolean =>
    brush !== undefined && at >= Math.min(brush.from, brush.to) && at <= Math.max(brush.from, brush.to);
  return (
    <div
      ref={plot}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={`${words.label}. ${words.hint}`}
      aria-valuemin={0}
      aria-valuemax={bars.length - 1}
      aria-valuenow={brush?.to ?? 0}
      aria-valuetext={current ? barText(current) : words.hint}
      onKeyDown={keyed}
      onBlur={() => setBrush(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragging.current = true;
        const at = barAt(event);
        setBrush({ from: at, to: at });
      }}
      onPointerMove={(event) => {
        if (dragging.current) setBrush((before) => before && { ...before, to: barAt(event) });
      }}
      onPointerCancel={() => {
        dragging.current = false;
        setBrush(undefined);
      }}
      onPointerUp={() => {
        if (dragging.current) choose(brush);
        dragging.current = false;
      }}
    >
      {bars.map((bar, at) => (
        <div
          key={bar.from}
          className={mergeClasses(styles.bar, brush && (isChosen(at) ? styles.chosen : styles.others))}
          title={barText(bar)}
        >
          {levels.map(
            (level) =>
              bar[level] > 0 && (
                <div
                  key={level}
                  className={mergeClasses(styles.part, styles[level])}
                  style={{ height: `${Math.max(2, (bar[level] / most) * 100)}%` }}
                />
              ),
          )}
        </div>
      ))}
    </div>
  );
}

function TimelineTable({ bars }: { readonly bars: readonly TimelineBar[] }): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th className={styles.text}>{words.from}</th>
            {levels.map((level) => (
              <th key={level} className={styles.number}>
                {nameOf[level]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .filter(({ total }) => total > 0)
            .map((bar) => (
              <tr key={bar.from}>
                <td className={styles.text}>
                  <Timestamp instant={bar.from} />
                </td>
                {levels.map((level) => (
                  <td key={level} className={styles.number}>
                    {formatNumber(bar[level])}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
