import { makeStyles } from '@griffel/react';
import { HeatmapChart as HeatmapSeries } from 'echarts/charts';
import { VisualMapContinuousComponent } from 'echarts/components';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { categoryData, metricFunction, spokenMetric } from '../../../../machines/pivot/chart-data.js';
import { colorScaleOf, heatMatrix, heatPosition, matrixTime } from '../../../../machines/pivot/heat-matrix.js';
import { keyTexts, pivotFields } from '../../../../machines/pivot/keys.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { defaultColorScale } from '../../../kit/color-scales.js';
import { contentTokens } from '../../../kit/content-tokens.js';
import { focusRing, tokens, type } from '../../../kit/tokens.js';
import { AlertMarkPlace } from '../cartesian/alert-mark-place.js';
import type { PlotArea } from '../cartesian/plot.js';
import { useAlertMarks } from '../cartesian/use-alert-marks.js';
import { shortLabels } from '../category-texts.js';
import { ChartCanvas } from '../chart-canvas.js';
import { ChartTooltip } from '../chart-tooltip.js';
import { register } from '../echarts.js';
import { axisUnit, exactMeasured, formatExtent, formatMeasured, lookOfMetric } from '../measured.js';
import { keyLabel } from '../series-style.js';
import { useChartColors } from '../use-chart-colors.js';
import { useSize } from '../use-size.js';
import { useValueMenu } from '../use-value-menu.js';
import type { VisualizationProps } from '../visualization.js';
import { heatmapOption, shownColor } from './heatmap-option.js';
import { heatmapTexts } from './texts.js';
import { chartWords } from '../chart-words.js';

register([HeatmapSeries, VisualMapContinuousComponent]);

const barPx = 8;
const stops = 16;

const useStyles = makeStyles({
  chart: { display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0 },
  stage: {
    position: 'relative',
    flexGrow: 1,
    minHeight: '40px',
    minWidth: 0,
    borderRadius: tokens.radius.control,
    ':focus-visible': focusRing,
  },
  empty: { position: 'absolute', backgroundColor: contentTokens.chart.emptyCell },
  cell: { position: 'absolute', outline: `2px solid ${tokens.focus.outer}`, pointerEvents: 'none' },
  scale: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    padding: '8px 12px 24px 4px',
    color: contentTokens.chart.axisLabel,
    ...type.caption,
    '@container widget (max-width: 319.98px)': { display: 'none' },
  },
  bar: { width: `${barPx}px`, flexGrow: 1, borderRadius: '2px', forcedColorAdjust: 'none' },
});

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly spoken: boolean;
}

