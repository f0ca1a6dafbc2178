/** Renders the legend of a time chart as a table: lowest, mean, highest and last value of each series. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo } from 'react';
import type { ChartData } from '../../../machines/pivot/chart-data.js';
import { tokens, type } from '../../kit/tokens.js';
import type { FilledSpan } from '../../../machines/pivot/zero-filled.js';
import { FieldValue } from '../actions/field-value.js';
import type { AggregationConfig } from '../faces.js';
import { figureLinePx, figuresPx } from '../frame/fold.js';
import type { UnitOf } from './cartesian/chart-texts.js';
import type { LegendEntry } from './chart-legend.js';
import { swapButton, type FocusMove } from './swap-button.js';
import { exactMeasured, formatMeasured } from './measured.js';
import { figuresOf, wholeValues } from './series-figures.js';
import { chartWords } from './chart-words.js';

const useStyles = makeStyles({
  box: {
    maxHeight: 'var(--lc-figures)',
    overflow: 'auto',
    scrollPaddingTop: `${figureLinePx}px`,
    flexShrink: 0,
    marginTop: '4px',
  },
  table: { borderCollapse: 'collapse', width: '100%', color: tokens.text.secondary, ...type.caption },
  head: {
    position: 'sticky',
    top: 0,
    padding: '0 8px',
    fontWeight: 600,
    textAlign: 'right',
    lineHeight: `${figureLinePx}px`,
    backgroundColor: tokens.surface.card,
  },
  name: {
    maxWidth: '0',
    width: '60%',
    padding: '0 8px',
    fontWeight: 400,
    textAlign: 'left',
    lineHeight: `${figureLinePx}px`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // A name with a menu is a target, which an inline box would make as low as its letters (WCAG 2.5.8).
    '& > [role=button]': {
      display: 'inline-block',
      minWidth: '24px',
      maxWidth: 'calc(100% - 14px)',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      verticalAlign: 'top',
    },
  },
  cell: { padding: '0 8px', textAlign: 'right', color: tokens.text.primary, fontVariantNumeric: 'tabular-nums' },
  marked: { backgroundColor: tokens.surface.hover },
  hide: {
    alignSelf: 'flex-end',
    flexShrink: 0,
    height: `${figureLinePx}px`,
    margin: '0 8px 4px',
    border: 'none',
    padding: 0,
    backgroundColor: 'transparent',
    color: tokens.text.link,
    cursor: 'pointer',
    position: 'relative',
    '@media (pointer: coarse)': { '::after': { content: '""', position: 'absolute', inset: '-12px -8px' } },
    ...type.caption,
  },
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
  readonly entries: readonly LegendEntry[];
  readonly data: ChartData;
  /** Index of each entry's series in the data. */
  readonly order: readonly number[];
  readonly config: AggregationConfig;
  /** Searched span, over which the missing counts are 0. */
  readonly span: FilledSpan;
  /** True if all time was searched, so that no bucket is cut by the range. */
  readonly ofAllTime: boolean | undefined;
  readonly unitOf: UnitOf;
  readonly onFocus: (index: number | undefined) => void;
  readonly marked: number | undefined;
  /** Called when the user wants the legend in place of the figures. */
  readonly onHide: () => void;
  readonly moves: FocusMove;
}

const columns = ['min', 'avg', 'max', 'last'] as const;

export function LegendFigures(props: LegendFiguresProps) {
  const { entries, data, order, config, span, ofAllTime, unitOf, onFocus, marked, onHide, moves } = props;
  const styles = useStyles();
  const values = useMemo(() => wholeValues(data, config, span, ofAllTime), [data, config, span, ofAllTime]);
  return (
    <>
      <div
        className={styles.box}
        style={{ '--lc-figures': `${figuresPx(entries.length)}px` }}
        tabIndex={0}
        role="group"
        aria-label={chartWords.figures.table}
      >
        <table className={styles.table} onPointerLeave={() => onFocus(undefined)}>
          <thead>
            <tr>
              <th scope="col" className={mergeClasses(styles.head, styles.name)}>
                {chartWords.figures.series}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className={styles.head}>
                  {chartWords.figures[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map(({ name, color, value }, index) => {
              const at = order[index] ?? 0;
              const series = data.series[at];
              const unit = series && unitOf(series);
              const figures = figuresOf(values[at] ?? []);
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
      <button {...swapButton(moves, onHide)} type="button" className={styles.hide}>
        {chartWords.figures.hide}
      </button>
    </>
  );
}
