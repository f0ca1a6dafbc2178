import { mergeClasses } from '@griffel/react';
import { useContext, useRef } from 'react';
import { dataTable, type TableColumn } from '../../../../machines/pivot/data-table.js';
import { withUnits } from '../../../../machines/pivot/column-units.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { levelOfValue } from '../../../../machines/view/metric-look.js';
import { StillWidgetsContext } from '../../frame/widget-frame.js';
import { FieldName } from '../../actions/field-name.js';
import { FieldValue } from '../../actions/field-value.js';
import { tableWords } from './table-words.js';
import { Attention } from '../attention.js';
import { exactMeasured } from '../measured.js';
import { keyLabel } from '../series-style.js';
import { useSize } from '../use-size.js';
import type { VisualizationProps } from '../visualization.js';
import { cellText } from './cell-text.js';
import { shortHeadOf } from './head-text.js';
import { StillSheet } from './still-sheet.js';
import { rowsInRoom } from './still-table.js';
import { headHeights } from './table-head.js';
import { useTableStyles } from './table-styles.js';
import { useRowHeight } from './use-row-height.js';

/**
 * Renders a table for several metrics without groups, such as the statistics of a field: each row has the name and
 * value of a metric.
 */
export function FiguresTable({ title, result, config, looks, zone }: VisualizationProps) {
  const styles = useTableStyles();
  const table = withUnits(dataTable(result, config), (metric) => looks?.[metric]?.unit);
  const label = keyLabel(zone);
  const [row] = table.rows;
  const still = useContext(StillWidgetsContext);
  const scroller = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const height = useSize(sheet)?.height ?? Infinity;
  const usualPx = useRowHeight(scroller);
  const count = table.columns.length;
  const { rows, rowPx } = still
    ? rowsInRoom(count, height - headHeights(0, []), usualPx, false)
    : { rows: count, rowPx: usualPx };
  const content = (
    <div
      ref={scroller}
      className={mergeClasses(styles.scroll, still && styles.still)}
      data-printed=""
      tabIndex={0}
      role="group"
      aria-label={title}
    >
      <table className={styles.table} style={rowPx === usualPx ? undefined : { '--lc-density-row': `${rowPx}px` }}>
        <thead>
          <tr>
            <th scope="col" className={mergeClasses(styles.headCell, styles.lastHead)}>
              {tableWords.metricColumn}
            </th>
            <th scope="col" className={mergeClasses(styles.headCell, styles.lastHead, styles.number)}>
              {tableWords.valueColumn}
            </th>
          </tr>
        </thead>
        <tbody>
          {table.columns.slice(0, rows).map((column: TableColumn, index) => {
            const value = row?.cells[index];
            const look = looks?.[column.function ?? ''];
            const text = cellText(value, column, label);
            return (
              <tr key={column.id} className={styles.row}>
                <th scope="row" className={styles.cell} title={column.function}>
                  <FieldName field={column.function ?? column.title}>{shortHeadOf(column)}</FieldName>
                </th>
                <td className={mergeClasses(styles.cell, styles.number)}>
                  {value !== undefined && value !== null && (
                    <Attention level={levelOfValue(look, value)}>
                      <FieldValue
                        field={column.function ?? column.title}
                        value={value}
                        text={text}
                        exact={exactMeasured(value, text, look?.unit)}
                        paths={() => pathsTo(config, [], column, zone, result)}
                      />
                    </Attention>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
  if (!still) return content;
  return (
    <StillSheet sheet={sheet} hiddenText={tableWords.hidden(count - rows, [])}>
      {content}
    </StillSheet>
  );
}
