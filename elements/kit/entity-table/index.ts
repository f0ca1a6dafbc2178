/**
 * Exports the overview table of list pages (spec 1 §3–§5, §9; screens/dashboards-sharing-alerts.md §4): columns that
 * users show, hide, resize and sort, search with syntax help, filters, pages of 10, 20, 50 or 100 rows, row actions,
 * bulk selection, and a layout that is stored per user under the list's id. Columns and filters come from the
 * `attributes` of the list's answer.
 *
 * const list = useEntityList({ id: 'dashboards', defaults, query: dashboardsQuery }); <EntityTable list={list}
 * label="Dashboards" nameOf={(dashboard) => dashboard.title} order={['title', 'summary', 'description', 'owner',
 * 'created_at', 'favorite']} columns={{ title: { render: (row) => <Link
 * route={`/dashboards/${row.id}`}>{row.title}</Link> } }} search={{ label: 'Search dashboards', fields: ['id',
 * 'title'], examples: [['title:ops', 'title contains "ops"']] }} rowActions={(row) => ({ buttons: [{ key: 'share',
 * label: 'Share', icon, onSelect }], more: [deleteEntry(row)] })} actionButtons={2} bulkActions={(ids, keep) => [{ key:
 * 'delete', label: 'Delete', danger: true, onSelect: () => … }]} empty={(searched) => <EmptyState title={searched ? … :
 * …} />} failedTitle="Could not load dashboards" failed={(reason) => `Loading dashboards failed with status:
 * ${reason}`} />
 *
 * `sections` expand below a row, each by a `SectionToggle` in one of the row's cells; the browser tab remembers the
 * open sections. With `reloadEveryMs` the rows are polled while the page is visible, and selection, open sections,
 * scroll position and focus are kept.
 *
 * `columns`, `sections`, `order` and `defaults` should be constants of the page, because rows render again whenever
 * they change. The question (page number, query, filters) is state of the table, or of a page that keeps it in its
 * address (`question`, `onQuestion`; `readQuestion`, `writeQuestion` of machines/entity-list). Column widths that the
 * user has set are stored in the browser.
 */
export { EntityTable, type EntityColumn, type EntityTableProps, type KeepSelected } from './entity-table.js';
export { useEntityList, type EntityList } from './use-entity-list.js';
export { Pager } from './pager.js';
export { useLastPage } from './use-last-page.js';
export { PageSizeMenu } from './page-size-menu.js';
export { ariaSort, SortButton } from './sort-button.js';
export { SortMenu } from './sort-menu.js';
export { SectionToggle, type RowSections } from './row-sections.js';
export type { RowAction, RowActions } from './row-actions.js';
