/**
 * Renders the layout of an embedded search in one column: the first message table and, if `withChart` is true, the
 * first other widget, which counts as the chart.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { type ReactNode } from 'react';
import type { Widget } from '../../../api/contract/views.schema.js';
import { tokens } from '../../kit/tokens.js';
import { ErrorBoundary } from '../../kit/error-boundary.js';
import { Suspense } from '../../kit/suspense.js';
import { isMessageTable, WidgetWait } from './widget-wait.js';

const useStyles = makeStyles({
  column: { minWidth: 0 },
  cell: { minWidth: 0 },
  chart: { height: '104px' },
  /** The embedding page can set the height of the message table. */
  table: { height: 'var(--log-table-height, 330px)' },
  divided: { borderTop: `1px solid ${tokens.border.divider}` },
});

export interface BareListProps {
  /** Widgets in reading order. */
  readonly widgets: readonly Widget[];
  readonly withChart: boolean;
  /** Renders a widget; null while its content is deferred. */
  readonly renderWidget: (widget: Widget) => ReactNode;
}

export function BareList({ widgets, withChart, renderWidget }: BareListProps) {
  const styles = useStyles();
  const table = widgets.find(isMessageTable);
  const chart = withChart ? widgets.find((widget) => !isMessageTable(widget)) : undefined;
  const shown = widgets.filter((widget) => widget === table || widget === chart);
  return (
    <div className={styles.column}>
      {shown.map((widget) => (
        <div
          key={widget.id}
          className={mergeClasses(
            styles.cell,
            widget === table ? styles.table : styles.chart,
            widget === table && shown.length > 1 && styles.divided,
          )}
        >
          <ErrorBoundary>
            <Suspense fallback={<WidgetWait widget={widget} bare />}>
              {renderWidget(widget) ?? <WidgetWait widget={widget} bare />}
            </Suspense>
          </ErrorBoundary>
        </div>
      ))}
    </div>
  );
}
