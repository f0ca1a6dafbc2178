/**
 * Renders a toolbar above the rows. It contains search and filters or, while rows are selected, the bulk actions.
 * Beside them are the menus for sorting, columns and page size. The minimum height does not depend on the content, so
 * that the rows do not move.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { EntityAttribute } from '../../../api/contract/list.schema.js';
import { entityPageSizes } from '../../../machines/entity-list.js';
import { selectionText } from '../../../machines/bulk-selection.js';
import { Button } from '../button.js';
import { IconButton } from '../icon-button.js';
import { ChevronDownIcon, CloseIcon, HelpIcon } from '../icons.js';
import { Menu, type MenuEntry } from '../menu.js';
import { Popover } from '../popover.js';
import { SearchBox } from '../search-box.js';
import { tokens, type } from '../tokens.js';
import { PageSizeMenu } from './page-size-menu.js';
import { SortMenu } from './sort-menu.js';
import type { EntityList } from './use-entity-list.js';
import { tableTexts } from './texts.js';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px',
    minHeight: '48px',
    padding: '7px 16px',
    borderBottom: `1px solid ${tokens.border.subtle}`,
  },
  /** Padding of a narrow table; the width of the table decides, because tables also occur in dialogs. */
  narrow: { padding: '8px 12px' },
  selected: { backgroundColor: tokens.selection.background, borderBottomColor: tokens.border.subtle },
  search: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    // The search field shrinks before the toolbar wraps.
    flex: '1 1 160px',
    maxWidth: '320px',
    '& > span': { flexGrow: 1 },
  },
  fullSearch: { flexBasis: '100%', maxWidth: 'none' },
  count: { ...type.cardTitle, whiteSpace: 'nowrap' },
  right: { display: 'flex', alignItems: 'center', gap: '4px', marginLeft: 'auto' },
  chevron: { '& > svg': { fontSize: '16px' } },
  help: { maxWidth: '340px', ...type.body },
  fields: { margin: '8px 0', display: 'flex', gap: '6px', flexWrap: 'wrap' },
  code: { ...type.logSmall, padding: '0 4px', borderRadius: '2px', backgroundColor: tokens.surface.inset },
  examples: { margin: '4px 0 0', paddingLeft: '18px', '& > li': { listStyle: 'disc', padding: '2px 0' } },
  examplesHead: { ...type.overline, marginTop: '10px' },
});

export interface ListSearch {
  readonly label: string;
  /** Field names that can precede a value in the query; the help lists them. */
  readonly fields: readonly string[];
  /** Example queries with their meanings. */
  readonly examples: readonly (readonly [query: string, meaning: string])[];
}

export interface ToolbarProps {
  readonly list: EntityList<unknown>;
  readonly search: ListSearch | undefined;
  /** Attributes that can be columns, in the order of the page. */
  readonly attributes: readonly EntityAttribute[];
  /** Ids of the columns that fit into the table's width; `layout.displayed` has all columns that the user selected. */
  readonly shown: readonly string[];
  readonly filters: ReactNode;
  readonly pageSizes: boolean;
  readonly narrow: boolean;
  readonly selected: number;
  readonly bulkEntries: readonly MenuEntry[];
  readonly onClearSelection: () => void;
}

export function Toolbar(props: ToolbarProps): ReactNode {
  const { list, search, attributes, shown, filters, pageSizes, narrow, selected, bulkEntries, onClearSelection } =
    props;
  const styles = useStyles();
  const { question, layout } = list;
  const sortable = attributes.filter(({ id, sortable: can }) => can !== false && layout.displayed.includes(id));
  const columns: MenuEntry[] = [...attributes]
    .sort((left, right) => left.title.localeCompare(right.title))
    .map(({ id, title }) => {
      const checked = layout.displayed.includes(id);
      return {
        kind: 'checkbox',
        key: id,
        label: <span title={checked ? tableTexts.hide(title) : tableTexts.show(title)}>{title}</span>,
        checked,
        ...(checked && !shown.includes(id) && { shortcut: tableTexts.noRoom }),
        onSelect: () => list.toggleColumn(id),
      };
    });
  return (
    <div className={mergeClasses(styles.bar, narrow && styles.narrow, selected > 0 && styles.selected)}>
      {selected > 0 ? (
        <>
          <span className={styles.count} role="status">
            {selectionText(selected)}
          </span>
          <Menu
            label={tableTexts.bulkActions}
            entries={[
              ...bulkEntries,
              { kind: 'divider' },
              { key: 'cancel', label: tableTexts.cancelSelection, icon: <CloseIcon />, onSelect: onClearSelection },
            ]}
          >
            <Button iconAfter={<ChevronDownIcon />} className={styles.chevron}>
              {tableTexts.bulkActions}
            </Button>
          </Menu>
        </>
      ) : (
        <>
          {search && (
            <span className={mergeClasses(styles.search, narrow && styles.fullSearch)}>
              <SearchBox
                label={search.label}
                query={question.query}
                loading={list.loading && list.rows !== undefined}
                onSearch={(query) => list.send({ type: 'query.changed', query })}
              />
              <SearchHelp search={search} />
            </span>
          )}
          {filters}
        </>
      )}
      <span className={styles.right}>
        {(narrow || sortable.some(({ id }) => !shown.includes(id))) && (
          <SortMenu
            columns={sortable}
            sort={layout.sort}
            onSort={(attributeId) => list.send({ type: 'sort.clicked', attributeId })}
          />
        )}
        {!narrow && attributes.length > 0 && (
          <Menu label={tableTexts.columns} entries={columns}>
            <Button appearance="subtle" iconAfter={<ChevronDownIcon />} className={styles.chevron}>
              {tableTexts.columns}
            </Button>
          </Menu>
        )}
        {pageSizes && (
          <PageSizeMenu
            sizes={entityPageSizes}
            size={layout.perPage}
            onChoose={(perPage) => list.send({ type: 'pageSize.selected', perPage })}
          />
        )}
      </span>
    </div>
  );
}

function SearchHelp({ search }: { readonly search: ListSearch }): ReactNode {
  const styles = useStyles();
  return (
    <Popover
      label={tableTexts.searchHelp}
      trigger={<IconButton size="small" quiet label={tableTexts.searchHelp} icon={<HelpIcon />} />}
    >
      {() => (
        <div className={styles.help}>
          <p>{tableTexts.searchFields}</p>
          <p className={styles.fields}>
            {search.fields.map((field) => (
              <code key={field} className={styles.code}>
                {field}
              </code>
            ))}
          </p>
          <p className={styles.examplesHead}>{tableTexts.searchExamples}</p>
          <ul className={styles.examples}>
            {search.examples.map(([query, meaning]) => (
              <li key={query}>
                <code className={styles.code}>{query}</code> {meaning}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  );
}
