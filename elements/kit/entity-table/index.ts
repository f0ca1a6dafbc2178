/**
 * The overview table that every list page shows (spec 1 §3–§5, §9; screens/dashboards-sharing-alerts.md §4): columns that are
 * shown, hidden, resized and sorted, search with syntax help, filters, pages of 10, 20, 50 or 100 rows, row actions, bulk selection,
 * layout kept per person under the list's id. Columns and filters come from the `attributes` of the list's answer.
 *
 *     const list = useEntityList({ id: 'dashboards', defaults, query: dashboardsQuery });
 *     <EntityTable
 *       list={list}
 *       label="Dashboards"
 *       nameOf={(dashboard) => dashboard.title}
 *       order={['title', 'summary', 'description', 'owner', 'created_at', 'favorite']}
 *       columns={{ title: { render: (row) => <Link route={`/dashboards/${row.id}`}>{row.title}</Link> } }}
 *       search={{ label: 'Search dashboards', fields: ['id', 'title'], examples: [['title:ops', 'title contains "ops"'], …] }}
 *       rowActions={(row) => ({ buttons: [{ key: 'share', label: 'Share', icon, onSelect }], more: [{ key: 'delete', … }] })}
 *       actionButtons={2}
 *       bulkActions={(ids, keep) => [{ key: 'delete', label: 'Delete', danger: true, onSelect: () => … keep(failedIds) }]}
 *       empty={(searched) => <EmptyState title={searched ? … : …} />}
 *       failedTitle="Could not load dashboards"
 *       failed={(reason) => `Loading dashboards failed with status: ${reason}`}
 *     />
 *
 * `sections` are what a row opens below itself, each behind a `SectionToggle` in one of the row's cells; which ones are open is kept
 * for the tab. With `reloadEveryMs` the rows are asked for again and again while somebody can see them; what is selected, open,
 * scrolled to and focused stays.
 *
 * `columns`, `sections`, `order` and `defaults` are constants of the screen: rows are drawn again whenever they change. The question (page,
 * query, filters) is held by the table, or by the page that mirrors it into its address (`question`, `onQuestion`;
 * `readQuestion`, `writeQuestion` of machines/entity-list). Widths set by hand are kept in the browser.
 */
export { EntityTable, type EntityColumn, type EntityTableProps, type KeepSelected } from './entity-table.js';
export { useEntityList, type EntityList } from './use-entity-list.js';
export { Pager } from './pager.js';
export { PageSizeMenu } from './page-size-menu.js';
export { ariaSort, SortButton } from './sort-button.js';
export { SortMenu } from './sort-menu.js';
export { SectionToggle, type RowSections } from './row-sections.js';
export type { RowAction, RowActions } from './row-actions.js';