/** Renders a heatmap: the row groups are vertical, the column groups are horizontal, and the values are colours. */
export function Heatmap({ title, result, config, looks, zone, bare }: VisualizationProps) {
  const styles = useStyles();
  const stage = useRef<HTMLDivElement>(null);
  const size = useSize(stage);
  const colors = useChartColors(stage);
  const [at, setAt] = useState<Cell>();
  const { open, menu } = useValueMenu();

  const label = useMemo(() => keyLabel(zone), [zone]);
  const matrix = useMemo(() => heatMatrix(categoryData(result, config, label), config), [result, config, label]);
  const time = useMemo(
    () => matrixTime(matrix, config, result.effective_timerange, zone),
    [matrix, config, result.effective_timerange, zone],
  );
  const marked = useAlertMarks(time?.span);
  const unit = axisUnit(looks, matrix.columns, config);
  const { colorScale = defaultColorScale, reverse } = colorScaleOf(config);
  const plot = useMemo((): PlotArea | undefined => {
    if (!size || !colors) return undefined;
    const longest = shortLabels(matrix.rows.labels).reduce((most, text) => Math.max(most, text.length), 1);
    const left = Math.round(Math.min(size.width * 0.3, longest * colors.axisFontSize * 0.58 + 22));
    return {
      left,
      top: 8,
      width: Math.max(1, size.width - left - 8),
      height: Math.max(1, size.height - 8 - colors.axisFontSize - 12),
    };
  }, [size, colors, matrix]);
  // With several metrics the names of the columns end with the metric.
  const columnFields = useMemo(() => (config.series.length === 1 ? pivotFields(config.column_pivots) : []), [config]);
  const option = useMemo(
    () => plot && colors && heatmapOption({ matrix, columnFields, plot, colors, scale: colorScale, reverse }),
    [matrix, columnFields, plot, colors, colorScale, reverse],
  );

  const rows = matrix.rows.labels.length;
  const columns = matrix.columns.length;
  const box = (cell: Cell) =>
    plot && {
      left: plot.left + (cell.column * plot.width) / columns,
      top: plot.top + (cell.row * plot.height) / rows,
      width: plot.width / columns,
      height: plot.height / rows,
    };
  const hit = (event: MouseEvent): Cell | undefined => {
    const area = stage.current?.getBoundingClientRect();
    if (!area || !plot) return undefined;
    const column = Math.floor(((event.clientX - area.left - plot.left) / plot.width) * columns);
    const row = Math.floor(((event.clientY - area.top - plot.top) / plot.height) * rows);
    return column >= 0 && column < columns && row >= 0 && row < rows ? { row, column, spoken: false } : undefined;
  };
  const described = (cell: Cell) => {
    const series = matrix.columns[cell.column];
    const value = matrix.values[cell.row]?.[cell.column] ?? null;
    const rowName = pivotFields(config.row_pivots)
      .map(({ field }) => field)
      .join('-');
    const columnFields = pivotFields(config.column_pivots);
    const own = series && lookOfMetric(looks, series.metric, config)?.unit;
    const text = value === null ? heatmapTexts.noCellValue : formatMeasured(value, own);
    return {
      series,
      value,
      rows: [
        { name: rowName, value: matrix.rows.labels[cell.row] ?? '' },
        {
          name: columnFields.map(({ field }) => field).join('-'),
          value: keyTexts(series?.keys ?? [], columnFields, label).join('-'),
        },
        {
          name: spokenMetric(series?.metric ?? '', config),
          value: text,
          exact: exactMeasured(value, text, own),
          color: value === null ? undefined : shownColor(colorScale, reverse, heatPosition(matrix, value)),
        },
      ],
    };
  };
  const ask = (cell: Cell) => {
    const { series, value } = described(cell);
    const place = box(cell);
    if (!series || value === null || matrix.isFilled(cell.row, cell.column) || !place) return;
    const metric = metricFunction(series.metric, config);
    const paths = pathsTo(
      config,
      matrix.rows.keys[cell.row] ?? [],
      { keys: series.keys, function: metric },
      zone,
      result,
    );
    open?.(
      { kind: 'value', field: metric, value, decorated: false, paths },
      place.left + place.width / 2,
      place.top + place.height / 2,
    );
  };
  const step = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && at) {
      event.preventDefault();
      ask(at);
      return;
    }
    if (event.key === 'Escape' && at) {
      event.stopPropagation();
      setAt(undefined);
    }
    const by = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    if (!by || rows === 0 || columns === 0) return;
    event.preventDefault();
    const [down = 0, right = 0] = at ? by : [0, 0];
    setAt({
      row: Math.min(rows - 1, Math.max(0, (at?.row ?? 0) + down)),
      column: Math.min(columns - 1, Math.max(0, (at?.column ?? 0) + right)),
      spoken: true,
    });
  };

  const shown = at && at.row < rows && at.column < columns ? at : undefined;
  const facts = shown && described(shown);
  const place = shown && box(shown);
  const [lowest, highest] = formatExtent(matrix.min, matrix.max, unit);
  return (
    <div className={styles.chart}>
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-roledescription={chartWords.kind.heatmap}
        aria-label={heatmapTexts.heatmapLabel(
          title,
          rows,
          columns,
          formatMeasured(matrix.min, unit),
          formatMeasured(matrix.max, unit),
        )}
        aria-description={heatmapTexts.cellKeys}
        tabIndex={0}
        style={open && shown ? { cursor: 'pointer' } : undefined}
        onPointerMove={(event) => setAt(hit(event))}
        onPointerLeave={() => setAt(undefined)}
        onClick={(event) => {
          const clicked = hit(event);
          if (clicked) ask(clicked);
        }}
        onKeyDown={step}
        onBlur={() => setAt(undefined)}
      >
        {plot && <span className={styles.empty} style={{ ...plot }} />}
        {option && size && <ChartCanvas option={option} width={size.width} height={size.height} />}
        {place && <span className={styles.cell} style={place} />}
        {facts && place && (
          <ChartTooltip
            rows={facts.rows}
            stage={stage}
            x={place.left + place.width / 2}
            y={place.top}
            above={place.top}
            around
          />
        )}
        {plot && time && (
          <AlertMarkPlace
            {...marked}
            span={time.span}
            plot={plot}
            direction={time.direction}
            placeOf={(instant) =>
              time.placeOf(instant) * (time.direction === 'down' ? plot.height / rows : plot.width / columns)
            }
            zone={zone}
          />
        )}
        {menu}
        <span className="lc-unseen" aria-live="polite">
          {shown?.spoken && facts?.rows.map(({ name, value }) => `${name} ${value}`).join(', ')}
        </span>
      </div>
      {!bare && (
        <div className={styles.scale} aria-hidden="true">
          <span title={exactMeasured(matrix.max, highest, unit)}>{highest}</span>
          <span
            className={styles.bar}
            style={{
              backgroundImage: `linear-gradient(to top, ${Array.from({ length: stops + 1 }, (_unused, index) => shownColor(colorScale, reverse, index / stops)).join(', ')})`,
            }}
          />
          <span title={exactMeasured(matrix.min, lowest, unit)}>{lowest}</span>
        </div>
      )}
    </div>
  );
}
