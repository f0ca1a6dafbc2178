import { makeStyles, mergeClasses } from '@griffel/react';
import { Canvas, CircleMarker, LayerGroup, Map as LeafletMap } from 'leaflet/dist/leaflet-src.esm.js';
import leafletStyle from 'leaflet/dist/leaflet.css';
import { useEffect, useInsertionEffect, useMemo, useRef, useState } from 'react';
import { metricFunction, spokenMetric } from '../../../../machines/pivot/chart-data.js';
import {
  mapTraces,
  showsWholeWorld,
  viewportOf,
  withViewport,
  type MapPoint,
  type MapTrace,
} from '../../../../machines/pivot/map-points.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { useEnvironment } from '../../../element/environment.js';
import { adoptSheet, cachedSheet } from '../../../element/theme/sheets.js';
import { EmptyState } from '../../../kit/empty-state.js';
import { IconButton } from '../../../kit/icon-button.js';
import { AddIcon, FocusIcon, LocationIcon, RemoveIcon } from '../../../kit/icons.js';
import { contentTokens } from '../../../kit/content-tokens.js';
import { focusRing, tokens, type } from '../../../kit/tokens.js';
import { withChartColor } from '../chart-colors.js';
import { ChartLegend } from '../chart-legend.js';
import { ChartTooltip } from '../chart-tooltip.js';
import { exactMeasured, formatMeasured, lookOfMetric } from '../measured.js';
import type { PlaceMemory } from '../color-places.js';
import { seriesColors } from '../series-palette.js';
import { keyLabel } from '../series-style.js';
import { useChartColors } from '../use-chart-colors.js';
import { useSize } from '../use-size.js';
import { useValueMenu } from '../use-value-menu.js';
import type { VisualizationProps } from '../visualization.js';
import { countriesLayer, maxZoom, tilesLayer, tileSource } from './base-map.js';
import { mapTexts } from './texts.js';
import { chartWords } from '../chart-words.js';

/** Viewport when none is stored: the bounds of the inhabited part of the world as latitudes and longitudes. */
const inhabited: [[number, number], [number, number]] = [
  [-56, -168],
  [74, 178],
];

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  stage: {
    position: 'relative',
    flexGrow: 1,
    minHeight: '40px',
    minWidth: 0,
    overflow: 'hidden',
    '&:hover .lc-map-tools, &:focus-within .lc-map-tools': { opacity: 1 },
  },
  map: {
    position: 'absolute',
    inset: 0,
    // The map library sets z-index on its panes; a stacking context keeps them below the rest of the widget.
    zIndex: 0,
    backgroundColor: contentTokens.chart.mapWater,
    fontFamily: tokens.font.ui,
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  tools: {
    position: 'absolute',
    top: '8px',
    right: '8px',
    zIndex: 1,
    display: 'flex',
    flexDirection: 'column',
    borderRadius: tokens.radius.control,
    border: `1px solid ${tokens.border.subtle}`,
    backgroundColor: tokens.surface.raised,
    opacity: 0,
    transitionProperty: 'opacity',
    transitionDuration: tokens.duration.hover,
    '@media (hover: none)': { opacity: 1 },
  },
  attribution: {
    position: 'absolute',
    right: 0,
    bottom: 0,
    zIndex: 1,
    padding: '0 6px',
    backgroundColor: tokens.surface.card,
    color: tokens.text.tertiary,
    ...type.caption,
  },
});

interface Pointed {
  readonly trace: MapTrace;
  readonly point: MapPoint;
  readonly color: string;
  /** Position of the point in px of the stage. */
  readonly x: number;
  readonly y: number;
}

