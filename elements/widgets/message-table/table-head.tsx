import { mergeClasses } from '@griffel/react';
import { SortAscendingIcon, SortDescendingIcon } from '../../kit/icons.js';
import type { MessageTableConfig } from '../faces.js';
import { texts } from '../texts.js';
import { FieldName } from '../values/field-name.js';
import type { TableColumn } from './columns.js';
import { useTableStyles } from './message-table-styles.js';
import { sortInEffect } from './sorting.js';

export interface TableHeadProps {
  readonly config: MessageTableConfig;
  readonly columns: readonly TableColumn[];
  readonly template: string;
  readonly layout: 'rows' | 'line';
  /** Absent: the order cannot be changed. */
  readonly onSort?: ((field: string) => void) | undefined;
}

export function TableHead({ config, columns, template, layout, onSort }: TableHeadProps) {
  const styles = useTableStyles();
  const sort = sortInEffect(config);
  return (
    <div role="rowgroup">
      <div
        role="row"
        aria-rowindex={1}
        className={mergeClasses(styles.head, layout === 'line' && styles.headLine)}
        style={{ gridTemplateColumns: template }}
      >
        <span role="columnheader">
          <span className="lc-unseen">{texts.expandColumn}</span>
        </span>
        {columns.map((column) => {
          const direction = sort.field === column.field ? sort.direction : undefined;
          return (
            <span
              key={column.field}
              role="columnheader"
              aria-sort={direction ? (direction === 'Ascending' ? 'ascending' : 'descending') : undefined}
              className={mergeClasses(styles.headCell, column.align === 'right' && styles.right)}
            >
              <span className={styles.headName} title={column.field}>
                <FieldName field={column.field} />
              </span>
              {(onSort || direction) && <SortButton field={column.field} direction={direction} onSort={onSort} />}
            </span>
          );
        })}
      </div>
    </div>
  );
}

export interface SortButtonProps {
  readonly field: string;
  readonly direction: 'Ascending' | 'Descending' | undefined;
  readonly onSort?: ((field: string) => void) | undefined;
}

export function SortButton({ field, direction, onSort }: SortButtonProps) {
  const styles = useTableStyles();
  const icon = direction === 'Ascending' ? <SortAscendingIcon /> : <SortDescendingIcon />;
  if (!onSort) return <span className={mergeClasses(styles.sort, styles.sorted)}>{icon}</span>;
  return (
    <button
      type="button"
      className={mergeClasses(styles.sort, direction && styles.sorted)}
      aria-label={texts.sortBy(field)}
      title={texts.sortBy(field)}
      onClick={() => onSort(field)}
    >
      {icon}
    </button>
  );
}
