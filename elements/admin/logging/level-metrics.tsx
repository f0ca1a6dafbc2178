/** Renders a table with the number and the rate of a node's log lines by level (screens/administration.md C5). */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { MetricRate } from '../../../api/contract/system.js';
import { meteredLevels } from '../../../api/queries/loggers.js';
import { formatNumber } from '../../kit/format.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  table: {
    width: '100%',
    maxWidth: '560px',
    marginBottom: '12px',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    ...type.body,
    '& th': {
      padding: '4px 8px',
      textAlign: 'right',
      color: tokens.text.secondary,
      backgroundColor: tokens.surface.subtle,
      ...type.overline,
    },
    '& td': { padding: '4px 8px', textAlign: 'right', borderTop: `1px solid ${tokens.border.divider}` },
    '& th:first-child, & td:first-child': { textAlign: 'left' },
  },
});

const { levels, metrics: words } = texts;
const shown = meteredLevels.filter((level) => level !== 'all');

export function LevelMetrics({ rates }: { readonly rates: ReadonlyMap<string, MetricRate> }): ReactNode {
  return (
    <table className={useStyles().table} aria-label={words.caption}>
      <thead>
        <tr>
          <th scope="col">{words.level}</th>
          <th scope="col">{words.total}</th>
          <th scope="col">{words.mean}</th>
          <th scope="col">{words.minute}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((level) => {
          const rate = rates.get(level);
          return (
            <tr key={level}>
              <td>{levels[level]}</td>
              <td>{rate ? formatNumber(rate.total) : '–'}</td>
              <td>{rate ? words.perSecond(rate.mean) : '–'}</td>
              <td>{rate ? words.perSecond(rate.one_minute) : '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
