import { mergeClasses } from '@griffel/react';
import { memo } from 'react';
import type { DataTable, TableColumn, TableRow } from '../../../../machines/pivot/data-table.js';
import type { KeyLabel } from '../../../../machines/pivot/keys.js';
import { pathsTo, type ValuePaths } from '../../../../machines/pivot/value-path.js';
import { levelOfValue } from '../../../../machines/view/metric-look.js';
import type { AggregationConfig, MetricLooks, PivotResult } from '../../faces.js';
import { FieldValue } from '../../actions/field-value.js';
import { Attention } from '../attention.js';
import { comparisonTexts } from '../../comparison-texts.js';
import { exactMeasured, formatMeasured } from '../measured.js';
import { cellText } from './cell-text.js';
import type { ColumnLayout } from './column-layout.js';
import { useTableStyles } from './table-styles.js';

export interface DataRowProps {
  readonly table: DataTable;
  readonly row: TableRow;
  readonly config: AggregationConfig;
  /** Index of the row among the rows of the result. */
  readonly index: number;
  /** Row index for screen readers, from 1 and including the header rows. */
  readonly rowIndex: number;
  /** Number of leading keys that are equal to those of the row above, whose cells stay empty. */
  readonly repeated: number;
  readonly layout: ColumnLayout;
  readonly numbers: readonly boolean[];
  /** Types of the fields by field name. */
  readonly types: ReadonlyMap<string, string>;
  readonly label: KeyLabel;
  readonly looks: MetricLooks | undefined;
  readonly result: PivotResult;
  readonly zone: string;
  readonly className: string;
}

export const DataRow = memo(function DataRow(props: DataRowProps) {
  const { table, row, config, index, repeated, layout, numbers, types, label, looks } = props;
  const styles = useTableStyles();
  const own = table.columns.filter(({ kind }) => kind !== 'cell').length;
  return (
    <tr aria-rowindex={props.rowIndex} className={props.className}>
      {layout.shown.map((at, position) => {
        const column = table.columns[at];
        if (!column) return null;
        const pin = layout.pinnedAt(at);
        const value = row.cells[at];
        const look = column.function === undefined ? undefined : looks?.[column.function];
        const Cell = column.kind === 'field' ? 'th' : 'td';
        const blank = column.kind === 'field' && at < repeated;
        return [
          position === own && layout.before > 0 && (
            <td key="before" className={styles.spacer} colSpan={layout.before} aria-hidden="true" />
          ),
          <Cell
            key={at}
            {...(Cell === 'th' && { scope: 'row' })}
            tabIndex={-1}
            aria-colindex={at + 1}
            data-row={index}
            data-column={at}
            className={mergeClasses(
              styles.cell,
              numbers[at] && styles.number,
              pin && styles.pinned,
              pin?.isLast && styles.pinnedEdge,
            )}
            style={pin && { left: pin.left }}
          >
            {column.kind === 'change' ? (
              <span
                className={styles.change}
                title={beforeText(row.before?.[at], looks?.[table.columns[at - 1]?.function ?? '']?.unit)}
              >
                {cellText(value, column, label)}
              </span>
            ) : blank ? (
              <span className="lc-unseen">{cellText(value, column, label)}</span>
            ) : (
              <Attention level={levelOfValue(look, value)}>
                <CellValue
                  column={column}
                  value={value}
                  type={typeOf(column, types)}
                  text={
                    column.kind === 'field' && column.group?.kind !== 'time'
                      ? undefined
                      : cellText(value, column, label)
                  }
                  unit={look?.unit}
                  paths={() => pathsTo(config, row.keys, column, props.zone, props.result)}
                />
              </Attention>
            )}
          </Cell>,
        ];
      })}
      {layout.after > 0 && <td className={styles.spacer} colSpan={layout.after} aria-hidden="true" />}
    </tr>
  );
});

/** Returns the tooltip of a change, which names the earlier value. */
const beforeText = (value: unknown, unit: string | undefined): string | undefined =>
  typeof value === 'number' || typeof value === 'bigint'
    ? comparisonTexts.previousValue(formatMeasured(value, unit))
    : undefined;

interface CellValueProps {
  readonly column: TableColumn;
  readonly value: unknown;
  readonly type: string | undefined;
  readonly text: string | undefined;
  readonly unit: string | undefined;
  readonly paths: () => ValuePaths;
}

function CellValue({ column, value, type, text, unit, paths }: CellValueProps) {
  if (value === undefined || value === null || value === '') return null;
  return (
    <FieldValue
      field={column.group?.field ?? column.function ?? column.title}
      value={value}
      type={type}
      text={text}
      middle={text === undefined}
      exact={text === undefined ? wholeKey(value) : exactMeasured(value, text, unit)}
      paths={paths}
    />
  );
}

/** Number of characters that the narrowest column of keys shows in any case. */
const leastShown = 9;

/** Returns the full key for the tooltip if a narrow table may shorten it, otherwise undefined. */
const wholeKey = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > leastShown ? value : undefined;

/**
 * Returns the field type of a column's values: keys and latest values have the type of their field, other metrics
 * none.
 */
function typeOf(column: TableColumn, types: ReadonlyMap<string, string>): string | undefined {
  if (column.group) return column.group.kind === 'time' ? 'date' : types.get(column.group.field);
  const latest = /^latest\((.*)\)$/s.exec(column.function ?? '')?.[1];
  return latest === undefined ? undefined : types.get(latest);
}
