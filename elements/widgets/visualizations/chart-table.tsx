import { makeStyles } from '@griffel/react';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { bucketCount, type ChartData } from '../../../machines/pivot/chart-data.js';
import { bucketText } from './cartesian/chart-texts.js';
import { formatNumber } from './number-format.js';

export interface ChartTableProps {
  readonly title: string;
  readonly data: ChartData;
  readonly zone: string;
}

const rowLimit = 1000;

const useStyles = makeStyles({
  // The scrolled area can be reached by keyboard.
  scroll: { overflow: 'auto', flexGrow: 1, minHeight: 0 },
  table: { width: '100%', ...type.body, fontVariantNumeric: 'tabular-nums' },
  head: {
    position: 'sticky',
    top: 0,
    backgroundColor: tokens.surface.subtle,
    color: tokens.text.secondary,
    ...type.overline,
    textAlign: 'right',
    padding: '8px 12px',
    whiteSpace: 'nowrap',
  },
  first: { textAlign: 'left' },
  cell: { textAlign: 'right', padding: '4px 12px', borderTop: `1px solid ${tokens.border.divider}`, fontWeight: 400 },
});

/** The same values as a table: the alternative that every chart has. */
export function ChartTable({ title, data, zone }: ChartTableProps) {
  const styles = useStyles();
  const { axis, series } = data;
  const length = bucketCount(data);
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={`${styles.head} ${styles.first}`}>
              {axis.type === 'time' ? texts.bucketColumn : texts.categoryColumn}
            </th>
            {series.map((one) => (
              <th key={one.id} scope="col" className={styles.head}>
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.min(length, rowLimit) }, (_unused, index) => (
            <tr key={index}>
              <th scope="row" className={`${styles.cell} ${styles.first}`}>
                {bucketText(axis, index, zone)}
              </th>
              {series.map((one) => {
                const value = one.values[index];
                return (
                  <td key={one.id} className={styles.cell}>
                    {value == null ? '' : formatNumber(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {length > rowLimit && <p>{texts.rowsLeftOut(length - rowLimit)}</p>}
    </div>
  );
}
