/** Converts any CSS colour of the host page to a form that canvases and the chart library accept. */

/** Maximum number of colours in a palette; further colours are ignored. */
const maximalColors = 64;

let pixel: CanvasRenderingContext2D | null | undefined;

/**
 * Returns a CSS colour in a form that canvases and the chart library accept.
 *
 * @param element element whose colour scheme and custom properties apply
 * @returns a hexadecimal colour, `rgb(…)` or `rgba(…)`; the text itself if it is not a colour
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
  // A computed colour may be in another colour space, such as `oklab(…)`; a pixel is painted and read to convert it.
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

/** Returns the comma-separated colours of `--log-chart-palette`; invalid colours are left out. */
export function hostPalette(element: HTMLElement, list: string): readonly string[] {
  const written = list.match(/(?:[^,(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return written
    .slice(0, maximalColors)
    .map((color) => color.trim())
    .filter((color) => CSS.supports('color', color))
    .map((color) => plainColor(element, color));
}
