import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { AbsoluteRange } from '../../faces.js';
import { bucketCount, type ChartData } from '../../../../machines/pivot/chart-data.js';
import { selectedRange } from '../../../../machines/pivot/range-selection.js';
import { nextSeries } from './nearest-series.js';
import { bucketAt, bucketBounds, instantAt, xOf, xOfInstant, type PlotArea } from './plot.js';

/** Distance in px below which a drag counts as a click. */
const dragThreshold = 4;

interface Drag {
  /** Unit of the positions: bucket indices for the keyboard, px for the pointer. */
  readonly by: 'keys' | 'pointer';
  readonly start: number;
  readonly end: number;
  /** True while the user marks the range instead of zooming to it. */
  readonly marks?: boolean;
}
interface PointerState {
  readonly index?: number | undefined;
  /** Vertical position of the pointer in px from the top of the stage. */
  readonly y?: number | undefined;
  /** Index of the highlighted series. */
  readonly series?: number | undefined;
  readonly drag?: Drag | undefined;
  /** True after a move by keyboard, so that screen readers announce the value. */
  readonly spoken: boolean;
}
const idle: PointerState = { spoken: false };

export interface ChartPointerInput {
  readonly data: ChartData;
  readonly plot: PlotArea | undefined;
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly onRange?: ((range: AbsoluteRange) => void) | undefined;
  /** Called with the range that is to be marked; absent: ranges cannot be marked. */
  readonly onMark?: ((range: AbsoluteRange) => void) | undefined;
  /** Returns the series with a part at `y` px of the bucket. Absent: the pointer highlights no series. */
  readonly seriesAt?: ((index: number, y: number) => number | undefined) | undefined;
  /**
   * Called when a bucket is selected. After a click, `y` is the distance in px from the top of the stage. After a
   * selection by keyboard, `y` is undefined, and `series` is the highlighted series, if any.
   */
  readonly onPick?: ((index: number, y: number | undefined, series?: number) => void) | undefined;
}
interface ChartSelection {
  readonly range: AbsoluteRange;
  readonly left: number;
  readonly width: number;
  readonly marks: boolean;
}
export interface ChartPointer {
  /**
   * Bucket under the pointer or selected by keyboard: `x` is its centre in px of the stage, `y` the pointer's
   * position.
   */
  readonly bucket: { readonly index: number; readonly x: number; readonly y: number | undefined } | undefined;
  /** Series under the pointer, or selected by keyboard. */
  readonly series: number | undefined;
  /** Range that is being selected, and its position in px of the stage. */
  readonly selection: ChartSelection | undefined;
  readonly spoken: boolean;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLDivElement>) => void;
    readonly onClick: (event: MouseEvent<HTMLDivElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onPointerCancel: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
    readonly onBlur: () => void;
  };
}

