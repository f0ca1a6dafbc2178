/**
 * Makes colours that users select readable in both themes (WCAG 2 contrast). The functions are pure.
 */

/** Background colour of the cards with values and charts in each theme. */
export const cardColors = { light: '#ffffff', dark: '#15171b' } as const;

/** Minimum contrast of a graphic against its background. */
const graphicContrast = 3;
/** Step by which the lightness, which ranges from 0 to 1, is changed. */
const lightnessStep = 0.01;

type Triple = readonly [number, number, number];

/** Returns the components of #rgb or #rrggbb from 0 to 1; undefined for any other text. */
function parseHex(color: string): Triple | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (hex === undefined) return undefined;
  const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (at: number): number => parseInt(long.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
const each = (triple: Triple, change: (part: number) => number): Triple => [
  change(triple[0]),
  change(triple[1]),
  change(triple[2]),
];

/** Returns the relative luminance from 0 (black) to 1 (white). */
const luminance = (rgb: Triple): number => {
  const [r, g, b] = each(rgb, toLinear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Returns the contrast ratio from 1 to 21; undefined unless both texts are hexadecimal colours. */
export function contrastOf(one: string, other: string): number | undefined {
  const [left, right] = [parseHex(one), parseHex(other)];
  return left && right && ratio(luminance(left), luminance(right));
}

/**
 * Returns black or white as text colour, whichever has more contrast to the given colour: always at least 4.5:1. A text
 * that is not a hexadecimal colour counts as bright.
 */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  const rgb = parseHex(color);
  if (!rgb) return '#000000';
  const own = luminance(rgb);
  return ratio(own, 0) >= ratio(own, 1) ? '#000000' : '#ffffff';
}

/** Returns the colour in Oklab: lightness, and the two axes of hue and chroma. */
function toOklab(rgb: Triple): Triple {
  const [r, g, b] = each(rgb, toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return each(
    [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ],
    (part) => fromLinear(part),
  );
}

const isInGamut = (rgb: Triple): boolean => rgb.every((part) => part >= -0.0005 && part <= 1.0005);

/** Returns the RGB components of an Oklab colour, whose chroma is reduced until the colour can be displayed. */
function inGamut([lightness, a, b]: Triple): Triple {
  for (let share = 1; share > 0; share -= 0.05) {
    const rgb = fromOklab([lightness, a * share, b * share]);
    if (isInGamut(rgb)) return each(rgb, (part) => Math.min(1, Math.max(0, part)));
  }
  return each(fromOklab([lightness, 0, 0]), (part) => Math.min(1, Math.max(0, part)));
}

const toHex = (rgb: Triple): string =>
  `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/**
 * Returns the colour if its contrast to the background is at least 3:1. Otherwise its lightness in Oklab is changed
 * until the contrast suffices; if it never does, the result is black or white. If `color` or `ground` is not a
 * hexadecimal colour, `color` is returned unchanged.
 */
export function shownOn(color: string, ground: string): string {
  const [rgb, groundRgb] = [parseHex(color), parseHex(ground)];
  if (!rgb || !groundRgb) return color;
  const groundLuminance = luminance(groundRgb);
  if (ratio(luminance(rgb), groundLuminance) >= graphicContrast) return color;
  const [lightness, a, b] = toOklab(rgb);
  const direction = groundLuminance > 0.18 ? -1 : 1;
  for (let moved = lightness; moved >= 0 && moved <= 1; moved += direction * lightnessStep) {
    const candidate = toHex(inGamut([moved, a, b]));
    if ((contrastOf(candidate, ground) ?? 0) >= graphicContrast) return candidate;
  }
  return direction < 0 ? '#000000' : '#ffffff';
}

/** Returns background and text colour of a value in both themes; the browser applies the pair of the active theme. */
export function markColors(color: string): { readonly backgroundColor: string; readonly color: string } {
  const light = shownOn(color, cardColors.light);
  const dark = shownOn(color, cardColors.dark);
  return {
    backgroundColor: `light-dark(${light}, ${dark})`,
    color: `light-dark(${textColorOn(light)}, ${textColorOn(dark)})`,
  };
}
