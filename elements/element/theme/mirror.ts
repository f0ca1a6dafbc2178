/**
 * Mirrors styles for right-to-left pages. The build replaces a package of the style library by this module
 * (library-rewrites.mjs); that package is five times larger, because it also handles names and values that the styles
 * of this product do not use.
 */

type Value = string | number;

const other: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  Left: 'Right',
  Right: 'Left',
  ltr: 'rtl',
  rtl: 'ltr',
};
const cursorSides: Readonly<Record<string, string>> = { e: 'w', w: 'e' };

const swapSides = (text: string): string =>
  text.replace(/\b(?:left|right|ltr|rtl)\b|Left|Right/g, (side) => other[side] ?? side);
const mirroredName = (name: string): string =>
  /^(?:left|right|(?:margin|padding|border).*)$/.test(name) ? swapSides(name) : name;

/** Returns the parts of a value between spaces; text in parentheses is not split. */
const parts = (text: string): string[] => text.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
const negated = (length: string): string => {
  if (parseFloat(length) === 0) return length;
  return length.startsWith('-') ? length.slice(1) : `-${length}`;
};

function mirroredSides(value: string): string {
  const [top, right, bottom, left] = parts(value);
  return left === undefined ? value : [top, left, bottom, right].join(' ');
}

function mirroredCorners(value: string): string {
  const [first = '', second = '', third = '', fourth] = parts(value);
  if (fourth !== undefined) return [second, first, fourth, third].join(' ');
  return second && !third ? `${second} ${first}` : value;
}

/** Negates the horizontal offset of each shadow, which is its first length; the colour of a shadow comes last. */
const mirroredShadows = (value: string): string =>
  value.replace(
    /((?:^|,)\s*(?:inset\s+)?)(-?[\d.]+)(?=\w*\s)/g,
    (_, start: string, way: string) => start + negated(way),
  );

const mirroredMoves = (value: string): string =>
  value.replace(
    /((?:translate(?:X|3d)?|rotate[ZY]?)\(\s*)(-?[\d.]+)/g,
    (_, start: string, way: string) => start + negated(way),
  );

const mirroredPlace = (value: string): string =>
  swapSides(value.replace(/^-?[\d.]+(?=%)/, (percent) => String(100 - Number(percent))));

const mirroredNames = (value: string): string => value.replace(/[\w-]+/g, mirroredName);
const mirroredGradients = (value: string): string => (value.includes('gradient(') ? swapSides(value) : value);

const byName: Readonly<Record<string, (value: string) => string>> = {
  padding: mirroredSides,
  margin: mirroredSides,
  inset: mirroredSides,
  borderWidth: mirroredSides,
  borderColor: mirroredSides,
  borderStyle: mirroredSides,
  borderRadius: mirroredCorners,
  boxShadow: mirroredShadows,
  textShadow: mirroredShadows,
  transform: mirroredMoves,
  transition: mirroredNames,
  transitionProperty: mirroredNames,
  transformOrigin: mirroredPlace,
  backgroundPosition: mirroredPlace,
  objectPosition: mirroredPlace,
  background: mirroredGradients,
  backgroundImage: mirroredGradients,
};
const mirroredWord = (value: string): string =>
  value
    .replace(/^(?:left|right|ltr|rtl)$/, (side) => other[side] ?? side)
    .replace(/^([ns]?)([ew])-resize$/, (_, start: string, side: string) => `${start}${cursorSides[side]}-resize`);

/** Returns the name and value of a style declaration for a right-to-left page. */
export function convertProperty(name: string, value: Value): { key: string; value: Value } {
  const key = mirroredName(name);
  return { key, value: typeof value === 'string' ? (byName[key] ?? mirroredWord)(value) : value };
}

/** Returns the mirrored copy of a style object, including its nested objects, such as key frames. */
export function convert(styles: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(styles).map(([name, value]) => {
      if (typeof value === 'object' && value !== null) return [name, convert(value as Record<string, unknown>)];
      const mirrored = convertProperty(name, value as Value);
      return [mirrored.key, mirrored.value];
    }),
  );
}
