/** Colours that a page writes in any way of CSS, as a canvas and the chart library understand them. */

/** Colours of a palette beyond which nothing is read. */
const maximalColors = 64;

let pixel: CanvasRenderingContext2D | null | undefined;

/**
 * @param element whose colour scheme and custom properties count
 * @returns `#rrggbb` or `rgb(…)`; the text itself if it is no colour
 */
export function plainColor(element: HTMLElement, color: string): string {
  if (/^(?:#[\da-f]{3,8})?$/i.test(color) || !CSS.supports('color', color)) return color;
  const probe = element.ownerDocument.createElement('span');
  probe.style.color = color;
  probe.style.display = 'none';
  element.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  if (/^rgba?\(/.test(computed)) return computed;
  // Mixed colours are computed in another space, e.g. `oklab(…)`: what a pixel shows of them is plain.
  pixel ??= Object.assign(element.ownerDocument.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  });
  if (!pixel) return computed;
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = computed;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return `rgba(${red},${green},${blue},${alpha / 255})`;
}

/** The colours of `--log-chart-palette`, which commas separate; what is no colour is left out. */
export function hostPalette(element: HTMLElement, list: string): readonly string[] {
  const written = list.match(/(?:[^,(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return written
    .slice(0, maximalColors)
    .map((color) => color.trim())
    .filter((color) => CSS.supports('color', color))
    .map((color) => plainColor(element, color));
}
