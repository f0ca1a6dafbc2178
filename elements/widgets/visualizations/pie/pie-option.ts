/** Builds the chart library's option for rings. The functions are pure. */
import type { EChartsCoreOption } from 'echarts/core';
import type { Ring, RingPlace } from '../../../../machines/pivot/rings.js';
import type { ChartColors } from '../series-palette.js';

/** Radius of the hole as a share of the ring's radius (spec 2 §9). */
export const holeShare = 0.4;
const gapPx = 1.5;
/** Share of a slice below which the slice has no label outside the ring. */
const leastLabelled = 0.03;

export interface PieOptionInput {
  readonly rings: readonly Ring[];
  readonly places: readonly RingPlace[];
  readonly colors: ChartColors;
  readonly colorOf: (label: string) => string;
  /** True if percentages are shown around the rings. */
  readonly labelled: boolean;
  /** Label of the highlighted slices, while other slices fade; undefined: no slice is highlighted. */
  readonly focused: string | undefined;
}

export function pieOption({ rings, places, colors, colorOf, labelled, focused }: PieOptionInput): EChartsCoreOption {
  return {
    animation: false,
    series: rings.map((ring, index) => {
      const place = places[index] ?? { x: 0, y: 0, radius: 1 };
      return {
        type: 'pie',
        name: ring.series.name,
        center: [place.x, place.y],
        radius: [place.radius * holeShare, place.radius],
        startAngle: 90,
        clockwise: true,
        silent: true,
        avoidLabelOverlap: true,
        label: {
          show: labelled,
          color: colors.axisLabel,
          fontSize: colors.axisFontSize,
          fontFamily: colors.font,
          // The layout has already reserved room for the labels; the library's additional margin would cut them.
          bleedMargin: 0,
          overflow: 'none',
          formatter: ({ percent }: { percent: number }) => `${Math.round(percent)}%`,
        },
        labelLine: { show: labelled, length: 6, length2: 6, lineStyle: { color: colors.axisLine } },
        data: ring.slices.map((slice) => ({
          name: slice.label,
          value: slice.value,
          itemStyle: {
            color: colorOf(slice.label),
            opacity: focused === undefined || focused === slice.label ? 1 : 0.25,
            borderColor: colors.card,
            borderWidth: ring.slices.length > 1 ? gapPx : 0,
          },
          ...(slice.share < leastLabelled && { label: { show: false }, labelLine: { show: false } }),
        })),
      };
    }),
  };
}
