/**
 * Renders the grid of widgets: twelve columns, six on narrow screens, one on phones. Widgets are positioned
 * by CSS alone, so that the first paint is final; they keep their DOM elements while they are moved.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { ViewState, Widget, WidgetPosition } from '../../../api/contract/views.schema.js';
import {
  chartOverTable,
  compacted,
  inReadingOrder,
  layoutOf,
  narrowLayout,
  positionsOf,
} from '../../../machines/view/grid-layout.js';
import { listDensity } from '../../../machines/view/list-density.js';
import { findGaps, type Positions } from '../../../machines/view/positions.js';
import { tableLookOf } from '../../../machines/view/table-look.js';
import { container, tokens, zIndex } from '../../kit/tokens.js';
import { ErrorBoundary } from '../../kit/error-boundary.js';
import { Suspense } from '../../kit/suspense.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import { grownPx, WidgetFiguresContext, WidgetFoldContext } from '../../widgets/frame/fold.js';
import { WidgetHandleContext, WidgetOrderContext } from '../../widgets/index.js';
import { texts } from '../texts.js';
import type { Figures } from '../use-figures.js';
import { area, gapPx, narrow, rowPx } from './grid-measures.js';
import { foldedPx, leastTablePx, phoneFilledPx, useRoomToFold } from './use-room-to-fold.js';
import { useGridMoves } from './use-grid-moves.js';
import { isMessageTable, WidgetWait } from './widget-wait.js';

// The prompts in free places are loaded on demand, because only pages that the user may edit show them.
const Gaps = lazyPart(() => import('./gaps.js'), 'Gaps');

export interface WidgetGridProps {
  readonly state: ViewState;
  /** Renders a widget; returns null while the content is deferred: the grid then shows a skeleton. */
  readonly renderWidget: (widget: Widget) => ReactNode;
  /** Returns the title of a widget, for the labels of its handles. */
  readonly titleOf: (widget: Widget) => string;
  /** Called with the new positions after a move; absent when the grid is locked. */
  readonly onMove?: ((positions: Positions) => void) | undefined;
  /**
   * Folding of the chart above a message table; absent: charts cannot be folded and the table does not fill the
   * window.
   */
  readonly fold?: {
    readonly of: (widgetId: string) => boolean;
    readonly onFold: (widgetId: string, folded: boolean) => void;
  };
  /** The place of a chart with figures grows, and the widgets below move down. */
  readonly figures: Figures;
  /** Called when the user wants to create a widget in a free place. Absent: free places stay empty. */
  readonly onCreate?: ((position: WidgetPosition) => void) | undefined;
}

const useStyles = makeStyles({
  grid: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    gridAutoRows: `${rowPx}px`,
    gap: `${gapPx}px`,
    minWidth: 0,
    [narrow]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))', '--lc-grid-moves': 'none' },
    [container.compact]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridAutoRows: 'auto',
      '--lc-grid-moves': 'none',
      '--lc-chart-most': `${phoneFilledPx}px`,
    },
  },
  cell: {
    position: 'relative',
    minWidth: 0,
    minHeight: 0,
    gridArea: 'var(--lc-place)',
    [narrow]: { gridArea: 'var(--lc-place-narrow)', '--lc-grid-head': '12px' },
    [container.compact]: { gridArea: 'auto', height: 'var(--lc-height)', '--lc-grid-head': '12px' },
  },
  /** Grid in which the table fills the window below the chart; the table's content scrolls inside the table. */
  filled: { display: 'flex', flexDirection: 'column' },
  filledChart: {
    flexShrink: 0,
    height: 'var(--lc-filled-chart)',
    [container.compact]: { height: 'var(--lc-filled-chart)' },
  },
  filledTable: { flexGrow: 1, flexBasis: 0, minHeight: `${leastTablePx}px`, [container.compact]: { height: 'auto' } },
  folded: {
    height: `${foldedPx}px`,
    [container.compact]: { height: `${foldedPx}px` },
    // The header of a folded chart is higher on touch screens, so that its buttons are large enough.
    '@media (pointer: coarse)': { height: '46px', [container.compact]: { height: '46px' } },
  },
  chart: { [container.compact]: { height: 'var(--lc-chart-height)' } },
  gripped: {
    zIndex: zIndex.dragging,
    borderRadius: tokens.radius.card,
    boxShadow: tokens.shadow.float,
    cursor: 'grabbing',
  },
  target: {
    gridArea: 'var(--lc-place)',
    borderRadius: tokens.radius.card,
    border: `1px dashed ${tokens.selection.border}`,
    backgroundColor: tokens.selection.background,
  },
});

const heightPx = (rows: number): number => rows * rowPx + (rows - 1) * gapPx;
/** Maximum height of charts on phones in px. */
const phoneChartPx = 240;

/** Returns the order of a widget among those with the same title; undefined if no other widget has the title. */
function orderOf(titles: readonly (string | undefined)[], index: number): string | undefined {
  const isAlike = (title: string | undefined): boolean => title === titles[index];
  const count = titles.filter(isAlike).length;
  return count > 1 ? texts.orderOf(titles.slice(0, index + 1).filter(isAlike).length, count) : undefined;
}

