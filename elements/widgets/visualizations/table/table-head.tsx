import { mergeClasses } from '@griffel/react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { ChangeOrder } from '../../../../machines/view/chart-look.js';
import { isSortable, sortOf, type DataTable, type TableColumn } from '../../../../machines/pivot/data-table.js';
import { headOf, spokenTitle } from '../../../../machines/pivot/column-units.js';
import { keyTexts } from '../../../../machines/pivot/keys.js';
import { PinIcon, PinnedIcon, SortAscendingIcon, SortDescendingIcon } from '../../../kit/icons.js';
import type { AggregationConfig } from '../../faces.js';
import { tableWords } from './table-words.js';
import { texts } from '../../texts.js';
import { FieldName } from '../../actions/field-name.js';
import { keyLabel } from '../series-style.js';
import type { ColumnLayout } from './column-layout.js';
import { hasRoomBefore, type HeadFit } from './column-widths.js';
import { useTableStyles } from './table-styles.js';

export interface TableHeadProps {
  readonly table: DataTable;
  readonly config: AggregationConfig;
  readonly layout: ColumnLayout;
  /** Width of each column in px. */
  readonly widths: readonly number[];
  /** Displayed form of each column header. */
  readonly fits: readonly HeadFit[];
  readonly zone: string;
  readonly isNumber: (index: number) => boolean;
  /** Called with the column of the sort button that was pressed; absent when the order cannot be changed. */
  readonly onSort?: ((column: TableColumn) => void) | undefined;
  /** Order of the rows by the change of a metric since an earlier time range; it replaces the configured order. */
  readonly changeOrder?: ChangeOrder | undefined;
  /**
   * Called with the column that shows such a change, when its sort button is pressed; absent when the order cannot be
   * changed.
   */
  readonly onChangeOrder?: ((column: TableColumn) => void) | undefined;
  /** Called to pin or unpin a column; absent when columns cannot be pinned. */
  readonly onPin?: ((column: TableColumn) => void) | undefined;
}

/** Height in px of a header row whose names have one line. */
const headPx = 32;
/** Height of two lines of the header with the border below them. */
const twoLinesPx = 33;

/**
 * Returns the height in px of all header rows.
 *
 * @param levels number of rows with column groups above the names
 */
export const headHeights = (levels: number, fits: readonly HeadFit[]): number =>
  levels * headPx + (fits.some(({ lines }) => lines.length > 1) ? twoLinesPx : headPx);

/**
 * Shows the header of the table: rows with the column groups, then a row with the names of fields and metrics, with
 * sort and pin buttons.
 */
export function TableHead(props: TableHeadProps) {
  const { table, layout, widths, fits, zone, isNumber } = props;
  const styles = useTableStyles();
  const label = keyLabel(zone);
  const first = table.heads.length > 0 ? table.columns.findIndex(({ kind }) => kind === 'cell') : -1;
  const own = first < 0 ? table.columns.length : first;
  const { shown, before, after } = layout;
  return (
    <thead>
      {table.heads.map(({ field, spans }, level) => (
        <tr key={level}>
          {/* The empty cell is a `td`, because screen readers would announce an empty `th` as a column header. */}
          {own > 0 && <td className={styles.headCell} style={{ top: level * headPx, left: 0 }} colSpan={own} />}
          {before > 0 && <td className={styles.spacer} colSpan={before} aria-hidden="true" />}
          {spans.map(({ key, from, span }) => {
            const visible = shown.filter((index) => index >= from && index < from + span).length;
            if (visible === 0) return null;
            const text = keyTexts([key], [field], label)[0] ?? key;
            return (
              <th
                key={from}
                scope="colgroup"
                colSpan={visible}
                className={mergeClasses(styles.headCell, styles.groupHead)}
                style={{ top: level * headPx }}
                title={text}
              >
                {text}
              </th>
            );
          })}
          {after > 0 && <td className={styles.spacer} colSpan={after} aria-hidden="true" />}
        </tr>
      ))}
      <tr>
        {shown.map((index, position) => {
          const column = table.columns[index];
          if (!column) return null;
          const pin = layout.pinnedAt(index);
          const fit = fits[index] ?? { lines: [headOf(column)] };
          const startsGroup = column.kind === 'cell' && table.heads.at(-1)?.spans.some(({ from }) => from === index);
          return [
            position === own && before > 0 && (
              <td key="before" className={styles.spacer} colSpan={before} aria-hidden="true" />
            ),
            <th
              key={index}
              scope="col"
              aria-colindex={index + 1}
              aria-sort={ariaSort(shownSort(props, column)?.direction)}
              className={mergeClasses(
                styles.headCell,
                styles.lastHead,
                startsGroup && styles.groupHead,
                pin !== undefined && styles.pinnedHead,
                pin?.isLast && styles.pinnedEdge,
              )}
              style={{ top: table.heads.length * headPx, ...(pin && { left: pin.left }) }}
            >
              <span className={mergeClasses(styles.headContent, isNumber(index) && styles.headNumber)}>
                <span className={styles.name} title={headOf(column)}>
                  {column.kind === 'change' ? (
                    <HeadLines {...fit} />
                  ) : (
                    <FieldName
                      field={column.kind === 'field' ? column.title : (column.function ?? column.title)}
                      shown={<HeadLines {...fit} />}
                    >
                      {headName(column, fit)}
                    </FieldName>
                  )}
                </span>
                <HeadTools
                  {...props}
                  column={column}
                  isPinned={pin !== undefined}
                  before={isNumber(index) && hasRoomBefore(headOf(column), widths[index] ?? 0)}
                />
              </span>
            </th>,
          ];
        })}
        {after > 0 && <td className={styles.spacer} colSpan={after} aria-hidden="true" />}
      </tr>
    </thead>
  );
}

