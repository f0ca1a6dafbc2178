import { mergeClasses } from '@griffel/react';
import type { RefObject } from 'react';
import { SortAscendingIcon, SortDescendingIcon } from '../../kit/icons.js';
import type { MessageTableConfig } from '../faces.js';
import { texts } from '../texts.js';
import { FieldName } from '../actions/field-name.js';
import { leadingTracks, movedField, type Leading, type TableColumn } from './columns.js';
import { useTableStyles } from './message-table-styles.js';
import { sortInEffect } from './sorting.js';
import { useColumnMove } from './use-column-move.js';
import { useColumnResize } from './use-column-resize.js';
import { tableTexts } from './table-texts.js';

export interface TableHeadProps {
  readonly config: MessageTableConfig;
  readonly columns: readonly TableColumn[];
  readonly leading: Leading;
  readonly messageRow: boolean;
  readonly density: 'default' | 'compact';
  readonly grid: RefObject<HTMLElement | null>;
  /** Called with the field of the sort button that was pressed; absent when the order cannot be changed. */
  readonly onSort?: ((field: string) => void) | undefined;
  /** Called with the fields in their new order; absent when columns cannot be moved. */
  readonly onFields?: ((fields: string[]) => void) | undefined;
  readonly onResize: (field: string, width: number | undefined) => void;
}

/**
 * Renders the header of the table: each column has its name with a menu, a sort button and a handle for its width;
 * users drag a header to move its column. The order or the columns may be fixed.
 */
export function TableHead(props: TableHeadProps) {
  const styles = useTableStyles();
  const { config, columns, leading, density, onSort, onFields } = props;
  const sort = sortInEffect(config);
  const { resizing, handleProps, onNameKey } = useColumnResize(props);
  const movable = columns.filter((column) => column.configured).map(({ field }) => field);
  const { moving, headProps } = useColumnMove(
    movable,
    onFields && movable.length > 1
      ? ({ field, before }) => onFields(movedField(config.fields, field, before))
      : undefined,
  );
  const first = leadingTracks(leading) + 1;
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div
        role="row"
        aria-rowindex={1}
        className={mergeClasses(styles.head, density === 'compact' && styles.headCompact)}
      >
        {leading.checks && (
          <span role="columnheader">
            <span className="lc-unseen">{tableTexts.selectColumn}</span>
          </span>
        )}
        <span role="columnheader">
          <span className="lc-unseen">{texts.expandColumn}</span>
        </span>
        {leading.digits > 0 && (
          <span role="columnheader" className={styles.headNumber} aria-label={tableTexts.numberColumn}>
            #
          </span>
        )}
        {columns.map((column, index) => {
          const { field, configured } = column;
          const direction = sort.field === field ? sort.direction : undefined;
          const drag = configured ? headProps(field) : undefined;
          const isLast = index === columns.length - 1;
          return (
            <span
              key={field}
              role="columnheader"
              aria-colindex={first + index}
              aria-sort={direction ? (direction === 'Ascending' ? 'ascending' : 'descending') : undefined}
              data-column={field}
              {...(drag && { 'data-movable': '' })}
              {...drag}
              onKeyDown={(event) => {
                drag?.onKeyDown(event);
                if (!event.defaultPrevented) onNameKey(event, field);
              }}
              className={mergeClasses(
                styles.headCell,
                column.align === 'right' && styles.right,
                drag && styles.movable,
                moving?.field === field && styles.moving,
                moving && moving.field !== field && moving.before === field && styles.dropBefore,
                moving && moving.before === undefined && isLast && styles.dropAfter,
              )}
            >
              <span className={styles.headName} title={drag ? tableTexts.columnHint(field) : field}>
                <FieldName field={field} />
              </span>
              {(onSort || direction) && <SortButton field={field} direction={direction} onSort={onSort} />}
              <span
                {...handleProps(column)}
                aria-label={tableTexts.resizeColumn(field)}
                title={tableTexts.resizeHint}
                className={mergeClasses(styles.resizer, resizing === field && styles.resizing)}
              />
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
