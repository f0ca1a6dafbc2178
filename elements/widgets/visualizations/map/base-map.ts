/** Adds the base layers of the map: the countries of the world, which need no tile server, or the host page's tiles. */
import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countries from 'world-atlas/countries-110m.json';
import { GeoJSON, TileLayer, type Layer, type Renderer } from 'leaflet/dist/leaflet-src.esm.js';
import type { ChartColors } from '../series-palette.js';

type World = Topology<{ countries: GeometryCollection }>;

/** Returns a layer with the countries and their borders; it receives no pointer events. */
export function countriesLayer(renderer: Renderer, colors: ChartColors): GeoJSON {
  // The cast is needed because TypeScript infers neither tuples nor literals from a JSON file.
  const world = countries as unknown as World;
  return new GeoJSON(onFlatMap(feature(world, world.objects.countries)), {
    interactive: false,
    // Leaflet passes this option to the paths of the layer.
    style: () => ({
      renderer,
      fill: true,
      fillColor: colors.mapLand,
      fillOpacity: 1,
      color: colors.mapBorder,
      weight: 0.6,
    }),
  });
}

/**
 * Converts polygons from a globe to a flat map: a ring that crosses the date line is cut there and continues at the
 * other side of the map; a ring around a pole is closed along the pole.
 */
function onFlatMap(globe: FeatureCollection): FeatureCollection {
  return {
    ...globe,
    features: globe.features.map((one) => {
      const { geometry } = one;
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return one;
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      const coordinates = polygons.flatMap((rings) => flatPolygons(rings));
      return { ...one, geometry: { type: 'MultiPolygon', coordinates } };
    }),
  };
}

type Ring = number[][];

function flatPolygons(rings: readonly Ring[]): Ring[][] {
  const flat = rings.map(unwrapped);
  const longitudes = flat.flatMap((ring) => ring.map(([longitude = 0]) => longitude));
  const most = longitudes.reduce((found, one) => Math.max(found, one), -Infinity);
  const least = longitudes.reduce((found, one) => Math.min(found, one), Infinity);
  const shifted = (by: number) =>
    flat.map((ring) => ring.map(([longitude = 0, latitude = 0]) => [longitude + by, latitude]));
  if (most <= 180 && least >= -180) return [flat];
  return [flat, ...(most > 180 ? [shifted(-360)] : []), ...(least < -180 ? [shifted(360)] : [])]
    .map((polygon) => polygon.map((ring) => clipped(clipped(ring, 1), -1)).filter((ring) => ring.length > 2))
    .filter((polygon) => polygon.length > 0);
}

/** Returns the part of a ring within the edge of the map at longitude 180° (`side` 1) or -180° (`side` -1). */
function clipped(ring: Ring, side: 1 | -1): Ring {
  const within = (point: number[]) => (point[0] ?? 0) * side <= 180;
  return ring.flatMap((point, index) => {
    const before = ring[index - 1] ?? ring.at(-1) ?? point;
    const isIn = within(point);
    if (isIn === within(before)) return isIn ? [point] : [];
    const [fromX = 0, fromY = 0] = before;
    const [toX = 0, toY = 0] = point;
    const edge = 180 * side;
    const crossing = [edge, fromY + ((edge - fromX) / (toX - fromX)) * (toY - fromY)];
    return isIn ? [crossing, point] : [crossing];
  });
}

/**
 * Returns the ring with continuous longitudes, each within 180° of the previous longitude; a ring around a pole gets
 * two more points at the pole.
 */
function unwrapped(ring: Ring): Ring {
  let before = ring[0]?.[0] ?? 0;
  const points = ring.map(([longitude = 0, latitude = 0]) => {
    before = longitude - 360 * Math.round((longitude - before) / 360);
    return [before, latitude];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || Math.abs((last[0] ?? 0) - (first[0] ?? 0)) < 180) return points;
  const pole = (last[1] ?? 0) < 0 ? -90 : 90;
  return [...points, [last[0] ?? 0, pole], [first[0] ?? 0, pole]];
}

export interface TileSource {
  readonly url: string;
  readonly attribution: string;
}

/**
 * Returns the tile server that the host page sets with the CSS properties
 * `--log-map-tiles: "https://tiles.example/{z}/{x}/{y}.png"` and `--log-map-attribution: "…"`; undefined without an
 * http address or an absolute path.
 */
export function tileSource(element: HTMLElement): TileSource | undefined {
  const style = getComputedStyle(element);
  const text = (name: string) =>
    style
      .getPropertyValue(name)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
  const url = text('--log-map-tiles');
  return /^https?:\/\/|^\/(?!\/)/.test(url) ? { url, attribution: text('--log-map-attribution') } : undefined;
}

/** Maximum zoom level (spec 2 §9). */
export const maxZoom = 19;

export function tilesLayer({ url }: TileSource): Layer {
  return new TileLayer(url, { maxZoom, noWrap: true, crossOrigin: 'anonymous' });
}