/** Lets users read the values of a chart and select a range, by pointer and keyboard. */
export function useChartPointer({
  data,
  plot,
  stage,
  onRange,
  onMark,
  seriesAt,
  onPick,
}: ChartPointerInput): ChartPointer {
  const [state, setState] = useState<PointerState>(idle);
  // True after a drag that selected a range, so that the click event after the drag is not taken for a click on a
  // bucket.
  const dragged = useRef(false);
  const count = bucketCount(data);
  const axis = data.axis;
  const zoomable = onRange !== undefined && axis.type === 'time' && count > 0;
  // New data may have fewer buckets than the data over which the pointer last moved.
  const index = state.index !== undefined && state.index < count ? state.index : undefined;
  const series =
    index !== undefined && state.series !== undefined && state.series < data.series.length ? state.series : undefined;

  const xIn = (event: MouseEvent) => event.clientX - (stage.current?.getBoundingClientRect().left ?? 0);
  const yIn = (event: MouseEvent) => event.clientY - (stage.current?.getBoundingClientRect().top ?? 0);
  const selection = plot && state.drag ? selectionOf(state.drag, data, plot) : undefined;
  const zoom = (range: AbsoluteRange | undefined, marks = false) => {
    setState(idle);
    if (range) (marks ? onMark : onRange)?.(range);
  };
  // Ctrl, on a Mac Cmd, marks the range that is dragged over.
  const marksNow = ({ ctrlKey, metaKey }: PointerEvent): boolean => onMark !== undefined && (ctrlKey || metaKey);

  return {
    bucket: index !== undefined && plot ? { index, x: xOf(data, plot, index), y: state.y } : undefined,
    series,
    selection,
    spoken: state.spoken,
    handlers: {
      onPointerDown: (event) => {
        dragged.current = false;
        if (!zoomable || !plot || event.button !== 0) return;
        const x = xIn(event);
        if (x < plot.left || x > plot.left + plot.width) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const index = bucketAt(data, plot, x);
        setState({ index, y: yIn(event), drag: { by: 'pointer', start: x, end: x }, spoken: false });
      },
      onPointerMove: (event) => {
        if (!plot) return;
        const x = xIn(event);
        const y = yIn(event);
        const marks = marksNow(event);
        setState((before) => {
          const drag = before.drag?.by === 'pointer' ? { ...before.drag, end: x, marks } : undefined;
          const next = bucketAt(data, plot, x);
          const over = drag || next === undefined ? undefined : seriesAt?.(next, y);
          return !drag && !before.drag && before.index === next && before.series === over && !before.spoken
            ? before
            : { index: next, y: next === before.index ? before.y : y, series: over, drag, spoken: false };
        });
      },
      onPointerUp: (event) => {
        if (state.drag?.by !== 'pointer') return;
        dragged.current = selection !== undefined;
        if (selection) zoom(selection.range, marksNow(event));
        else setState({ ...state, drag: undefined });
      },
      onClick: (event) => {
        // The bucket is computed from the click, because a touch clicks without moving the pointer first.
        const clicked = plot && !dragged.current ? bucketAt(data, plot, xIn(event)) : undefined;
        if (clicked === undefined) return;
        onPick?.(clicked, yIn(event));
      },
      onPointerLeave: () => setState((before) => (before.drag ? before : idle)),
      onPointerCancel: () => setState(idle),
      onBlur: () => setState((before) => (before.drag?.by === 'pointer' ? before : idle)),
      onKeyDown: (event) => {
        const next = keyTarget(event.key, index, count);
        if (next !== undefined) {
          event.preventDefault();
          const start = state.drag?.by === 'keys' ? state.drag.start : (index ?? next);
          const drag = zoomable && event.shiftKey ? ({ by: 'keys', start, end: next } as const) : undefined;
          setState({ index: next, series, drag, spoken: true });
        } else if (data.series.length > 1 && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          event.preventDefault();
          const at = index ?? count - 1;
          setState({ index: at, series: nextSeries(data, at, series, event.key === 'ArrowUp' ? 1 : -1), spoken: true });
        } else if (onPick && index !== undefined && (event.key === ' ' || (event.key === 'Enter' && !zoomable))) {
          event.preventDefault();
          onPick(index, undefined, series);
        } else if (event.key.toLowerCase() === 'm' && onMark && selection) {
          event.preventDefault();
          event.stopPropagation();
          zoom(selection.range, true);
        } else if (event.key === 'Enter' && zoomable && index !== undefined) {
          event.preventDefault();
          const { start, end } = bucketBounds(data, index);
          zoom(selection?.range ?? (axis.type === 'time' ? selectedRange(axis, start, end) : undefined));
        } else if (event.key === 'Escape' && (state.drag || index !== undefined)) {
          event.stopPropagation();
          setState(idle);
        }
      },
    },
  };
}

/**
 * Returns the range of a drag, widened to whole buckets, so that the chart shows exactly the range that is searched.
 * Undefined on a category axis, and for a drag that is too short or outside of the axis.
 */
function selectionOf(drag: Drag, data: ChartData, plot: PlotArea): ChartPointer['selection'] {
  if (data.axis.type === 'category') return undefined;
  if (drag.by === 'pointer' && Math.abs(drag.end - drag.start) < dragThreshold) return undefined;
  const [one, other] =
    drag.by === 'pointer'
      ? [instantAt(data, plot, drag.start), instantAt(data, plot, drag.end)]
      : [
          bucketBounds(data, Math.min(drag.start, drag.end)).start,
          bucketBounds(data, Math.max(drag.start, drag.end)).end,
        ];
  const range = selectedRange(data.axis, one, other);
  if (!range) return undefined;
  const left = xOfInstant(data, plot, Date.parse(range.from));
  return { range, left, width: xOfInstant(data, plot, Date.parse(range.to)) - left, marks: drag.marks ?? false };
}

function keyTarget(key: string, index: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowRight') return index === undefined ? 0 : Math.min(count - 1, index + 1);
  if (key === 'ArrowLeft') return index === undefined ? count - 1 : Math.max(0, index - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