/** Renders a world map with values as circles, on the countries of the world or on the tiles of the host page. */
export function WorldMap({ title, result, config, looks, zone, bare, editing, onConfigChange }: VisualizationProps) {
  const styles = useStyles();
  const { root } = useEnvironment();
  useInsertionEffect(() => {
    adoptSheet(root, cachedSheet(leafletStyle));
  }, [root]);
  const stage = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const size = useSize(stage);
  const colors = useChartColors(stage);
  const [map, setMap] = useState<LeafletMap>();
  const [attribution, setAttribution] = useState('');
  const [pointed, setPointed] = useState<Pointed>();
  const { open, menu } = useValueMenu();

  const traces = useMemo(() => mapTraces(result, config, keyLabel(zone)), [result, config, zone]);
  const stored = config.formatting_settings?.chart_colors;
  const [memory] = useState<PlaceMemory>(() => new Map());
  const palette = useMemo(
    () => (colors ? seriesColors(traces, colors, stored, false, memory) : []),
    [traces, colors, stored, memory],
  );
  const places = traces.reduce((sum, { points }) => sum + points.length, 0);
  const viewport = useMemo(() => viewportOf(config), [config]);

  const latest = useRef({ config, editing, onConfigChange, open, zone });
  useEffect(() => {
    latest.current = { config, editing, onConfigChange, open, zone };
  });

  const hasSize = size !== undefined;
  useEffect(() => {
    const own = element.current;
    if (!own || !hasSize) return;
    const created = new LeafletMap(own, {
      attributionControl: false,
      zoomControl: false,
      // The mouse wheel zooms only while the map has the focus; otherwise it scrolls the page.
      scrollWheelZoom: false,
      zoomSnap: 0,
      zoomDelta: 1,
      maxZoom,
      maxBounds: [
        [-90, -200],
        [90, 200],
      ],
      renderer: new Canvas({ padding: 0.3 }),
      fadeAnimation: false,
    });
    created.fitBounds(inhabited, { animate: false });
    own.addEventListener('focus', () => created.scrollWheelZoom.enable());
    own.addEventListener('blur', () => created.scrollWheelZoom.disable());
    // Only moves by the user are stored, and only in the editor.
    created.on('dragend zoomend', () => {
      const { config: before, editing: inEditor, onConfigChange: change } = latest.current;
      if (!inEditor || !change || created.getContainer().dataset['placing'] !== undefined) return;
      const { lat, lng } = created.getCenter();
      const moved = withViewport(before, { latitude: lat, longitude: lng, zoom: created.getZoom() });
      own.dataset['viewport'] = JSON.stringify(viewportOf(moved));
      change(moved);
    });
    setMap(created);
    return () => {
      setMap(undefined);
      created.remove();
    };
  }, [hasSize]);

  useEffect(() => {
    if (!map || !viewport) return;
    const { dataset } = map.getContainer();
    // When the user has just moved the map to this viewport, nothing must be changed.
    if (dataset['viewport'] === JSON.stringify(viewport)) return;
    dataset['placing'] = '';
    map.invalidateSize({ animate: false });
    if (showsWholeWorld(viewport)) map.fitBounds(inhabited, { animate: false });
    else map.setView([viewport.latitude, viewport.longitude], viewport.zoom, { animate: false });
    delete dataset['placing'];
  }, [map, viewport, size]);

  useEffect(() => {
    map?.invalidateSize({ animate: false });
  }, [map, size]);

  useEffect(() => {
    if (!map || !colors) return;
    const source = tileSource(map.getContainer());
    // The assertion holds because the map is created with a renderer.
    const base = source ? tilesLayer(source) : countriesLayer(map.options.renderer!, colors);
    base.addTo(map);
    setAttribution(source?.attribution ?? '');
    return () => void base.remove();
  }, [map, colors]);

  useEffect(() => {
    if (!map || palette.length === 0) return;
    const group = new LayerGroup();
    traces.forEach((trace, index) => {
      const color = palette[index] ?? '';
      // Small circles are drawn last, so that large circles do not hide them.
      for (const point of [...trace.points].sort((a, b) => b.radius - a.radius)) {
        const marker = new CircleMarker([point.latitude, point.longitude], {
          radius: point.radius,
          color,
          weight: 1,
          fillColor: color,
          fillOpacity: 0.7,
        });
        const show = () => {
          const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
          setPointed({ trace, point, color, x, y });
        };
        marker.on('mouseover', show).on('mouseout', ({ originalEvent }) => {
          const into = originalEvent.relatedTarget;
          // When the pointer has moved into the tooltip, the tooltip stays until the pointer returns to the map.
          if (into instanceof Element && into.closest('[popover]')) return;
          setPointed(undefined);
        });
        marker.on('click', () => {
          const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
          const metric = trace.series ? metricFunction(trace.series.metric, latest.current.config) : undefined;
          const target = { keys: trace.series?.keys ?? [], function: metric };
          const paths = pathsTo(latest.current.config, point.keys, target, latest.current.zone);
          const last = paths.rows.at(-1);
          latest.current.open?.(
            {
              kind: 'value',
              field: metric ?? last?.field ?? '',
              value: point.value ?? last?.value,
              decorated: false,
              paths,
            },
            x,
            y,
          );
        });
        marker.addTo(group);
      }
    });
    group.addTo(map);
    return () => void group.remove();
  }, [map, traces, palette]);

  const pointedUnit = lookOfMetric(looks, pointed?.trace.series?.metric ?? '', config)?.unit;
  return (
    <div className={styles.root}>
      <div ref={stage} className={styles.stage} onPointerLeave={() => setPointed(undefined)}>
        <div
          ref={element}
          className={styles.map}
          onPointerEnter={() => setPointed(undefined)}
          role="application"
          aria-roledescription={chartWords.kind.map}
          aria-label={mapTexts.mapLabel(title, places)}
          aria-description={mapTexts.mapKeys}
          tabIndex={0}
        />
        {places === 0 && <EmptyState icon={<LocationIcon />} title={mapTexts.noPlaces} />}
        {!bare && map && (
          <div className={mergeClasses(styles.tools, 'lc-map-tools')}>
            <IconButton size="small" quiet label={mapTexts.zoomIn} icon={<AddIcon />} onClick={() => map.zoomIn()} />
            <IconButton
              size="small"
              quiet
              label={mapTexts.zoomOut}
              icon={<RemoveIcon />}
              onClick={() => map.zoomOut()}
            />
            <IconButton
              size="small"
              quiet
              label={mapTexts.wholeWorld}
              icon={<FocusIcon />}
              onClick={() => map.fitBounds(inhabited)}
            />
          </div>
        )}
        {attribution !== '' && <span className={styles.attribution}>{attribution}</span>}
        {pointed && (
          <ChartTooltip
            head={pointed.trace.name}
            rows={[
              ...pointed.point.names.map(({ field, text }) => ({ name: field, value: text })),
              { name: mapTexts.coordinates, value: `${pointed.point.latitude}, ${pointed.point.longitude}` },
              ...(pointed.point.value === undefined
                ? []
                : [
                    {
                      name: spokenMetric(pointed.trace.series?.metric ?? '', config),
                      value: formatMeasured(pointed.point.value, pointedUnit),
                      exact: exactMeasured(
                        pointed.point.value,
                        formatMeasured(pointed.point.value, pointedUnit),
                        pointedUnit,
                      ),
                      color: pointed.color,
                    },
                  ]),
            ]}
            stage={stage}
            x={pointed.x}
            y={pointed.y - pointed.point.radius}
            above={pointed.y - pointed.point.radius}
            around
          />
        )}
        {menu}
      </div>
      {!bare && (traces.length > 1 || editing) && (
        <ChartLegend
          entries={traces.map(({ name, colorName }, index) => ({ name, colorName, color: palette[index] ?? '' }))}
          indent={12}
          onColor={onConfigChange && ((name, color) => onConfigChange(withChartColor(config, name, color)))}
        />
      )}
    </div>
  );
}
