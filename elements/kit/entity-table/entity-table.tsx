import { mergeClasses } from '@griffel/react';
import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { bulkSelectionMachine } from '../../../machines/bulk-selection.js';
import { accessibleAttributes, isSearched, type AttributeAccess } from '../../../machines/entity-list.js';
import { reasonOf } from '../../../api/failures.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { useProvisioned } from '../provisioned.js';
import { ErrorPanel } from '../error-panel.js';
import { Loading } from '../loading.js';
import { readLocal, writeLocal } from '../local-store.js';
import type { MenuEntry } from '../menu.js';
import { useWidth } from '../use-width.js';
import { fittingColumns, gridTemplate, selectColumnWidth, sizedColumn, type ColumnSize } from './columns.js';
import { Filters } from './filters.js';
import { Pager } from './pager.js';
import { actionsWidthOf, type RowActions } from './row-actions.js';
import { noneOpen, useOpenSections, type RowSections } from './row-sections.js';
import { useTableStyles } from './styles.js';
import { TableHead } from './table-head.js';
import { plainCell, TableRow } from './table-row.js';
import { Toolbar, type ListSearch } from './toolbar.js';
import type { EntityList } from './use-entity-list.js';

/** Width of the table in px below which each row becomes a block of labels and values. */
const narrowBelow = 480;

/** Width of the table in px from which the actions of the hovered row show labels. */
const wordsFrom = 768;

/** Width and content of the column of an attribute; without `render`, the attribute is shown as a text or a time. */
export interface EntityColumn<Entity> extends ColumnSize, AttributeAccess {
  readonly render?: (entity: Entity) => ReactNode;
}

/** Function to be called after a bulk action with the ids that stay selected, such as those for which it failed. */
export type KeepSelected = (ids: readonly string[]) => void;

export interface EntityTableProps<Entity extends { readonly id: string }> {
  readonly list: EntityList<Entity>;
  /** Accessible name of the table. */
  readonly label: string;
  /** Returns the accessible name of a row. */
  readonly nameOf: (entity: Entity) => string;
  readonly columns?: Readonly<Record<string, EntityColumn<Entity>>>;
  /** Order of the columns by attribute id; attributes without a position come first. */
  readonly order: readonly string[];
  readonly search?: ListSearch;
  readonly rowActions?: (entity: Entity) => RowActions;
  /** Maximum number of buttons in a row, including the "More" menu; 1 by default. */
  readonly actionButtons?: number;
  /**
   * Expandable sections below a row, by the names that a `SectionToggle` in the row's cells uses; several sections may
   * be open.
   */
  readonly sections?: RowSections<Entity>;
  /** Returns the entries of the "Bulk actions" menu; without it rows cannot be selected. */
  readonly bulkActions?: (ids: readonly string[], keep: KeepSelected) => readonly MenuEntry[];
  /** Returns the content in place of rows; `searched` is true for a search or filter without results. */
  readonly empty: (searched: boolean) => ReactNode;
  readonly failedTitle: string;
  /** Returns the error text (wording of the specs) for a reason. */
  readonly failed: (reason: string) => string;
  /** Accessible name of the pagination, for pages with several tables. */
  readonly pagerLabel?: string;
  /** False hides the page size menu, as in a dialog. */
  readonly pageSizes?: boolean;
  /** False renders the table without a frame, as in a dialog. */
  readonly frame?: boolean;
}

const widthsKey = (listId: string): string => `log-console-column-widths-${listId}`;
const isWidths = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every((width) => typeof width === 'number');
const noColumns = {};