/**
 * Returns the accessible name of a header, which contains the visible text also if it is shortened, so that voice
 * control finds the header by it (WCAG 2.5.3).
 */
function headName(column: TableColumn, { lines }: HeadFit): string {
  const whole = headOf(column);
  const visible = lines.join(' ');
  return visible === whole ? whole : `${visible} (${whole})`;
}

/** Shows the lines of a column name; a longer line is cut at its end. */
function HeadLines({ lines }: HeadFit) {
  const styles = useTableStyles();
  return lines.map((line, index) => (
    <span key={index} className={styles.headLine}>
      {/* The space separates the words of adjacent lines for voice control; it is not drawn at the end of a line. */}
      {index < lines.length - 1 ? `${line} ` : line}
    </span>
  ));
}

/** Returns the sort that a header shows: an order by changes hides the order of the configuration. */
function shownSort({ config, changeOrder }: Pick<TableHeadProps, 'config' | 'changeOrder'>, column: TableColumn) {
  if (!changeOrder) return sortOf(config, column);
  return column.id === changeOrder.id ? { direction: changeOrder.direction, place: 1 } : undefined;
}

interface HeadToolsProps extends Pick<TableHeadProps, 'config' | 'onSort' | 'changeOrder' | 'onChangeOrder' | 'onPin'> {
  readonly column: TableColumn;
  readonly isPinned: boolean;
  /** True when the buttons fit at the left of the name. */
  readonly before: boolean;
}

/**
 * Shows the sort and pin buttons: an active button is always visible beside the name, an inactive button on hover or
 * focus.
 */
function HeadTools({ column, config, isPinned, before, onPin, ...sorts }: HeadToolsProps) {
  const styles = useTableStyles();
  const sort = shownSort({ config, changeOrder: sorts.changeOrder }, column);
  const isChange = column.kind === 'change';
  const onSort = isChange ? sorts.onChangeOrder : sorts.onSort;
  const canSort = isChange || isSortable(column);
  const sortButton = useRef<HTMLButtonElement>(null);
  const pinButton = useRef<HTMLButtonElement>(null);
  const pressed = useRef<RefObject<HTMLButtonElement | null>>(undefined);
  // A button that was pressed moves in the DOM, possibly with its column, so it gets the focus again.
  useLayoutEffect(() => {
    pressed.current?.current?.focus({ preventScroll: true });
    pressed.current = undefined;
  }, [sort?.direction, isPinned]);
  const pinLabel = isPinned ? tableWords.unpinColumn(spokenTitle(column)) : tableWords.pinColumn(spokenTitle(column));
  const sorting = onSort && canSort && (
    <button
      type="button"
      className={mergeClasses(styles.tool, sort && styles.toolActive)}
      aria-label={texts.sortBy(spokenTitle(column))}
      title={texts.sortBy(spokenTitle(column))}
      ref={sortButton}
      onClick={() => {
        pressed.current = sortButton;
        onSort(column);
      }}
    >
      {sort?.direction === 'Ascending' ? <SortAscendingIcon /> : <SortDescendingIcon />}
      {sort && !isChange && config.sort.length > 1 && <span className={styles.place}>{sort.place}</span>}
    </button>
  );
  const pinning = onPin && column.kind !== 'cell' && !isChange && (
    <button
      type="button"
      className={mergeClasses(styles.tool, isPinned && styles.toolActive)}
      aria-pressed={isPinned}
      aria-label={pinLabel}
      title={pinLabel}
      ref={pinButton}
      onClick={() => {
        pressed.current = pinButton;
        onPin(column);
      }}
    >
      {isPinned ? <PinnedIcon /> : <PinIcon />}
    </button>
  );
  // A sort order that the user cannot change is shown by an icon without a button.
  const sortMark = sort && !onSort && canSort && (
    <span className={mergeClasses(styles.tool, styles.toolActive, styles.noPointer)} aria-hidden="true">
      {sort.direction === 'Ascending' ? <SortAscendingIcon /> : <SortDescendingIcon />}
    </span>
  );
  const offered = [!sort && sorting, !isPinned && pinning].filter(Boolean);
  return (
    <>
      {sort && sorting}
      {sortMark}
      {isPinned && pinning}
      {offered.length > 0 && (
        <span className={mergeClasses(styles.tools, before && styles.toolsBefore, 'lc-column-tools')}>
          {!sort && sorting}
          {!isPinned && pinning}
        </span>
      )}
    </>
  );
}

function ariaSort(direction: AggregationConfig['sort'][number]['direction'] | undefined) {
  if (direction === undefined) return undefined;
  return direction === 'Ascending' ? 'ascending' : 'descending';
}
