import { mergeClasses } from '@griffel/react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { allRows, usePrinting } from '../../../kit/use-printing.js';
import { useCallback, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isLevelField } from '../../../../api/level-field.js';
import { inChangeOrder, nextChangeOrder, withChanges } from '../../../../machines/comparison/change-columns.js';
import {
  dataTable,
  isSortable,
  pinnedColumns,
  sortOf,
  withNextSort,
  withPinToggled,
  type TableColumn,
} from '../../../../machines/pivot/data-table.js';
import { withUnits } from '../../../../machines/pivot/column-units.js';
import { keyTexts } from '../../../../machines/pivot/keys.js';
import { numberOf } from '../../../../machines/pivot/numbers.js';
import { comparisonTexts } from '../../comparison-texts.js';
import { StillWidgetsContext } from '../../frame/widget-frame.js';
import { tableWords } from './table-words.js';
import { levelLabel } from '../../values/level.js';
import { keyLabel } from '../series-style.js';
import { useSize } from '../use-size.js';
import type { VisualizationProps } from '../visualization.js';
import { columnLayout } from './column-layout.js';
import { columnWidths, fittedWidths, headFit, marksWidth, tightPaddingPx } from './column-widths.js';
import { DataRow } from './data-row.js';
import { cellText } from './cell-text.js';
import { FiguresTable } from './figures-table.js';
import { columnName } from './head-text.js';
import { StillSheet } from './still-sheet.js';
import { columnsInRoom, rowsInRoom, stillWidths, tableWithin } from './still-table.js';
import { headHeights, TableHead } from './table-head.js';
import { useCellFocus } from './use-cell-focus.js';
import { useChangeOrder } from './use-change-order.js';
import { useRowHeight } from './use-row-height.js';
import { useTableStyles } from './table-styles.js';

/**
 * Width in px below which a table on a touch screen has the layout for phones. In this layout users cannot pin columns.
 * The first key stays visible while the table is scrolled, unless it takes more than `mostKeyShare` of the width.
 */
const narrowPx = 480;
const mostKeyShare = 0.45;

/**
 * Renders a data table: its rows are the row groups, its columns are the metrics and column groups. Without any group,
 * several metrics become rows.
 */
export function DataTable(props: VisualizationProps) {
  const { row_pivots: rows, column_pivots: columns, series } = props.config;
  const isFigures = rows.length === 0 && columns.length === 0 && series.length > 1;
  return isFigures ? <FiguresTable {...props} /> : <GroupedTable {...props} />;
}

