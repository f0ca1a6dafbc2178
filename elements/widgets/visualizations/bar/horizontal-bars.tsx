/** Renders horizontal bars with their names at the left, where long names have more room than along a lower axis. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useContext, useMemo, useRef, useState } from 'react';
import type { CategoryAxis } from '../../../../machines/pivot/chart-data.js';
import { addends, metricFunction } from '../../../../machines/pivot/chart-data.js';
import { measureOf, peaksOf } from '../../../../machines/pivot/own-scales.js';
import { isRestKey, restCount } from '../../../../machines/pivot/rest-of-values.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { levelOfValue } from '../../../../machines/view/metric-look.js';
import { tokens, type } from '../../../kit/tokens.js';
import { FieldValue } from '../../actions/field-value.js';
import { StillWidgetsContext } from '../../frame/widget-frame.js';
import { Attention } from '../attention.js';
import { chartDescription } from '../cartesian/chart-texts.js';
import { withChartColor } from '../chart-colors.js';
import { ChartLegend } from '../chart-legend.js';
import { legendValue } from '../legend-value.js';
import { exactMeasured, formatMeasured, lookOfMetric } from '../measured.js';
import type { PlaceMemory } from '../color-places.js';
import { seriesColors } from '../series-palette.js';
import { keyLabel, legendOrder, type StyledData } from '../series-style.js';
import { useChartColors } from '../use-chart-colors.js';
import { useSize } from '../use-size.js';
import type { VisualizationProps } from '../visualization.js';
import { chartWords } from '../chart-words.js';
import { barRows } from './bar-rows.js';

/**
 * Maximum number of bars in a group whose values are beside its bars. A wall display shows fewer, because high rows
 * leave no room for other groups and the display cannot be scrolled.
 */
const mostFigures = { page: 12, wall: 4 };
const mostLegend = 40;
/** Padding in px above and below the bars together. */
const listPaddingPx = 8;

const useStyles = makeStyles({
  chart: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  list: {
    flexGrow: 1,
    minHeight: 0,
    margin: 0,
    padding: `${listPaddingPx / 2}px 12px`,
    overflow: 'auto',
    listStyleType: 'none',
    ...type.caption,
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '-2px' },
  },
  /** On a wall display, which cannot be scrolled, the content is clipped; a few bars are in the middle of their tile. */
  still: { display: 'flex', flexDirection: 'column', justifyContent: 'safe center', overflow: 'clip' },
  row: {
    display: 'grid',
    flexShrink: 0,
    lineHeight: 1.35,
    // Names get the room that the longest of them needs, but never more than two fifths of the chart.
    gridTemplateColumns: 'min(40%, var(--lc-name)) minmax(0, 1fr) var(--lc-figure)',
    alignItems: 'center',
    gap: '10px',
  },
  name: { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis', color: tokens.text.secondary },
  track: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '1px',
    height: '70%',
    maxHeight: 'var(--lc-bars)',
    minWidth: 0,
  },
  stacked: { flexDirection: 'row', justifyContent: 'flex-start', gap: 0 },
  bar: { flexGrow: 1, borderRadius: '0 2px 2px 0', forcedColorAdjust: 'none', minWidth: '1px' },
  missing: { visibility: 'hidden' },
  part: { flexGrow: 0, height: '100%', forcedColorAdjust: 'none' },
  figure: { color: tokens.text.primary, fontWeight: 600, fontVariantNumeric: 'tabular-nums', textAlign: 'right' },
  figures: {
    display: 'grid',
    gridAutoRows: '1fr',
    alignItems: 'center',
    height: '86%',
    maxHeight: 'var(--lc-bars)',
    lineHeight: 1,
  },
  /** Outline that the bar of an earlier value would have. */
  past: {
    position: 'absolute',
    left: 0,
    boxSizing: 'border-box',
    border: `1.5px dashed ${tokens.text.secondary}`,
    borderLeft: 'none',
    pointerEvents: 'none',
  },
  /** Bars beside values take more of the row, so that the values of adjacent bars do not touch. */
  wide: { height: '86%' },
  more: { flexShrink: 0, padding: '0 12px 4px', color: tokens.text.secondary, ...type.caption },
});

/**
 * Returns the text about the values without a bar. The bar of all other values counts as the values that it stands for.
 * @param hidden keys of the values after the last bar that has room
 * @param keepsRest true if the bar of all other values is shown in place of the bar before it
 */
function moreText(hidden: readonly string[], keepsRest: boolean): string {
  const rest = keepsRest ? undefined : hidden.find(isRestKey);
  if (rest === undefined) return chartWords.moreSeries(hidden.length);
  const others = restCount(rest);
  return others === undefined
    ? chartWords.moreAndOthers(hidden.length - 1)
    : chartWords.moreSeries(hidden.length - 1 + others);
}

