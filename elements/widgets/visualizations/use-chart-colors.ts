import { useEffect, useState, type RefObject } from 'react';
import { tokens } from '../../kit/tokens.js';
import { levelNames, type LevelName } from '../values/level.js';
import { seriesPalette, type ChartColors } from './series-palette.js';

/** The theme's colours resolved for a canvas; read again whenever the theme around `element` changes. */
export function useChartColors(element: RefObject<HTMLElement | null>): ChartColors | undefined {
  const [colors, setColors] = useState<ChartColors>();
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    const themed = own.closest<HTMLElement>('[data-theme]');
    const read = () => setColors(readColors(own, themed?.dataset));
    read();
    if (!themed) return;
    const observer = new MutationObserver(read);
    observer.observe(themed, {
      attributes: true,
      attributeFilter: ['data-theme', 'data-brand', 'data-density', 'style'],
    });
    return () => observer.disconnect();
  }, [element]);
  return colors;
}

function readColors(element: HTMLElement, { theme, density }: DOMStringMap = {}): ChartColors {
  const display = density === 'tv';
  const style = getComputedStyle(element);
  const value = (reference: string) => style.getPropertyValue(/--[\w-]+/.exec(reference)?.[0] ?? '').trim();
  return {
    series: theme === 'dark' ? seriesPalette.dark : seriesPalette.light,
    level: Object.fromEntries(levelNames.map((name) => [name, value(tokens.level[name].graphic)])) as Record<
      LevelName,
      string
    >,
    grid: value(tokens.chart.grid),
    axisLine: value(tokens.chart.axisLine),
    axisLabel: value(tokens.chart.axisLabel),
    card: value(tokens.surface.card),
    mapLand: value(tokens.chart.mapLand),
    mapBorder: value(tokens.chart.mapBorder),
    alerts: value(tokens.chart.alertsSeries),
    font: value(tokens.font.ui),
    axisFontSize: display ? 16 : 12,
    lineWidth: display ? 2.5 : 1.75,
  };
}
