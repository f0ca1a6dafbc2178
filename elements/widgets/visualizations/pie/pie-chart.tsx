import { makeStyles, mergeClasses } from '@griffel/react';
import { PieChart as PieSeries } from 'echarts/charts';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { categoryData, metricFunction } from '../../../../machines/pivot/chart-data.js';
import { ringPlaces, rings as ringsOf, ringsPerRow, sliceAt, sliceLabels } from '../../../../machines/pivot/rings.js';
import { isRestKey } from '../../../../machines/pivot/rest-of-values.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { EmptyState } from '../../../kit/empty-state.js';
import { formatShare } from '../../../kit/format.js';
import { ChartIcon } from '../../../kit/icons.js';
import { MiddleText } from '../../../kit/middle-text.js';
import { focusRing, tokens, type } from '../../../kit/tokens.js';
import { ChartCanvas } from '../chart-canvas.js';
import { ChartLegend } from '../chart-legend.js';
import { withChartColor } from '../chart-colors.js';
import { ChartTooltip } from '../chart-tooltip.js';
import { register } from '../echarts.js';
import { exactMeasured, formatAxisMeasured, formatMeasured, lookOfMetric } from '../measured.js';
import type { PlaceMemory } from '../color-places.js';
import { seriesColors } from '../series-palette.js';
import { keyLabel, meaningOf } from '../series-style.js';
import { useChartColors } from '../use-chart-colors.js';
import { useSize } from '../use-size.js';
import { useValueMenu } from '../use-value-menu.js';
import type { VisualizationProps } from '../visualization.js';
import { legendValue } from '../legend-value.js';
import { holeShare, pieOption } from './pie-option.js';
import { pieTexts } from './texts.js';
import { chartWords } from '../chart-words.js';

register([PieSeries]);

/** Margin in px around a ring with percentages; `bareMargin` is the margin around a ring without them. */
const labelMargin = { x: 54, y: 20 };
const bareMargin = { x: 6, y: 6 };
const captionPx = 20;
/** Returns the width in px that a ring with percentages takes in a chart of this height in px. */
const ringWidth = (height: number): number => height - 2 * labelMargin.y + 2 * labelMargin.x;
/** Radius in px below which rings have no labels. */
const leastLabelledPx = 50;
/** Minimum radius in px of a ring; further rings that have no room with this radius are only counted. */
const leastRingPx = 20;

const useStyles = makeStyles({
  chart: { display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0, flexDirection: 'column' },
  beside: { flexDirection: 'row' },
  stage: {
    position: 'relative',
    flexGrow: 1,
    minHeight: '40px',
    minWidth: 0,
    borderRadius: tokens.radius.control,
    ':focus-visible': focusRing,
  },
  more: { flexShrink: 0, margin: 0, padding: '0 12px', color: tokens.text.secondary, ...type.caption },
  caption: {
    position: 'absolute',
    transform: 'translateX(-50%)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.text.secondary,
    ...type.caption,
  },
});

/**
 * Number of characters above which values in the legend are abbreviated like axis labels; the tooltip shows them in
 * full.
 */
const longestFigure = 9;
const shortFigure = (value: number, text: string): string =>
  /^[\d,]+$/.test(text) && text.length > longestFigure ? formatAxisMeasured(value) : text;

/** Distance in px between the pointer and the tooltip above it. */
const pointerGapPx = 6;

interface At {
  readonly ring: number;
  readonly slice: number;
  /** Position of the pointer in px of the stage; absent when the slice was selected by keyboard. */
  readonly from?: { readonly x: number; readonly y: number };
  readonly spoken: boolean;
}

/**
 * Renders a pie chart with a ring for each series, at most four rings side by side; the rows of the result are the
 * slices.
 */