/** Renders a virtual table that mounts only the rows and columns in and near the visible area. */
function GroupedTable(props: VisualizationProps) {
  const { title, result, earlier, config, looks, zone, onConfigChange, fieldTypes } = props;
  const styles = useTableStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const still = useContext(StillWidgetsContext);
  const size = useSize(still ? sheet : scroller);
  const [left, setLeft] = useState(0);
  const usualPx = useRowHeight(scroller);
  // On a device without hovering, the sort and pin icons are always visible beside the names.
  const [touch] = useState(() => matchMedia('(hover: none)').matches);
  const { width, height } = size ?? { width: Infinity, height: Infinity };
  const onPhone = touch && width < narrowPx;

  const [changeOrder, setChangeOrder, endChangeOrder] = useChangeOrder(props);
  const whole = useMemo(() => {
    const own = withUnits(dataTable(result, config), (metric) => looks?.[metric]?.unit);
    return earlier ? inChangeOrder(withChanges(own, earlier, comparisonTexts.change), changeOrder) : own;
  }, [result, config, looks, earlier, changeOrder]);
  const shownOrder = whole.columns.some(({ id }) => id === changeOrder?.id) ? changeOrder : undefined;
  const types = useMemo(() => new Map(fieldTypes?.map(({ name, type }) => [name, type.type])), [fieldTypes]);
  const label = useMemo(() => keyLabel(zone), [zone]);
  const isSorted = useCallback(
    (column: TableColumn) => isSortable(column) && sortOf(config, column) !== undefined,
    [config],
  );
  const marksOf = useCallback(
    (column: TableColumn) => {
      // The width of the sort icon is always reserved, so that the columns do not move when it appears.
      if (column.kind === 'change') return Number(!still);
      if (onConfigChange === undefined) return Number(isSorted(column));
      return touch && isSortable(column) ? 2 - Number(onPhone) : 0;
    },
    [onConfigChange, isSorted, touch, onPhone, still],
  );
  const widthsWith = useCallback(
    (padding?: number) =>
      columnWidths(
        whole,
        (value, column) =>
          // A level is displayed as a coloured dot and the name.
          column.group && isLevelField(column.group.field) ? `● ${levelLabel(value)}` : cellText(value, column, label),
        onConfigChange !== undefined,
        (column) => looks?.[column.function ?? '']?.thresholds !== undefined,
        marksOf,
        (key, { field }) => keyTexts([key], [field], label)[0] ?? key,
        padding,
      ),
    [whole, label, looks, onConfigChange, marksOf],
  );
  const { wholeWidths, kept, padding } = useMemo(() => {
    const all = widthsWith();
    if (!still) return { wholeWidths: all, kept: undefined, padding: undefined };
    const roomFor = (widths: typeof all) =>
      columnsInRoom(widths, width, (index) => {
        const column = whole.columns[index];
        return column !== undefined && isSorted(column);
      });
    const roomy = roomFor(all);
    if (roomy.length === all.length) return { wholeWidths: all, kept: roomy, padding: undefined };
    const tight = widthsWith(tightPaddingPx);
    return { wholeWidths: tight, kept: roomFor(tight), padding: tightPaddingPx };
  }, [still, whole, widthsWith, width, isSorted]);
  const hidden = kept ? whole.columns.filter((_column, index) => !kept.includes(index)) : [];
  const widths = useMemo(() => {
    const wanted = kept ? kept.flatMap((index) => wholeWidths[index] ?? []) : wholeWidths;
    const fitted = fittedWidths(wanted, width);
    return kept ? stillWidths(wanted, fitted, width) : fitted;
  }, [kept, wholeWidths, width]);
  const heads = useMemo(
    () =>
      (kept ?? whole.columns.map((_column, index) => index)).flatMap((index, position) => {
        const column = whole.columns[index];
        return column ? headFit(column, widths[position] ?? 0, marksWidth(marksOf(column)), padding) : [];
      }),
    [kept, whole, widths, marksOf, padding],
  );
  const headHeight = headHeights(whole.heads.length, heads);
  const { table, rowPx } = useMemo(() => {
    if (!kept) return { table: whole, rowPx: usualPx };
    const isLabelled = kept.length < whole.columns.length;
    const room = rowsInRoom(whole.rows.length, height - headHeight, usualPx, isLabelled);
    return { table: tableWithin(whole, kept, room.rows), rowPx: room.rowPx };
  }, [kept, whole, height, headHeight, usualPx]);
  const hiddenRows = whole.rows.length - table.rows.length;
  const numbers = useMemo(
    () =>
      table.columns.map(
        (column, index) =>
          column.kind === 'change' ||
          (column.kind !== 'field' &&
            table.rows.every(({ cells }) => cells[index] == null || numberOf(cells[index]) !== null)),
      ),
    [table],
  );
  const layout = useMemo(() => {
    const pinned = pinnedColumns(config);
    const [first] = table.columns;
    const keeps = onPhone && first?.kind === 'field' && (widths[0] ?? 0) <= width * mostKeyShare;
    const kept = pinned.length === 0 && keeps ? [first.id] : pinned;
    return columnLayout(table, widths, kept, { left, width: size?.width ?? 1200 });
  }, [table, widths, config, left, size?.width, onPhone, width]);
  const printing = usePrinting();
  const virtualizer = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    rangeExtractor: (range) => (printing ? allRows(range.count) : defaultRangeExtractor(range)),
  });
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowPx]);
  const rows = virtualizer.getVirtualItems();
  const focus = useCellFocus(scroller, table.rows.length, table.columns.length, (row) =>
    virtualizer.scrollToIndex(row),
  );

  const change = (column: TableColumn, next: typeof withNextSort) => onConfigChange?.(next(config, column));
  const above = rows[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0);
  const content = (
    <div
      ref={scroller}
      data-printed=""
      className={mergeClasses(styles.scroll, still && styles.still)}
      // A cell that gets the focus is scrolled out from under the header and the pinned columns.
      style={{ scrollPaddingTop: headHeight, scrollPaddingLeft: layout.pinnedPx }}
      tabIndex={0}
      role="group"
      aria-label={title}
      aria-description={tableWords.keys}
      onScroll={(event) => {
        // The scroll position matters only in wide tables, which do not mount all columns.
        if (layout.shown.length < table.columns.length) setLeft(event.currentTarget.scrollLeft);
      }}
      onKeyDown={focus.onKeyDown}
    >
      <table
        className={mergeClasses(styles.table, padding !== undefined && styles.tight)}
        aria-rowcount={table.rows.length + table.heads.length + 1}
        aria-colcount={table.columns.length}
        style={{
          width: widths.reduce((sum, width) => sum + width, 0),
          ...(rowPx !== usualPx && { '--lc-density-row': `${rowPx}px` }),
        }}
      >
        <colgroup>
          {widths.map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <TableHead
          table={table}
          config={config}
          layout={layout}
          widths={widths}
          fits={heads}
          zone={zone}
          isNumber={(index) => numbers[index] ?? false}
          onSort={
            onConfigChange &&
            ((column) => {
              // A press on another column also ends the order by changes if the host page does not take over the sort.
              endChangeOrder();
              change(column, withNextSort);
            })
          }
          changeOrder={shownOrder}
          onChangeOrder={still ? undefined : (column) => setChangeOrder(nextChangeOrder(shownOrder, column))}
          onPin={onPhone ? undefined : onConfigChange && ((column) => change(column, withPinToggled))}
        />
        <tbody>
          {above > 0 && (
            <tr aria-hidden="true">
              <td className={styles.spacer} style={{ height: above }} />
            </tr>
          )}
          {rows.map(({ index, key }) => {
            const row = table.rows[index];
            return (
              row && (
                <DataRow
                  key={key}
                  className={mergeClasses(styles.row)}
                  table={table}
                  row={row}
                  config={config}
                  index={index}
                  rowIndex={index + table.heads.length + 2}
                  // The first mounted row shows all its keys, because the row with the equal keys is not mounted.
                  repeated={index === rows[0]?.index ? 0 : row.repeated}
                  layout={layout}
                  numbers={numbers}
                  types={types}
                  label={label}
                  looks={looks}
                  result={result}
                  zone={zone}
                />
              )
            );
          })}
          {below > 0 && (
            <tr aria-hidden="true">
              <td className={styles.spacer} style={{ height: below }} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
  if (!still) return content;
  const hiddenText = tableWords.hidden(
    hiddenRows,
    hidden.map((column) => columnName(column, whole.heads, label)),
  );
  return (
    <StillSheet sheet={sheet} hiddenText={hiddenText}>
      {content}
    </StillSheet>
  );
}
