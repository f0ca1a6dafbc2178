/**
 * Renders a part of an element as a PNG picture: the DOM nodes and style sheets are put into an SVG, with canvases as
 * images, and the SVG is drawn on a canvas. The SVG loads no external resources, so the canvas is not tainted and can
 * be read. The module is loaded on demand.
 */
import { tokens } from '../../kit/tokens.js';

/** Maximum number of pixels of a picture; browsers limit the size of a canvas to about this number. */
const maximalPixels = 32_000_000;
/** Maximum number of DOM nodes of a picture; more nodes would freeze the page. */
const maximalNodes = 20_000;
const captionHeight = 28;

export class PictureTooLarge extends Error {}

export interface PictureRequest {
  /** The part of the element to render. */
  readonly part: HTMLElement;
  /** Line of text below the picture. */
  readonly caption: string;
}

/** Selector of controls that are left out of the picture, because nobody can operate them there. */
const unwanted =
  '.lc-widget-actions, .lc-resize, input[type=checkbox], [role=toolbar], button:has(svg):not([role=columnheader] *, th *)';

const sheetTexts = (root: ShadowRoot): string =>
  [...root.adoptedStyleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .map(({ cssText }) => cssText)
    .join('\n');

/**
 * Returns a clone of the nodes without controls, and with the state that clones of DOM nodes lack: canvas pixels, typed
 * values and scroll positions.
 *
 * @throws PictureTooLarge when there are more than `maximalNodes` nodes
 */
function copied(part: HTMLElement): HTMLElement {
  const originals = [part, ...part.querySelectorAll<HTMLElement>('*')];
  if (originals.length > maximalNodes) throw new PictureTooLarge(`${originals.length} nodes`);
  const copy = part.cloneNode(true) as HTMLElement;
  const copies = [copy, ...copy.querySelectorAll<HTMLElement>('*')];
  const document = part.ownerDocument;
  originals.forEach((original, index) => {
    const own = copies[index];
    if (!own) return;
    if (original instanceof HTMLCanvasElement) {
      const image = document.createElement('img');
      image.className = own.className;
      image.style.cssText = own.style.cssText;
      image.src = original.toDataURL();
      own.replaceWith(image);
    }
    if (original instanceof HTMLInputElement) own.setAttribute('value', original.value);
    const { scrollTop, scrollLeft } = original;
    if (scrollTop === 0 && scrollLeft === 0) return;
    own.style.overflow = 'hidden';
    for (const child of own.children) (child as HTMLElement).style.translate = `${-scrollLeft}px ${-scrollTop}px`;
  });
  for (const node of copy.querySelectorAll(unwanted)) node.remove();
  return copy;
}

function svgOf({ part, caption }: PictureRequest, width: number, height: number): string {
  const root = part.getRootNode() as ShadowRoot;
  const document = part.ownerDocument;
  const wrapper = document.createElement('div');
  const themed = part.closest<HTMLElement>('.lc');
  wrapper.className = 'lc';
  Object.assign(wrapper.dataset, themed?.dataset);
  // The element inherits its theme properties from the page. The SVG cannot inherit them, so their values are copied.
  const style = getComputedStyle(root.host);
  const given = [
    'brand',
    'font',
    'mono-font',
    ...(themed?.dataset['tokens'] ?? '').split(';').map((one) => one.split(':')[0] ?? ''),
  ];
  for (const name of given) {
    const value = name && style.getPropertyValue(`--log-${name}`);
    if (value) wrapper.style.setProperty(`--log-${name}`, value);
  }
  wrapper.style.height = `${height + captionHeight}px`;
  wrapper.style.backgroundColor = tokens.surface.canvas;
  const copy = copied(part);
  Object.assign(copy.style, {
    position: 'relative',
    inset: 'auto',
    transform: 'none',
    margin: '0',
    overflow: 'hidden',
    width: `${width}px`,
    height: `${height}px`,
  });
  const line = document.createElement('p');
  line.textContent = caption;
  line.style.cssText = `font:12px/${captionHeight}px var(--lc-font-ui);color:var(--lc-text-secondary);padding:0 12px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis`;
  wrapper.append(copy, line);
  const sheet = document.createElement('style');
  sheet.textContent = sheetTexts(root);
  const content = new XMLSerializer();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + captionHeight}">`,
    '<foreignObject x="0" y="0" width="100%" height="100%">',
    content.serializeToString(sheet),
    content.serializeToString(wrapper),
    '</foreignObject></svg>',
  ].join('');
}

/**
 * Returns the picture as PNG, at up to twice the size in CSS pixels.
 *
 * @throws PictureTooLarge when there are too many nodes, when the picture would have to shrink below half its size, or
 *   when the browser cannot encode it
 */
export async function pictureOf(request: PictureRequest): Promise<Blob> {
  const { width, height } = request.part.getBoundingClientRect();
  const whole = { width: Math.ceil(width), height: Math.ceil(height) };
  const pixels = whole.width * (whole.height + captionHeight);
  const scale = Math.min(2, Math.sqrt(maximalPixels / pixels));
  if (scale < 0.5) throw new PictureTooLarge(`${whole.width} × ${whole.height} pixels`);
  const image = new Image();
  // Control characters of log lines are invalid in XML.
  const svg = svgOf(request, whole.width, whole.height).replace(
    /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
    '\ufffd',
  );
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = request.part.ownerDocument.createElement('canvas');
  canvas.width = Math.round(whole.width * scale);
  canvas.height = Math.round((whole.height + captionHeight) * scale);
  const context = canvas.getContext('2d');
  context?.scale(scale, scale);
  context?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new PictureTooLarge('no canvas'))), 'image/png');
  });
}

/** Maximum time in ms to wait for the widgets of a page. */
const patienceMs = 15_000;
const pauseMs = 150;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

/**
 * Scrolls to every widget once, so that all widgets are searched and rendered, and then waits until none is busy, or
 * until `patienceMs` after the start.
 */
export async function allDrawn(part: HTMLElement): Promise<void> {
  const until = performance.now() + patienceMs;
  const cells = [...part.querySelectorAll<HTMLElement>('[data-widget]')];
  const first = cells[0];
  for (const cell of cells) {
    cell.scrollIntoView({ block: 'nearest' });
    await pause();
  }
  first?.scrollIntoView({ block: 'nearest' });
  while (performance.now() < until && part.querySelector('[aria-busy=true]')) await pause();
}

/** Returns a file name with the title, whose unusual characters are replaced by `_`, and the extension `.png`. */
export const pictureFile = (title: string): string =>
  `${
    title
      .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
      .replace(/^[. ]+/, '')
      .slice(0, 80) || 'picture'
  }.png`;