export interface HorizontalBarsProps extends VisualizationProps {
  readonly data: StyledData & { readonly axis: CategoryAxis };
  /** True if the values of a row are parts of a stacked bar. */
  readonly stacked: boolean;
  /** True if each metric has a scale of its own, because the metrics measure different things. */
  readonly ownScales: boolean;
}

export function HorizontalBars(props: HorizontalBarsProps) {
  const { title, data, stacked, ownScales, config, looks, result, earlier, zone, bare, onConfigChange } = props;
  const styles = useStyles();
  const list = useRef<HTMLUListElement>(null);
  const size = useSize(list);
  const colors = useChartColors(list);
  const still = useContext(StillWidgetsContext);
  const { axis } = data;
  const unitOf = (one: { readonly metric: string } | undefined) => one && lookOfMetric(looks, one.metric, config)?.unit;
  const series = useMemo(() => (stacked ? addends(data.series) : data.series), [stacked, data.series]);
  const [memory] = useState<PlaceMemory>(() => new Map());
  const palette = useMemo(
    () => (colors ? seriesColors(series, colors, config.formatting_settings?.chart_colors, true, memory) : []),
    [colors, series, config.formatting_settings?.chart_colors, memory],
  );
  const past = useMemo(
    () => earlier?.chart.linesOf(earlier, { axis, series }, stacked, keyLabel(zone), zone) ?? [],
    [earlier, axis, series, stacked, zone],
  );
  const totals = axis.labels.map((_label, row) =>
    series.reduce((sum, { values }) => (stacked ? sum + (values[row] ?? 0) : Math.max(sum, values[row] ?? 0)), 0),
  );
  const pastOf = (line: (typeof past)[number]) => line.points.map(({ value }) => value ?? 0);
  const highest = Math.max(...totals, ...past.flatMap(pastOf), Number.MIN_VALUE);
  const eachFigure = !stacked && series.length > 1 && series.length <= mostFigures[still ? 'wall' : 'page'];
  const hasFigures = eachFigure || stacked || series.length === 1;
  const ownHighest = useMemo(
    () =>
      ownScales
        ? peaksOf(
            [...series, ...past.map(({ metric, points }) => ({ metric, values: points.map(({ value }) => value) }))],
            measureOf(looks, config),
          )
        : undefined,
    [ownScales, series, past, looks, config],
  );
  /** Texts of the earlier values of each row. */
  const beforeOfRows = useMemo(
    () =>
      axis.labels.map((_label, row) =>
        (
          earlier?.chart.rowsOf(
            past,
            { axis, series },
            row,
            earlier.name,
            [],
            ({ metric }) => lookOfMetric(looks, metric, config)?.unit,
          ) ?? []
        ).map(({ name, value }) => `${name}: ${value}`),
      ),
    [earlier, past, axis, series, looks, config],
  );
  const layout = barRows({
    height: size && size.height - listPaddingPx,
    rows: axis.labels.length,
    lines: eachFigure ? series.length : 1,
    wall: still,
    fontSize: colors?.axisFontSize ?? 12,
  });
  const { shown } = layout;
  const last = axis.labels.length - 1;
  // Nobody can scroll on a wall, so the bar of all other values takes the place of the last bar that has room.
  const keepsRest = shown > 1 && shown <= last && isRestKey(axis.keys[last]?.[0]);
  const figureLetters = axis.labels.reduce((most, _label, row) => {
    const texts = eachFigure
      ? series.map((one) => formatMeasured(one.values[row] ?? 0, unitOf(one)))
      : [formatMeasured(totals[row] ?? 0, unitOf(series[0]))];
    return Math.max(most, ...texts.map(({ length }) => length));
  }, 2);
  // Letters of other scripts may be as wide as two digits.
  const nameLetters = Math.max(0, ...axis.labels.map((label) => label.replace(/[^ -\u02ff]/g, 'xx').length));
  const shareOf = (one: (typeof series)[number] | undefined, value: number | null | undefined) =>
    `${(100 * Math.max(0, value ?? 0)) / ((one && ownHighest?.get(one.metric)) ?? highest)}%`;
  return (
    <div className={styles.chart}>
      <ul
        ref={list}
        className={mergeClasses(styles.list, still && styles.still)}
        style={{
          fontSize: layout.fontSize,
          '--lc-figure': hasFigures ? `${figureLetters + 1}ch` : 'auto',
          '--lc-name': `${nameLetters + 1}ch`,
          '--lc-bars': `${layout.bars}px`,
        }}
        tabIndex={0}
        aria-label={chartDescription(title, data, zone)}
        aria-roledescription={chartWords.kind.bar}
      >
        {axis.labels.map((label, row) => {
          if (keepsRest ? row >= shown - 1 && row < last : row >= shown) return null;
          const keys = axis.keys[row] ?? [];
          const value = legendValue(config.row_pivots, keys);
          const figures = series.map((one) => {
            const look = lookOfMetric(looks, one.metric, config);
            const text = one.values[row] == null ? '' : formatMeasured(one.values[row], look?.unit);
            return { one, look, text };
          });
          const before = beforeOfRows[row] ?? [];
          const only = series.length === 1 ? figures[0] : undefined;
          const [total] = stacked && series.length > 1 ? [formatMeasured(totals[row] ?? 0)] : [];
          const paths = (metric: string, columns: readonly string[]) => () =>
            pathsTo(config, keys, { keys: columns, function: metric }, zone, result);
          return (
            <li key={row} className={styles.row} style={{ height: layout.row }} title={before.join('\n') || undefined}>
              <span className={styles.name} title={label}>
                {value ? <FieldValue field={value.field} value={value.value} text={label} middle tabStop /> : label}
              </span>
              <span className={mergeClasses(styles.track, stacked && styles.stacked, eachFigure && styles.wide)}>
                {figures.map(({ one, text }, index) =>
                  one.values[row] == null ? (
                    // A missing bar keeps its place beside its value and below its outline.
                    !stacked &&
                    (eachFigure || past.length > 0) && (
                      <span key={index} className={mergeClasses(styles.bar, styles.missing)} />
                    )
                  ) : (
                    <span
                      key={index}
                      className={stacked ? styles.part : styles.bar}
                      style={{
                        width: shareOf(one, one.values[row]),
                        backgroundColor: only && isRestKey(keys[0]) ? colors?.unknown : palette[index],
                      }}
                      title={[`${one.name}: ${text}`, ...before].join('\n')}
                    />
                  ),
                )}
                {earlier &&
                  past.map((line, index) => {
                    const value = line.points[row]?.value;
                    const at = stacked ? 0 : (line.series ?? 0);
                    return (
                      value != null && (
                        <span
                          key={`earlier ${index}`}
                          className={styles.past}
                          style={{
                            width: shareOf(line.series === undefined ? undefined : series[line.series], value),
                            top: `${(100 * at) / (stacked ? 1 : series.length)}%`,
                            height: `${100 / (stacked ? 1 : series.length)}%`,
                          }}
                        />
                      )
                    );
                  })}
              </span>
              <span className={mergeClasses(styles.figure, eachFigure && styles.figures)}>
                {eachFigure &&
                  figures.map(({ one, text }, index) => (
                    <span key={index} aria-hidden="true" title={exactMeasured(one.values[row], text, unitOf(one))}>
                      {text}
                    </span>
                  ))}
                {only && only.one.values[row] != null ? (
                  <Attention level={levelOfValue(only.look, only.one.values[row])}>
                    {isRestKey(keys[0]) ? (
                      only.text
                    ) : (
                      <FieldValue
                        field={metricFunction(only.one.metric, config)}
                        value={only.one.values[row]}
                        text={only.text}
                        exact={exactMeasured(only.one.values[row], only.text, only.look?.unit)}
                        paths={paths(metricFunction(only.one.metric, config), only.one.keys)}
                      />
                    )}
                  </Attention>
                ) : (
                  total
                )}
                {series.length > 1 && (
                  <span className="lc-unseen">{figures.map(({ one, text }) => `${one.name} ${text}`).join(', ')}</span>
                )}
                {before.length > 0 && <span className="lc-unseen">{before.join(', ')}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {shown < axis.labels.length && (
        <div className={styles.more}>{moreText(axis.keys.map(([key]) => key ?? '').slice(shown), keepsRest)}</div>
      )}
      {earlier && past.length > 0 && <div className={styles.more}>{chartWords.outlineOf(earlier.name)}</div>}
      {!bare && series.length > 1 && series.length <= mostLegend && (
        <ChartLegend
          entries={legendOrder({ ...data, series }).map((index) => ({
            name: series[index]?.name ?? '',
            colorName: series[index]?.colorName,
            color: palette[index] ?? '',
            value: legendValue(config.column_pivots, series[index]?.keys ?? []),
          }))}
          onColor={onConfigChange && ((name, color) => onConfigChange(withChartColor(config, name, color)))}
          width={size?.width}
          indent={12}
        />
      )}
    </div>
  );
}
