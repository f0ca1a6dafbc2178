/** Renders a sort menu for narrow tables without column headers, and for tables in which not all columns fit. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { ListSort } from '../../../machines/paged-list.js';
import { Button } from '../button.js';
import { SortAscendingIcon, SortDescendingIcon } from '../icons.js';
import { Menu } from '../menu.js';
import { tableTexts } from './texts.js';

const useStyles = makeStyles({ arrow: { '& > svg': { fontSize: '16px' } } });

export interface SortMenuProps<Id extends string> {
  readonly columns: readonly { readonly id: Id; readonly title: string }[];
  readonly sort: ListSort;
  /** Called with the selected column; it must do what a click on the column's header does. */
  readonly onSort: (id: Id) => void;
  readonly className?: string | undefined;
}

export function SortMenu<Id extends string>({ columns, sort, onSort, className }: SortMenuProps<Id>): ReactNode {
  const styles = useStyles();
  const Arrow = sort.direction === 'asc' ? SortAscendingIcon : SortDescendingIcon;
  return (
    <Menu
      label={tableTexts.sort}
      entries={columns.map(({ id, title }) => ({
        kind: 'radio',
        key: id,
        label: title,
        checked: id === sort.attributeId,
        ...(id === sort.attributeId && {
          shortcut: sort.direction === 'asc' ? tableTexts.ascending : tableTexts.descending,
        }),
        onSelect: () => onSort(id),
      }))}
    >
      <Button appearance="subtle" iconAfter={<Arrow />} className={mergeClasses(styles.arrow, className)}>
        {columns.find(({ id }) => id === sort.attributeId)?.title ?? tableTexts.sort}
      </Button>
    </Menu>
  );
}
