/** Converts a pivot result to points on a map (screens/search.md §10 "map"). */
import type { PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { categoryData, leafRows, type ChartSeries } from './chart-data.js';
import { keyTexts, pivotFields, type KeyLabel } from './keys.js';
import { extentOf } from './numbers.js';

export interface MapPoint {
  /** Latitude in degrees; `longitude` is in degrees too. */
  readonly latitude: number;
  readonly longitude: number;
  /** Keys of the row as in the API; the last key is the coordinate. */
  readonly keys: readonly string[];
  /** Texts of the keys before the coordinate, each with the name of its field. */
  readonly names: readonly { readonly field: string; readonly text: string }[];
  readonly value: number | undefined;
  /** Radius of the point's circle in px. */
  readonly radius: number;
}
export interface MapTrace {
  /** Series whose values the trace shows; undefined when the widget has no metrics. */
  readonly series: ChartSeries | undefined;
  readonly name: string;
  /** Name by which the colour of the trace is stored; absent: its name. */
  readonly colorName?: string | undefined;
  readonly points: readonly MapPoint[];
}

/**
 * Radius in px of the circle for the smallest value. Circles grow in ten steps up to the largest value (spec 2 §9 "Map
 * marker radius").
 */
const smallestRadius = 10;
const radiusSteps = 10;
/** Radius in px of points that have no value. */
const plainRadius = 4;

/** Parses a coordinate `lat,long` in degrees; returns undefined for other texts and for places outside the globe. */
export function coordinatesOf(text: string | undefined): { latitude: number; longitude: number } | undefined {
  const match = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(text ?? '');
  if (!match) return undefined;
  const latitude = Number(match[1]);
  const longitude = Number(match[2]);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/**
 * Returns one trace per series, or a single trace for a widget without metrics. It leaves out rows whose last key is no
 * coordinate, and rows without a value of the series.
 */
export function mapTraces(result: PivotResult, config: AggregationConfig, label: KeyLabel): readonly MapTrace[] {
  const fields = pivotFields(config.row_pivots);
  const places = leafRows(result).map(({ key }) => ({
    key,
    place: coordinatesOf(key.at(-1)),
    names: keyTexts(key.slice(0, -1), fields, label).map((text, index) => ({
      field: fields[index]?.field ?? '',
      text,
    })),
  }));
  const pointsOf = (values: readonly (number | null)[] | undefined): readonly MapPoint[] => {
    const extent = values && extentOf(values);
    return places.flatMap(({ key, place, names }, index): readonly MapPoint[] => {
      const value = values?.[index] ?? undefined;
      if (!place || (values && value === undefined)) return [];
      return [{ ...place, keys: key, names, value, radius: radiusOf(value, extent) }];
    });
  };
  if (config.series.length === 0) return [{ series: undefined, name: '', points: pointsOf(undefined) }];
  return categoryData(result, config, label).series.map((series) => ({
    series,
    name: series.name,
    colorName: series.colorName,
    points: pointsOf(series.values),
  }));
}

function radiusOf(value: number | undefined, extent: ReturnType<typeof extentOf>): number {
  if (value === undefined || !extent) return plainRadius;
  const span = extent.max - extent.min;
  const step = span > 0 ? Math.ceil(((value - extent.min) / span) * radiusSteps) : 1;
  return smallestRadius + Math.max(1, Math.min(radiusSteps, step)) - 1;
}

/** Part of the map that is visible: its centre in degrees and its zoom level. */
export interface MapViewport {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/**
 * Returns the stored viewport, in which `center_x` is the latitude (spec 2 §3). Returns undefined if it is incomplete.
 */
export function viewportOf({
  visualization_config: stored,
}: Pick<AggregationConfig, 'visualization_config'>): MapViewport | undefined {
  const viewport = stored?.['viewport'] as Record<string, unknown> | null | undefined;
  const [latitude, longitude, zoom] = ['center_x', 'center_y', 'zoom'].map((name) => viewport?.[name]);
  if (![latitude, longitude, zoom].every((value) => typeof value === 'number' && Number.isFinite(value)))
    return undefined;
  return { latitude: latitude as number, longitude: longitude as number, zoom: zoom as number };
}

/**
 * Tells whether zoom and centre are close to their initial values. With these values, even a small map should show the
 * whole world.
 */
export function showsWholeWorld({ latitude, longitude, zoom }: MapViewport): boolean {
  return zoom <= 1 && Math.abs(latitude) <= middleDegrees && Math.abs(longitude) <= middleDegrees;
}
const middleDegrees = 30;

export function withViewport(config: AggregationConfig, { latitude, longitude, zoom }: MapViewport): AggregationConfig {
  const viewport = { center_x: latitude, center_y: longitude, zoom: Math.round(zoom) };
  return { ...config, visualization_config: { ...config.visualization_config, viewport } };
}
