/**
 * Renders the widgets of a page in a grid of twelve columns, whose rows share the height so that nothing scrolls. On an
 * upright display the widgets are below each other, and the page scrolls.
 */
import { makeStyles } from '@griffel/react';
import { useMemo, type ReactNode } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import type { Widget } from '../../api/contract/views.schema.js';
import { stateOf, type ViewDocument } from '../../machines/view/document.js';
import { layoutOf } from '../../machines/view/grid-layout.js';
import { widgetTitle } from '../../machines/view/titles.js';
import { executedDraft } from '../../machines/view/widget-draft.js';
import { space, tokens } from '../kit/tokens.js';
import { EmptyState } from '../kit/empty-state.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { Suspense } from '../kit/suspense.js';
import {
  SharedErrors,
  UncomputedFields,
  useFieldTypes,
  useShownTitle,
  useWidgetTroubles,
  ViewFields,
  WidgetView,
  WidgetWait,
} from '../view-area/index.js';
import { ShownTitleContext } from '../widgets/index.js';
import { texts } from './texts.js';
import type { TvPage } from './tv-pages.js';
import { upright } from './wall-scale.js';

/** Height in px of a row of the grid on an upright display, where widgets are below each other. */
const uprightRowPx = 88;

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    flexGrow: 1,
    minHeight: 0,
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    gridAutoRows: 'minmax(0, 1fr)',
    gap: `${space.xl}px`,
    [upright]: { display: 'flex', flexDirection: 'column', flexShrink: 0, minHeight: 'auto' },
  },
  cell: {
    minWidth: 0,
    minHeight: 0,
    '& > section': { ...borderless() },
    [upright]: { display: 'grid', flexShrink: 0, height: `calc(var(--lc-widget-rows) * ${uprightRowPx}px)` },
  },
  note: { flexShrink: 0, margin: 0 },
  empty: { flexGrow: 1, display: 'grid', placeContent: 'center', color: tokens.text.secondary },
});

/** Returns the style that removes the borders of widget cards on a wall display. */
function borderless() {
  return {
    borderTopColor: 'transparent',
    borderRightColor: 'transparent',
    borderBottomColor: 'transparent',
    borderLeftColor: 'transparent',
  };
}

export interface TvGridProps {
  readonly page: TvPage;
  readonly document: ViewDocument;
  readonly queryId: string;
  /** Time range that replaces the time ranges of all widgets; if undefined, the widgets keep their own. */
  readonly range: TimeRange | undefined;
}

const nothing = () => {};

export function TvGrid({ page, document, queryId, range }: TvGridProps): ReactNode {
  const styles = useStyles();
  const state = stateOf(document, queryId);
  // The elements are in reading order, in which an upright display shows them.
  const places = useMemo(
    () => layoutOf(state.widgets, state.positions).toSorted((one, other) => one.y - other.y || one.x - other.x),
    [state.widgets, state.positions],
  );
  const shownTitle = useShownTitle(page, document);
  useWidgetTroubles(page, { reportsQuery: true });
  const byId = new Map(state.widgets.map((widget) => [widget.id, widget]));
  if (places.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState title={texts.empty} />
      </div>
    );
  }
  return (
    <ViewFields page={page}>
      <ShownTitleContext value={shownTitle}>
        <SharedErrors page={page} layout="full">
          <div className={styles.grid}>
            {places.map(({ id, x, y, w, h }) => {
              const widget = byId.get(id);
              if (!widget) return null;
              const title = widgetTitle(state, widget);
              return (
                <div
                  key={id}
                  className={styles.cell}
                  data-widget={id}
                  style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}`, '--lc-widget-rows': h }}
                >
                  <ErrorBoundary>
                    <Suspense fallback={<WidgetWait widget={widget} />}>
                      <TvWidget page={page} widget={widget} title={title} range={range} />
                    </Suspense>
                  </ErrorBoundary>
                </div>
              );
            })}
          </div>
        </SharedErrors>
        <UncomputedFields className={styles.note} />
      </ShownTitleContext>
    </ViewFields>
  );
}

interface TvWidgetProps extends Pick<TvGridProps, 'page' | 'range'> {
  readonly widget: Widget;
  readonly title: string;
}

function TvWidget({ page, widget, title, range }: TvWidgetProps): ReactNode {
  const executed = executedDraft(widget, range);
  const fields = useFieldTypes(executed, true);
  return (
    <WidgetView
      page={page}
      widget={widget}
      title={title}
      layout="full"
      overridden={range}
      dashboard={true}
      fields={fields}
      streams={executed.streams}
      highlightMessage={undefined}
      onOpen={never}
      onTableShown={nothing}
    />
  );
}

/** Returns false for every message: messages cannot be opened on a wall display. */
const never = () => false;
