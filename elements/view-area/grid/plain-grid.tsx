/**
 * The widgets of the search in their places: twelve columns, one below 768 px. Knows widgets by their type only, so
 * that a grid with moving and resizing can take its place.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { Suspense, type CSSProperties, type ReactNode } from 'react';
import type { ViewState, Widget, WidgetPosition } from '../../../api/contract/views.schema.js';
import { gridColumns, positionOf, widthOf } from '../../../machines/view/positions.js';
import { container, radius, tokens } from '../../kit/tokens.js';
import { WidgetSkeleton } from '../../widgets/index.js';
import { texts } from '../texts.js';

export type AreaLayout = 'full' | 'compact' | 'messages';

export interface PlainGridProps {
  readonly state: ViewState;
  readonly layout: AreaLayout;
  /** Null while the widget has to wait: its skeleton is shown. */
  readonly renderWidget: (widget: Widget, layout: AreaLayout) => ReactNode;
}

const rowPx = 100;
const gapPx = 12;

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: `repeat(${gridColumns}, minmax(0, 1fr))`,
    gridAutoRows: 'auto',
    gap: `${gapPx}px`,
    minWidth: 0,
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { minWidth: 0 },
  cell: { minWidth: 0, height: 'var(--lc-cell-height)' },
  placed: { gridColumn: 'var(--lc-cell-column)', [container.medium]: { gridColumn: '1 / -1' } },
  chart: { [container.compact]: { height: '160px' } },
  bareChart: { height: '104px' },
  /** Embedding pages give the list its height. */
  bareTable: { height: 'var(--log-table-height, 330px)' },
  divided: { borderTop: `1px solid ${tokens.border.divider}` },
  wait: {
    display: 'flex',
    height: '100%',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
  },
  waitBare: { border: 'none', borderRadius: 0 },
  none: { padding: '24px', textAlign: 'center', color: tokens.text.tertiary },
});

const numberOf = (extent: number | 'Infinity', full: number): number => (extent === 'Infinity' ? full : extent);

const heightOf = ({ height }: WidgetPosition): number => {
  const rows = Math.max(1, numberOf(height, 6));
  return rows * rowPx + (rows - 1) * gapPx;
};

const isMessages = ({ type }: Widget): boolean => type.toLowerCase() === 'messages';

/** Top to bottom, then left to right. */
function inReadingOrder(state: ViewState): readonly { readonly widget: Widget; readonly position: WidgetPosition }[] {
  return state.widgets
    .map((widget) => ({ widget, position: positionOf(state.positions, widget) }))
    .sort(
      (left, right) =>
        numberOf(left.position.row, 1) - numberOf(right.position.row, 1) ||
        numberOf(left.position.col, 1) - numberOf(right.position.col, 1),
    );
}

function shownIn(layout: AreaLayout, widgets: readonly { readonly widget: Widget }[]): (widget: Widget) => boolean {
  if (layout === 'full') return () => true;
  const firstTable = widgets.find(({ widget }) => isMessages(widget))?.widget;
  const firstChart = widgets.find(({ widget }) => !isMessages(widget))?.widget;
  return (widget) => widget === firstTable || (layout === 'compact' && widget === firstChart);
}

export function PlainGrid({ state, layout, renderWidget }: PlainGridProps) {
  const styles = useStyles();
  const ordered = inReadingOrder(state);
  const isShown = shownIn(layout, ordered);
  const shown = ordered.filter(({ widget }) => isShown(widget));
  if (shown.length === 0) return <p className={styles.none}>{texts.noWidgets}</p>;
  const full = layout === 'full';
  const wait = (widget: Widget): ReactNode => (
    <div className={mergeClasses(styles.wait, !full && styles.waitBare)}>
      <WidgetSkeleton shape={isMessages(widget) ? 'messages' : 'bars'} />
    </div>
  );
  return (
    <div className={full ? styles.grid : styles.column}>
      {shown.map(({ widget, position }) => {
        const content = <Suspense fallback={wait(widget)}>{renderWidget(widget, layout) ?? wait(widget)}</Suspense>;
        const table = isMessages(widget);
        if (!full) {
          return (
            <div
              key={widget.id}
              className={mergeClasses(
                styles.cell,
                table ? styles.bareTable : styles.bareChart,
                table && shown.length > 1 && styles.divided,
              )}
            >
              {content}
            </div>
          );
        }
        const width = widthOf(position);
        const column = width >= gridColumns ? '1 / -1' : `${numberOf(position.col, 1)} / span ${width}`;
        return (
          <div
            key={widget.id}
            className={mergeClasses(styles.cell, styles.placed, !table && styles.chart)}
            style={{ '--lc-cell-height': `${heightOf(position)}px`, '--lc-cell-column': column } as CSSProperties}
          >
            {content}
          </div>
        );
      })}
    </div>
  );
}
