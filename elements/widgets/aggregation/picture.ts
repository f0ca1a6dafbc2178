/** Renders a widget as an image by drawing its canvases, texts, icons and background colours as on screen. */

import { cutText } from '../visualizations/cut-text.js';

/** Margin of the image and height of its title, in px. */
const marginPx = 12;
const titlePx = 32;

/**
 * Returns a canvas with the title and the content of a widget, at least at double resolution.
 *
 * @param body content element of the widget, which must be attached to the document
 * @throws Error when the browser has no canvas
 */
export function pictureOf(body: HTMLElement, title: string): HTMLCanvasElement {
  const box = body.getBoundingClientRect();
  const scale = Math.max(2, devicePixelRatio);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((box.width + 2 * marginPx) * scale);
  canvas.height = Math.ceil((box.height + titlePx + marginPx) * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  const style = getComputedStyle(body);
  context.scale(scale, scale);
  context.fillStyle = groundOf(body);
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = `600 13px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  context.fillText(title, marginPx, titlePx / 2);

  context.translate(marginPx - box.left, titlePx - box.top);
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  paint(context, body);
  return canvas;
}

function paint(context: CanvasRenderingContext2D, element: HTMLElement): void {
  // Invisible elements, icon buttons, menus and screen reader texts are left out.
  if (
    !element.checkVisibility({ opacityProperty: true }) ||
    element.matches('.lc-unseen, button:not(:has(span)), [popover]')
  )
    return;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  if (element instanceof HTMLCanvasElement) {
    if (element.width > 0 && element.height > 0) context.drawImage(element, box.left, box.top, box.width, box.height);
    return;
  }
  if (!/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor)) {
    context.fillStyle = style.backgroundColor;
    context.fillRect(box.left, box.top, box.width, box.height);
  }
  paintGradient(context, style.backgroundImage, box);
  for (const child of element.childNodes) {
    if (child instanceof HTMLElement) paint(context, child);
    else if (child instanceof SVGSVGElement) paintIcon(context, child);
    else if (child instanceof Text) paintText(context, child, style);
  }
}

/** Draws an icon, such as the arrow of a trend: filled paths in the text colour. */
function paintIcon(context: CanvasRenderingContext2D, icon: SVGSVGElement): void {
  const { left, top, width } = icon.getBoundingClientRect();
  const { x, y, width: drawn } = icon.viewBox.baseVal;
  if (width === 0 || drawn === 0 || icon.closest('button')) return;
  context.save();
  context.fillStyle = getComputedStyle(icon).color;
  context.translate(left, top);
  context.scale(width / drawn, width / drawn);
  context.translate(-x, -y);
  for (const path of icon.querySelectorAll('path')) context.fill(new Path2D(path.getAttribute('d') ?? ''));
  context.restore();
}

/** Draws a gradient from bottom to top, such as that of a heatmap's colour bar. Other gradients are ignored. */
function paintGradient(context: CanvasRenderingContext2D, image: string, box: DOMRect): void {
  const colors = image.startsWith('linear-gradient(to top') ? (image.match(/rgba?\([^)]*\)/g) ?? []) : [];
  if (colors.length < 2) return;
  const gradient = context.createLinearGradient(0, box.bottom, 0, box.top);
  colors.forEach((color, index) => gradient.addColorStop(index / (colors.length - 1), color));
  context.fillStyle = gradient;
  context.fillRect(box.left, box.top, box.width, box.height);
}

function paintText(context: CanvasRenderingContext2D, node: Text, style: CSSStyleDeclaration): void {
  if (node.data.trim() === '') return;
  const range = document.createRange();
  range.selectNodeContents(node);
  const { left, top, width, height } = range.getBoundingClientRect();
  context.fillStyle = style.color;
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { clientWidth = 0, scrollWidth = 0 } = node.parentElement ?? {};
  const isCut = style.textOverflow === 'ellipsis' && scrollWidth > clientWidth;
  const fits = (text: string) => context.measureText(text).width <= clientWidth;
  context.fillText(isCut ? cutText(node.data, fits, 0) : node.data, left, top + height / 2, width + 1);
}

/** Returns the background colour of the element or its nearest ancestor with a background; white without one. */
function groundOf(element: HTMLElement): string {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return '#ffffff';
}
