/**
 * Renders the header row: a click on the header of a sortable column sorts; users change the width of a column by
 * dragging its edge or by arrow keys.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { ListSort } from '../../../machines/paged-list.js';
import { Checkbox } from '../checkbox.js';
import { tokens } from '../tokens.js';
import { leastWidth, type SizedColumn } from './columns.js';
import { ariaSort, SortButton } from './sort-button.js';
import { useTableStyles } from './styles.js';
import { tableTexts } from './texts.js';

/**
 * Limits in px of the width that users can set. A column whose fixed width is not above the lower limit contains only
 * an icon: its title is hidden and its width cannot be changed.
 */
const narrowest = 60;
const widest = 1_200;
/** Number of px by which an arrow key changes the width. */
const step = 16;

const useStyles = makeStyles({
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  edge: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    right: '-4px',
    width: '8px',
    zIndex: 1,
    cursor: 'col-resize',
    touchAction: 'none',
    '::after': {
      content: '""',
      position: 'absolute',
      insetBlock: '6px',
      left: '3px',
      width: '2px',
      borderRadius: '1px',
      backgroundColor: 'transparent',
    },
    ':hover::after': { backgroundColor: tokens.border.strong },
    ':focus-visible': { outlineStyle: 'none' },
    ':focus-visible::after': { backgroundColor: tokens.focus.outer },
  },
});

export interface TableHeadProps {
  readonly columns: readonly SizedColumn[];
  readonly sort: ListSort;
  readonly onSort: (attributeId: string) => void;
  /** Called with the new width in px; undefined: the table decides the width. */
  readonly onWidth: (attributeId: string, width: number | undefined) => void;
  /** Selection of all rows; undefined when rows cannot be selected. */
  readonly selection?:
    { readonly state: boolean | 'mixed'; readonly disabled: boolean; readonly onToggle: () => void } | undefined;
  readonly hasActions: boolean;
}

export function TableHead({ columns, sort, onSort, onWidth, selection, hasActions }: TableHeadProps): ReactNode {
  const table = useTableStyles();
  return (
    <div role="rowgroup" className={table.group}>
      <div role="row" className={mergeClasses(table.group, table.head)}>
        {selection && (
          <div role="columnheader" className={table.select}>
            <Checkbox
              aria-label={selection.state === true ? tableTexts.deselectAll : tableTexts.selectAll}
              title={selection.state === true ? tableTexts.deselectAll : tableTexts.selectAll}
              checked={selection.state}
              disabled={selection.disabled}
              onChange={selection.onToggle}
            />
          </div>
        )}
        {columns.map((column) => (
          <HeadCell key={column.attribute.id} column={column} sort={sort} onSort={onSort} onWidth={onWidth} />
        ))}
        {hasActions && (
          <div role="columnheader" className={table.headCell}>
            <span className="lc-unseen">{tableTexts.actions}</span>
          </div>
        )}
      </div>
    </div>
  );
}

interface HeadCellProps extends Pick<TableHeadProps, 'sort' | 'onSort' | 'onWidth'> {
  readonly column: SizedColumn;
}

function HeadCell({ column, sort, onSort, onWidth }: HeadCellProps): ReactNode {
  const table = useTableStyles();
  const styles = useStyles();
  const { id, title, sortable } = column.attribute;
  const icon = (column.size.fixed ?? narrowest + 1) <= narrowest;
  const sorted = sort.attributeId === id;
  return (
    <div role="columnheader" className={table.headCell} aria-sort={ariaSort(sorted ? sort.direction : undefined)}>
      {icon ? (
        <span className="lc-unseen">{title}</span>
      ) : sortable === false ? (
        <span className={styles.text}>{title}</span>
      ) : (
        <SortButton title={title} sorted={sorted ? sort.direction : undefined} onSort={() => onSort(id)} />
      )}
      {!icon && <Edge column={column} onWidth={(width) => onWidth(id, width)} />}
    </div>
  );
}

function Edge({
  column,
  onWidth,
}: {
  readonly column: SizedColumn;
  readonly onWidth: (width: number | undefined) => void;
}): ReactNode {
  const styles = useStyles();
  const drag = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined);
  const widthOf = (edge: HTMLElement): number =>
    edge.parentElement?.getBoundingClientRect().width ?? leastWidth(column);
  const set = (width: number): void => onWidth(Math.round(Math.min(Math.max(width, narrowest), widest)));
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const change = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (event.key === 'Home') onWidth(undefined);
    else if (change === undefined) return;
    else set(widthOf(event.currentTarget) + change);
    event.preventDefault();
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={tableTexts.resize(column.attribute.title)}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={leastWidth(column)}
      tabIndex={0}
      className={styles.edge}
      onKeyDown={keys}
      onDoubleClick={() => onWidth(undefined)}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width: widthOf(event.currentTarget) };
      }}
      onPointerMove={(event) => drag.current && set(drag.current.width + event.clientX - drag.current.x)}
      onPointerUp={() => (drag.current = undefined)}
      onPointerCancel={() => (drag.current = undefined)}
    />
  );
}