export function WidgetGrid({ state, renderWidget, titleOf, onMove, fold, figures, onCreate }: WidgetGridProps) {
  const styles = useStyles();
  const grid = useRef<HTMLDivElement>(null);
  const { widgets, positions } = state;
  const [present, setPresent] = useState<Readonly<Record<string, number>>>({});
  const counts = new Map(widgets.map((widget) => [widget.id, figures.of(widget)]));
  const morePx = (id: string): number => grownPx(counts.get(id) && (present[id] ?? counts.get(id)));
  const grown = widgets.map(({ id }) => Math.ceil(morePx(id) / (rowPx + gapPx))).join();
  const [stored, rowsOf] = useMemo(() => {
    const rows = grown.split(',').map(Number);
    const more = (id: string): number => rows[widgets.findIndex((widget) => widget.id === id)] ?? 0;
    const places = layoutOf(widgets, positions).map((place) => ({ ...place, h: place.h + more(place.id) }));
    return [compacted(places), more];
  }, [widgets, positions, grown]);
  const moves = useGridMoves(
    grid,
    stored,
    onMove &&
      ((places) => {
        const shrunk = places.map((place) => ({ ...place, h: Math.max(1, place.h - rowsOf(place.id)) }));
        onMove(positionsOf(compacted(shrunk), positions));
      }),
  );
  const places = moves.places;
  const foldable = fold !== undefined;
  const pair = useMemo(
    () => (foldable ? chartOverTable(widgets, positions) : undefined),
    [foldable, widgets, positions],
  );
  const chart = stored.find(({ id }) => id === pair?.chart);
  const dense = pair !== undefined && listDensity(tableLookOf(state, pair.table)) === 'line';
  const folded = chart !== undefined && fold?.of(chart.id) === true;
  const room = useRoomToFold(
    grid,
    chart && (folded ? foldedPx : heightPx(chart.h - rowsOf(chart.id))),
    dense,
    chart && !folded ? morePx(chart.id) : 0,
  );
  // While a widget is gripped, the grid must have its normal rows, so neither filling nor folding applies.
  const filled = room.height !== undefined && !moves.gripped ? pair : undefined;
  const folding = room.foldable && !moves.gripped ? pair?.chart : undefined;
  const gaps = useMemo(
    // The free places beside a grown chart are no places of the stored layout, so none is offered.
    () => (onCreate && !moves.gripped && !/[1-9]/.test(grown) ? findGaps(positionsOf(stored)) : []),
    [onCreate, moves.gripped, stored, grown],
  );
  const narrowPlaces = useMemo(() => new Map(narrowLayout(places).map((place) => [place.id, place])), [places]);
  // DOM elements keep their order while a widget is being moved.
  const ordered = useMemo(() => [...stored].sort(inReadingOrder), [stored]);
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  const titles = ordered.map(({ id }) => {
    const widget = byId.get(id);
    return widget && titleOf(widget);
  });
  const now = new Map(places.map((place) => [place.id, place]));
  const target = moves.gripped && moves.gripped.kind === 'move' ? now.get(moves.gripped.id) : undefined;

  return (
    <div
      ref={grid}
      data-printed-grid=""
      className={mergeClasses(styles.grid, filled && styles.filled)}
      style={filled && { height: room.height, '--lc-filled-chart': `${room.chart}px` }}
    >
      {ordered.map((home, index) => {
        const widget = byId.get(home.id);
        if (!widget) return null;
        const gripped = moves.gripped?.id === home.id;
        // The transform of a gripped widget is relative to its original position.
        const place = gripped && moves.gripped?.kind === 'move' ? home : (now.get(home.id) ?? home);
        const title = titleOf(widget);
        const handles = onMove && moves.handlesOf(place, title);
        return (
          <div
            key={home.id}
            data-widget={home.id}
            className={mergeClasses(
              styles.cell,
              !isMessageTable(widget) && styles.chart,
              filled?.chart === home.id && styles.filledChart,
              filled?.chart === home.id && folded && styles.folded,
              filled?.table === home.id && styles.filledTable,
              gripped && styles.gripped,
            )}
            style={{
              '--lc-place': area(place),
              '--lc-place-narrow': area(narrowPlaces.get(home.id) ?? place),
              '--lc-height': `${heightPx(place.h)}px`,
              '--lc-chart-height': `${Math.min(heightPx(place.h - rowsOf(home.id)), phoneChartPx) + morePx(home.id)}px`,
              ...(gripped && moves.gripped?.kind === 'move' && { transform: moves.gripped.transform }),
            }}
          >
            <WidgetFoldContext
              value={
                fold && folding === home.id
                  ? { folded: fold.of(home.id), onFold: (folded) => fold.onFold(home.id, folded) }
                  : undefined
              }
            >
              <WidgetFiguresContext
                value={{
                  count: counts.get(home.id) ?? 0,
                  onCount: (count) => figures.onCount(home.id, count),
                  onPresent: (count) =>
                    setPresent((all) => (all[home.id] === count ? all : { ...all, [home.id]: count })),
                }}
              >
                <WidgetHandleContext value={handles?.move}>
                  <WidgetOrderContext value={orderOf(titles, index)}>
                    <ErrorBoundary>
                      <Suspense fallback={<WidgetWait widget={widget} title={title} />}>
                        {renderWidget(widget) ?? <WidgetWait widget={widget} title={title} />}
                      </Suspense>
                    </ErrorBoundary>
                  </WidgetOrderContext>
                </WidgetHandleContext>
              </WidgetFiguresContext>
            </WidgetFoldContext>
            {handles?.resize}
          </div>
        );
      })}
      {target && <div className={styles.target} style={{ '--lc-place': area(target) }} />}
      {onCreate && gaps.length > 0 && (
        <Part>
          <Gaps gaps={gaps} onCreate={onCreate} />
        </Part>
      )}
      {moves.announcement !== '' && (
        <span className="lc-unseen" role="status">
          {moves.announcement}
        </span>
      )}
      {onMove && (
        <span className="lc-unseen" id={moves.hintId}>
          {texts.grid.keys}
        </span>
      )}
    </div>
  );
}