export function PieChart({ title, result, config, looks, zone, bare, onConfigChange }: VisualizationProps) {
  const styles = useStyles();
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const frameSize = useSize(frame);
  const size = useSize(stage);
  const colors = useChartColors(stage);
  const [at, setAt] = useState<At>();
  // Label of the slice whose legend entry is hovered or focused.
  const [pointedEntry, setPointedEntry] = useState<string>();
  const { open, menu } = useValueMenu();

  const all = useMemo(() => ringsOf(categoryData(result, config, keyLabel(zone))), [result, config, zone]);
  const rows = Math.max(1, Math.floor((size?.height ?? Infinity) / (2 * (leastRingPx + bareMargin.y) + captionPx)));
  const rings = useMemo(() => all.slice(0, rows * ringsPerRow), [all, rows]);
  const labels = useMemo(() => sliceLabels(rings), [rings]);
  const focused = labels.length > 1 ? ((at && rings[at.ring]?.slices[at.slice]?.label) ?? pointedEntry) : undefined;
  const stored = config.formatting_settings?.chart_colors;
  const [memory] = useState<PlaceMemory>(() => new Map());
  const palette = useMemo(() => {
    if (!colors) return [];
    const fields = config.row_pivots.flatMap((pivot) => pivot.fields);
    const rest = rings[0]?.slices.find(({ keys }) => isRestKey(keys[0]))?.label;
    return seriesColors(
      labels.map((name) => ({ name, ...meaningOf(fields, name), ...(name === rest && { isRest: true }) })),
      colors,
      stored,
      false,
      memory,
    );
  }, [labels, rings, colors, stored, config.row_pivots, memory]);
  const captions = rings.length > 1;
  const places = useMemo(() => {
    if (!size) return [];
    const caption = captions ? captionPx : 0;
    const roomy = ringPlaces(rings.length, size, labelMargin, caption);
    return (roomy[0]?.radius ?? 0) >= leastLabelledPx ? roomy : ringPlaces(rings.length, size, bareMargin, caption);
  }, [rings.length, size, captions]);
  const labelled =
    (size && (ringPlaces(rings.length, size, labelMargin, captions ? captionPx : 0)[0]?.radius ?? 0)) ?? 0;
  const option = useMemo(() => {
    const byLabel = new Map(labels.map((label, index) => [label, palette[index] ?? '']));
    return colors && places.length > 0
      ? pieOption({
          rings,
          places,
          colors,
          colorOf: (label) => byLabel.get(label) ?? '',
          labelled: labelled >= leastLabelledPx,
          focused,
        })
      : undefined;
  }, [rings, places, colors, labels, palette, labelled, focused]);

  if (rings.length === 0) return <EmptyState icon={<ChartIcon />} title={pieTexts.noShares} />;
  const beside = frameSize !== undefined && frameSize.width > frameSize.height * 1.3 && rings.length === 1;
  // True once the legend has taken its room; a ring that is drawn earlier would be covered by the legend.
  const placed = bare || !beside || (size !== undefined && size.width < frameSize.width);
  const found = at && rings[at.ring]?.slices[at.slice];
  const place = at && places[at.ring];
  const ringAt = at && rings[at.ring];

  const unitOf = (ring: (typeof rings)[number] | undefined) =>
    ring && lookOfMetric(looks, ring.series.metric, config)?.unit;
  const measured = (value: number, ring: (typeof rings)[number] | undefined) => formatMeasured(value, unitOf(ring));

  const hit = (event: MouseEvent): At | undefined => {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return undefined;
    for (const [ring, place] of places.entries()) {
      const own = rings[ring];
      const slice =
        own && sliceAt(own, place, event.clientX - box.left - place.x, event.clientY - box.top - place.y, holeShare);
      const from = { x: event.clientX - box.left, y: event.clientY - box.top };
      if (slice !== undefined) return { ring, slice, from, spoken: false };
    }
    return undefined;
  };
  const ask = (target: At) => {
    const ring = rings[target.ring];
    const slice = ring?.slices[target.slice];
    const place = places[target.ring];
    if (!ring || !slice || !place || isRestKey(slice.keys[0])) return;
    const metric = metricFunction(ring.series.metric, config);
    const paths = pathsTo(config, slice.keys, { keys: ring.series.keys, function: metric }, zone, result);
    open?.({ kind: 'value', field: metric, value: slice.value, decorated: false, paths }, place.x, place.y);
  };
  const step = (event: KeyboardEvent) => {
    const flat = rings.flatMap((ring, index) =>
      ring.slices.map((_slice, slice) => ({ ring: index, slice, spoken: true })),
    );
    const now = at ? flat.findIndex((one) => one.ring === at.ring && one.slice === at.slice) : -1;
    if (event.key === 'Enter' || event.key === ' ') {
      if (!at || !open) return;
      event.preventDefault();
      ask(at);
      return;
    }
    const next = { ArrowRight: now + 1, ArrowLeft: now < 0 ? flat.length - 1 : now - 1, Home: 0, End: flat.length - 1 }[
      event.key
    ];
    if (event.key === 'Escape' && at) {
      event.stopPropagation();
      setAt(undefined);
    }
    if (next === undefined) return;
    event.preventDefault();
    setAt(flat[Math.min(flat.length - 1, Math.max(0, next))]);
  };

  return (
    <div ref={frame} className={mergeClasses(styles.chart, beside && styles.beside)}>
      <div
        ref={stage}
        className={styles.stage}
        role="group"
        aria-roledescription={chartWords.kind.pie}
        aria-label={pieTexts.pieLabel(title, rings.length, labels.length)}
        aria-description={pieTexts.sliceKeys}
        tabIndex={0}
        style={open && at ? { cursor: 'pointer' } : undefined}
        onPointerMove={(event) => {
          const next = hit(event);
          // The tooltip keeps its position while the pointer is in the same slice.
          setAt((before) =>
            before?.from && before.ring === next?.ring && before.slice === next.slice ? before : next,
          );
        }}
        onPointerLeave={() => setAt(undefined)}
        onClick={(event) => {
          const clicked = hit(event);
          if (clicked) ask(clicked);
        }}
        onKeyDown={step}
        onBlur={() => setAt(undefined)}
      >
        {option && size && placed && <ChartCanvas option={option} width={size.width} height={size.height} />}
        {captions &&
          places.map(({ x, y, radius }, index) => (
            <span
              key={index}
              className={styles.caption}
              style={{
                left: x,
                top: y + radius + (labelled >= leastLabelledPx ? labelMargin.y : bareMargin.y) - 4,
                maxWidth: (size?.width ?? 0) / Math.min(4, rings.length) - 8,
              }}
              title={rings[index]?.series.name}
            >
              <MiddleText text={rings[index]?.series.name ?? ''} />
            </span>
          ))}
        {found && place && ringAt && (
          <ChartTooltip
            head={ringAt.series.name}
            rows={[
              {
                name: found.label,
                value: `${measured(found.value, ringAt)} (${formatShare(found.share)})`,
                color: palette[labels.indexOf(found.label)] ?? '',
                exact: exactMeasured(found.value, measured(found.value, ringAt), unitOf(ringAt)),
              },
            ]}
            stage={stage}
            x={at.from?.x ?? place.x + place.radius / 2}
            y={at.from?.y ?? place.y - place.radius / 2}
            above={at.from && at.from.y - pointerGapPx}
            around
          />
        )}
        {menu}
        <span className="lc-unseen" aria-live="polite">
          {at?.spoken &&
            found &&
            ringAt &&
            pieTexts.sliceOf(ringAt.series.name, found.label, measured(found.value, ringAt), formatShare(found.share))}
        </span>
      </div>
      {all.length > rings.length && <p className={styles.more}>{pieTexts.moreRings(all.length - rings.length)}</p>}
      {!bare && (
        <ChartLegend
          entries={labels.map((name, index) => {
            const slice = rings[0]?.slices.find(({ label }) => label === name);
            const figure = shortFigure(slice?.value ?? 0, measured(slice?.value ?? 0, rings[0]));
            return {
              name,
              color: palette[index] ?? '',
              value: legendValue(config.row_pivots, slice?.keys ?? []),
              ...(beside && { figure, exact: exactMeasured(slice?.value, figure, unitOf(rings[0])) }),
            };
          })}
          layout={beside ? 'column' : 'row'}
          always
          width={frameSize?.width}
          room={beside ? frameSize.width - ringWidth(frameSize.height) : undefined}
          indent={12}
          marked={focused === undefined ? undefined : labels.indexOf(focused)}
          onFocus={(index) => setPointedEntry(index === undefined ? undefined : labels[index])}
          onColor={onConfigChange && ((name, color) => onConfigChange(withChartColor(config, name, color)))}
        />
      )}
    </div>
  );
}
