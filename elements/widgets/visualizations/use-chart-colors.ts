import { useEffect, useState, type RefObject } from 'react';
import { contentTokens } from '../../kit/content-tokens.js';
import { tokens } from '../../kit/tokens.js';
import { levelNames, type LevelName } from '../values/level.js';
import { hostPalette, plainColor } from './plain-color.js';
import { seriesPalette, statusPalette, type ChartColors } from './series-palette.js';

const forcedColors = '(forced-colors: active)';

/**
 * Returns the theme colours in the form that a canvas needs; they are read again whenever the theme around `element`
 * changes or forced colours are switched. Undefined until they are first read.
 */
export function useChartColors(element: RefObject<HTMLElement | null>): ChartColors | undefined {
  const [colors, setColors] = useState<ChartColors>();
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    const themed = own.closest<HTMLElement>('[data-theme]');
    const read = () => setColors(readColors(own, themed?.dataset));
    read();
    const forced = matchMedia(forcedColors);
    forced.addEventListener('change', read);
    const observer = new MutationObserver(read);
    if (themed)
      observer.observe(themed, {
        attributes: true,
        attributeFilter: ['data-theme', 'data-brand', 'data-density', 'data-tokens', 'style'],
      });
    return () => {
      forced.removeEventListener('change', read);
      observer.disconnect();
    };
  }, [element]);
  return colors;
}

function readColors(element: HTMLElement, { theme, density }: DOMStringMap = {}): ChartColors {
  const display = density === 'tv';
  const shade = theme === 'dark' ? 'dark' : 'light';
  const style = getComputedStyle(element);
  const written = (reference: string) => style.getPropertyValue(/--[\w-]+/.exec(reference)?.[0] ?? '').trim();
  const value = (reference: string) => plainColor(element, written(reference));
  const palette = hostPalette(element, style.getPropertyValue('--log-chart-palette'));
  // Browsers do not apply forced colours to a canvas, so axis lines and labels then have the surrounding text colour.
  const text = matchMedia(forcedColors).matches ? style.color : undefined;
  return {
    series: palette.length > 0 ? palette : seriesPalette[shade],
    single: palette[0] ?? value(contentTokens.level.informational.graphic),
    status: statusPalette[shade],
    level: Object.fromEntries(levelNames.map((name) => [name, value(contentTokens.level[name].graphic)])) as Record<
      LevelName,
      string
    >,
    unknown: value(contentTokens.level.unknown.graphic),
    grid: value(contentTokens.chart.grid),
    axisLine: text ?? value(contentTokens.chart.axisLine),
    axisLabel: text ?? value(contentTokens.chart.axisLabel),
    card: value(tokens.surface.card),
    mapLand: value(contentTokens.chart.mapLand),
    mapBorder: value(contentTokens.chart.mapBorder),
    alerts: value(contentTokens.chart.alertsSeries),
    font: written(tokens.font.ui),
    axisFontSize: display ? 16 : 12,
    lineWidth: display ? 2.5 : 1.75,
  };
}
