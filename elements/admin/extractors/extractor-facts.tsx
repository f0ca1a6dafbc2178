/** Renders the details of an extractor: condition, configuration, converters, number of runs and duration. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { ExtractorMetrics, ExtractorSummary } from '../../../api/contract/extractors.js';
import { converterTypeOf } from '../../../api/extractors/converters.js';
import { labelOf } from '../../../api/extractors/parts.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Details } from '../../kit/detail-page/index.js';
import { formatNumber } from '../../kit/format.js';
import { tokens, type } from '../../kit/tokens.js';
import { partsOfType } from './extractor-form.js';
import { configText } from './figures.js';
import { texts } from './texts.js';

const { facts: words } = texts;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 340px), 1fr))',
    gap: '16px 32px',
    alignItems: 'start',
    marginTop: '12px',
    padding: '12px 14px',
    borderRadius: '6px',
    backgroundColor: tokens.surface.subtle,
  },
  column: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px', minWidth: 0 },
  heading: { ...type.cardTitle },
  text: { color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.body },
  converters: { display: 'grid', gap: '4px', ...type.body },
  config: { color: tokens.text.secondary, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...type.logSmall },
  value: { whiteSpace: 'pre-wrap', ...type.logSmall },
  scroll: {
    overflowX: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '1px' },
  },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    fontVariantNumeric: 'tabular-nums',
    ...type.caption,
    '& th, & td': { padding: '4px 8px 4px 0', textAlign: 'right', whiteSpace: 'nowrap', fontWeight: 400 },
    '& th': { color: tokens.text.secondary },
    '& th:first-child': { textAlign: 'left' },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
  },
});

type TimerName = 'total' | 'condition' | 'execution' | 'converters';
const timers = Object.keys(words.rows) as TimerName[];
const columns = Object.keys(words.columns) as (keyof typeof words.columns)[];

export function ExtractorFacts({ extractor }: { readonly extractor: ExtractorSummary }): ReactNode {
  const styles = useStyles();
  const {
    title,
    type: kind,
    condition_type: condition,
    condition_value: value,
    extractor_config: config,
    converters,
  } = extractor;
  const { metrics } = extractor;
  const configured = Object.entries(config);
  const { rate } = metrics.total;
  const average = (perSecond: number | undefined): string | undefined =>
    perSecond === undefined ? undefined : words.perSecond(formatNumber(perSecond));
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {condition !== 'none' && (
          <>
            <h4 className={styles.heading}>{words.condition}</h4>
            <p className={styles.text}>{condition === 'string' ? words.containing(value) : words.matching(value)}</p>
          </>
        )}
        <h4 className={styles.heading}>{words.configuration}</h4>
        {configured.length === 0 && <p className={styles.text}>{words.noConfiguration}</p>}
        <Details
          rows={configured.map(([name, set]) => [
            labelOf(partsOfType(kind), name),
            <span className={styles.value}>{configText(set)}</span>,
          ])}
        />
        {converters.length > 0 && (
          <>
            <h4 className={styles.heading}>{words.converters}</h4>
            <ul className={styles.converters}>
              {converters.map((converter, at) => (
                <li key={at}>
                  {converterTypeOf(converter.type).label}
                  {Object.entries(converter.config).map(([name, set]) => (
                    <div key={name} className={styles.config}>
                      {labelOf(converterTypeOf(converter.type).parts, name)}: {configText(set)}
                    </div>
                  ))}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={styles.column}>
        <h4 className={styles.heading}>{words.metrics}</h4>
        <Details
          rows={[
            [words.runs, formatNumber(rate?.total ?? 0)],
            [words.oneMinute, average(rate?.one_minute)],
            [words.fiveMinutes, average(rate?.five_minute)],
            [words.fifteenMinutes, average(rate?.fifteen_minute)],
            [words.hits, formatNumber(metrics.condition_hits)],
            [words.misses, formatNumber(metrics.condition_misses)],
            [words.exceptions, formatNumber(extractor.exceptions)],
            [words.converterExceptions, formatNumber(extractor.converter_exceptions)],
          ]}
        />
        <Times title={title} metrics={metrics} />
      </div>
    </div>
  );
}

function Times({ title, metrics }: { readonly title: string; readonly metrics: ExtractorMetrics }): ReactNode {
  const styles = useStyles();
  if ((metrics.total.rate?.total ?? 0) === 0) return <p className={styles.text}>{words.noTimes}</p>;
  return (
    <div className={styles.scroll} role="region" aria-label={words.times(title)} tabIndex={0}>
      <table className={styles.table}>
        <ColumnHeads labels={[words.time, ...columns.map((column) => words.columns[column])]} />
        <tbody>
          {timers.map((timer) => (
            <tr key={timer}>
              <th scope="row">{words.rows[timer]}</th>
              {columns.map((column) => (
                <td key={column}>{formatNumber(metrics[timer].time?.[column] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
