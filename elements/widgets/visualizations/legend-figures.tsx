/** Legend of a time chart as a table: lowest, mean, highest and last value of each series. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { tokens, type } from '../../kit/tokens.js';
import { FieldValue } from '../actions/field-value.js';
import { laterTexts } from '../later-texts.js';
import type { LegendEntry } from './chart-legend.js';
import { exactMeasured, formatMeasured } from './measured.js';
import { figuresOf } from './series-figures.js';

const useStyles = makeStyles({
  box: { maxHeight: 'max(66px, 40%)', overflow: 'auto', flexShrink: 0, marginBottom: '4px' },
  table: { borderCollapse: 'collapse', width: '100%', color: tokens.text.secondary, ...type.caption },
  head: {
    position: 'sticky',
    top: 0,
    padding: '0 8px',
    fontWeight: 600,
    textAlign: 'right',
    lineHeight: '20px',
    backgroundColor: tokens.surface.card,
  },
  name: {
    maxWidth: '0',
    width: '60%',
    padding: '0 8px',
    fontWeight: 400,
    textAlign: 'left',
    lineHeight: '20px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  cell: { padding: '0 8px', textAlign: 'right', color: tokens.text.primary, fontVariantNumeric: 'tabular-nums' },
  marked: { backgroundColor: tokens.surface.hover },
  swatch: {
    display: 'inline-block',
    width: '8px',
    height: '8px',
    marginRight: '6px',
    borderRadius: '2px',
    forcedColorAdjust: 'none',
  },
});

export interface LegendFiguresProps {
  readonly entries: readonly (LegendEntry & {
    readonly values: readonly (number | null)[];
    readonly unit: string | undefined;
  })[];
  readonly onFocus: (index: number | undefined) => void;
  readonly marked: number | undefined;
}

const columns = ['min', 'avg', 'max', 'last'] as const;

export function LegendFigures({ entries, onFocus, marked }: LegendFiguresProps) {
  const styles = useStyles();
  return (
    <div className={styles.box} tabIndex={0} role="group" aria-label={laterTexts.figures.table}>
      <table className={styles.table} onPointerLeave={() => onFocus(undefined)}>
        <thead>
          <tr>
            <th scope="col" className={mergeClasses(styles.head, styles.name)}>
              {laterTexts.figures.series}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles.head}>
                {laterTexts.figures[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ name, color, value, values, unit }, index) => {
            const figures = figuresOf(values);
            return (
              <tr
                key={index}
                className={mergeClasses(index === marked && styles.marked)}
                onPointerEnter={() => onFocus(index)}
              >
                <th scope="row" className={styles.name} title={name}>
                  <span className={styles.swatch} style={{ backgroundColor: color }} />
                  {value ? <FieldValue field={value.field} value={value.value} text={name} tabStop /> : name}
                </th>
                {columns.map((column) => {
                  const text = figures ? formatMeasured(figures[column], unit) : '';
                  return (
                    <td key={column} className={styles.cell} title={exactMeasured(figures?.[column], text, unit)}>
                      {text}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
