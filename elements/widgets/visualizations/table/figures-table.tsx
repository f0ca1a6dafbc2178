import { mergeClasses } from '@griffel/react';
import { dataTable, type TableColumn } from '../../../../machines/pivot/data-table.js';
import { withUnits } from '../../../../machines/pivot/column-units.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { levelOfValue } from '../../../../machines/view/metric-look.js';
import { FieldName } from '../../actions/field-name.js';
import { FieldValue } from '../../actions/field-value.js';
import { tableWords } from './table-words.js';
import { Attention } from '../attention.js';
import { exactMeasured } from '../measured.js';
import { keyLabel } from '../series-style.js';
import type { VisualizationProps } from '../visualization.js';
import { cellText } from './cell-text.js';
import { shortHeadOf } from './head-text.js';
import { useTableStyles } from './table-styles.js';

/**
 * Renders a table for several metrics without groups, such as the statistics of a field: each row has the name and
 * value of a metric.
 */
export function FiguresTable({ title, result, config, looks, zone }: VisualizationProps) {
  const styles = useTableStyles();
  const table = withUnits(dataTable(result, config), (metric) => looks?.[metric]?.unit);
  const label = keyLabel(zone);
  const [row] = table.rows;
  return (
    <div className={styles.scroll} data-printed="" tabIndex={0} role="group" aria-label={title}>
      <table className={styles.table}>
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
          {table.columns.map((column: TableColumn, index) => {
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
}