export function EntityTable<Entity extends { readonly id: string }>(props: EntityTableProps<Entity>): ReactNode {
  const { list, label, nameOf, columns = noColumns, order, search, rowActions, actionButtons = 1 } = props;
  const { sections, bulkActions, empty, failedTitle, failed, pageSizes = true, frame = true } = props;
  const styles = useTableStyles();
  const user = useCurrentUser();
  const provisionedBy = useProvisioned();
  const card = useRef<HTMLDivElement>(null);
  const width = useWidth(card);
  const words = width === 0 || width >= wordsFrom;
  const narrow = width > 0 && width < narrowBelow;
  const [widths, setWidths] = useState<Record<string, number>>(() => readLocal(widthsKey(list.id), isWidths) ?? {});
  const selection = useActorRef(bulkSelectionMachine);
  const selected = useSelector(selection, ({ context }) => context.selected);
  const header = useSelector(selection, (state) =>
    state.matches('checked') ? true : state.matches('partial') ? ('mixed' as const) : false,
  );
  const { rows, layout } = list;
  useEffect(() => {
    selection.send({ type: 'rows.shown', ids: (rows ?? []).map(({ id }) => id) });
  }, [selection, rows]);

  const own: Readonly<Record<string, EntityColumn<Entity> | undefined>> = columns;
  const attributes = useMemo(
    () => accessibleAttributes(list.attributes, order, user?.permissions ?? [], own),
    [list.attributes, order, user?.permissions, own],
  );
  const selectable = bulkActions !== undefined;
  const actionsWidth = rowActions ? actionsWidthOf(actionButtons, words) : 0;
  const shown = useMemo(() => {
    const sized = attributes
      .filter(({ id }) => layout.displayed.includes(id))
      .map((attribute) => sizedColumn(attribute, sizeOf(own[attribute.id]), narrow ? undefined : widths[attribute.id]));
    const room = width - (selectable ? selectColumnWidth : 0) - actionsWidth;
    return narrow || width === 0 ? sized : fittingColumns(sized, room);
  }, [attributes, layout.displayed, own, widths, width, narrow, selectable, actionsWidth]);

  const renderCell = useCallback(
    (attributeId: string, entity: Entity): ReactNode => {
      const render = own[attributeId]?.render;
      if (render) return render(entity);
      const type = attributes.find(({ id }) => id === attributeId)?.type ?? 'STRING';
      return plainCell(type, (entity as Readonly<Record<string, unknown>>)[attributeId]);
    },
    [own, attributes],
  );
  const toggle = useCallback((entity: Entity) => selection.send({ type: 'row.toggled', id: entity.id }), [selection]);
  const { openOf, onSection } = useOpenSections(list.id, sections);
  const setWidth = (id: string, next: number | undefined): void => {
    const { [id]: _before, ...others } = widths;
    const changed = next === undefined ? others : { ...others, [id]: next };
    setWidths(changed);
    writeLocal(widthsKey(list.id), Object.keys(changed).length > 0 ? changed : undefined);
  };

  const keep: KeepSelected = (ids) => selection.send({ type: 'kept', ids });
  const searched = isSearched(list.question);
  // An empty list without a search needs no toolbar.
  const bare = rows?.length === 0 && !searched;
  const template = gridTemplate(shown, { selectable, actionsWidth });
  return (
    <div ref={card} className={mergeClasses(styles.card, !frame && styles.bare)}>
      {!bare && (
        <Toolbar
          list={list}
          search={search}
          attributes={attributes}
          shown={shown.map(({ attribute }) => attribute.id)}
          filters={<Filters list={list} />}
          pageSizes={pageSizes}
          narrow={narrow}
          selected={selected.length}
          bulkEntries={selected.length > 0 ? (bulkActions?.(selected, keep) ?? []) : []}
          onClearSelection={() => selection.send({ type: 'cleared' })}
        />
      )}
      {list.failure !== undefined && (
        <ErrorPanel title={failedTitle} errors={[failed(reasonOf(list.failure))]} onRetry={list.reload} />
      )}
      {rows === undefined ? (
        list.failure === undefined && (
          <div className={styles.state}>
            <Loading />
          </div>
        )
      ) : rows.length === 0 ? (
        <div className={styles.state}>{empty(searched)}</div>
      ) : (
        <>
          <div className={styles.scroller}>
            <div
              role="table"
              aria-label={label}
              aria-busy={list.loading}
              className={styles.table}
              style={{ gridTemplateColumns: narrow ? 'minmax(0, 1fr)' : template }}
            >
              {!narrow && (
                <TableHead
                  columns={shown}
                  sort={layout.sort}
                  onSort={(attributeId) => list.send({ type: 'sort.clicked', attributeId })}
                  onWidth={setWidth}
                  selection={
                    selectable
                      ? { state: header, disabled: false, onToggle: () => selection.send({ type: 'header.clicked' }) }
                      : undefined
                  }
                  hasActions={rowActions !== undefined}
                />
              )}
              <div role="rowgroup" className={styles.group}>
                {rows.map((entity, index) => (
                  <TableRow
                    key={entity.id}
                    entity={entity}
                    name={nameOf(entity)}
                    columns={shown}
                    renderCell={renderCell}
                    selectable={selectable}
                    selected={selected.includes(entity.id)}
                    onToggle={toggle}
                    provisionedBy={provisionedBy(entity.id)}
                    actions={rowActions}
                    words={words}
                    narrow={narrow}
                    last={index === rows.length - 1}
                    sections={sections}
                    open={sections ? openOf(entity.id) : noneOpen}
                    onSection={onSection}
                  />
                ))}
              </div>
            </div>
          </div>
          <Pager
            label={props.pagerLabel}
            page={list.question.page}
            pages={list.pages}
            shown={rows.length}
            total={list.total}
            onPage={(page) => list.send({ type: 'page.selected', page })}
          />
        </>
      )}
    </div>
  );
}

function sizeOf(column: ColumnSize | undefined): ColumnSize | undefined {
  const { fixed, weight, min, minor } = column ?? {};
  if ([fixed, weight, min, minor].every((one) => one === undefined)) return undefined;
  return {
    ...(fixed !== undefined && { fixed }),
    ...(weight !== undefined && { weight }),
    ...(min !== undefined && { min }),
    ...(minor !== undefined && { minor }),
  };
}
