/** Contains the 18 continuous colour scales of heatmaps and highlighting gradients (spec 2 §3), from low to high. */

type Stop = readonly [position: number, color: string];

/** Returns stops at equal distances for colours that are written without a hash and separated by spaces. */
function even(colors: string): readonly Stop[] {
  const list = colors.split(' ');
  return list.map((color, index) => [index / (list.length - 1), `#${color}`]);
}

const scales: Readonly<Record<string, readonly Stop[]>> = {
  Greys: even('000000 ffffff'),
  YlGnBu: even('081d58 253494 225ea8 1d91c0 41b6c4 7fcdbb c7e9b4 edf8d9 ffffd9'),
  Greens: even('00441b 006d2c 238b45 41ab5d 74c476 a1d99b c7e9c0 e5f5e0 f7fcf5'),
  YlOrRd: even('800026 bd0026 e31a1c fc4e2a fd8d3c feb24c fed976 ffeda0 ffffcc'),
  Bluered: even('0000ff ff0000'),
  RdBu: [
    [0, '#050aac'],
    [0.35, '#6a89f7'],
    [0.5, '#bebebe'],
    [0.6, '#dcaa84'],
    [0.7, '#e6915a'],
    [1, '#b20a1c'],
  ],
  Reds: [
    [0, '#dcdcdc'],
    [0.2, '#f5c39d'],
    [0.4, '#f5a069'],
    [1, '#b20a1c'],
  ],
  Blues: [
    [0, '#050aac'],
    [0.35, '#283cbe'],
    [0.5, '#4664f5'],
    [0.6, '#5a78f5'],
    [0.7, '#6a89f7'],
    [1, '#dcdcdc'],
  ],
  Picnic: even('0000ff 3399ff 66ccff 99ccff ccccff ffffff ffccff ff99ff ff66cc ff6666 ff0000'),
  Rainbow: even('96005a 0000c8 0019ff 0098ff 2cff96 97ff00 ffea00 ff6f00 ff0000'),
  Portland: even('0c3383 0a88ba f2d338 f28f38 d91e1e'),
  Jet: [
    [0, '#000083'],
    [0.125, '#003caa'],
    [0.375, '#05ffff'],
    [0.625, '#ffff00'],
    [0.875, '#fa0000'],
    [1, '#800000'],
  ],
  Hot: [
    [0, '#000000'],
    [0.3, '#e60000'],
    [0.6, '#ffd200'],
    [1, '#ffffff'],
  ],
  Blackbody: [
    [0, '#000000'],
    [0.2, '#e60000'],
    [0.4, '#e6d200'],
    [0.7, '#ffffff'],
    [1, '#a0c8ff'],
  ],
  Earth: [
    [0, '#000082'],
    [0.1, '#00b4b4'],
    [0.2, '#28d228'],
    [0.4, '#e6e632'],
    [0.6, '#784614'],
    [1, '#ffffff'],
  ],
  Electric: [
    [0, '#000000'],
    [0.15, '#1e0064'],
    [0.4, '#780064'],
    [0.6, '#a05a00'],
    [0.8, '#e6c800'],
    [1, '#fffadc'],
  ],
  Viridis: even(
    '440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725',
  ),
  Cividis: even(
    '00204c 002a66 00346e 273f6c 3c4a6b 4c556b 5b5f6d 686a70 757575 838178 928c78 a19876 b0a572 c0b16d d1bf66 e1cc5c f3db4f ffe945',
  ),
};

export const defaultColorScale = 'Viridis';

/** Scale names in the order of the specification. */
export const colorScaleNames: readonly string[] = Object.keys(scales);

function stopsOf(scale: string): readonly Stop[] {
  const named = Object.hasOwn(scales, scale) ? scales[scale] : undefined;
  // The assertion holds because the default scale is one of the scales.
  return named ?? scales[defaultColorScale]!;
}

const partsOf = (hex: string): readonly number[] => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const mix = (low: string, high: string, share: number): string => {
  const to = partsOf(high);
  const parts = partsOf(low).map((from, index) => Math.round(from + ((to[index] ?? from) - from) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};

/** Returns the colour (#rrggbb) at a position, clamped to 0 to 1; an unknown name gets the default scale. */
export function colorAt(scale: string, position: number): string {
  const stops = stopsOf(scale);
  const wanted = Math.min(1, Math.max(0, Number.isNaN(position) ? 0 : position));
  const after = stops.findIndex(([at]) => at >= wanted);
  // The last stop is at 1 and the position is clamped to 1, so a stop is always found.
  const [high, highColor] = stops[after]!;
  // At the first stop, the lower stop is the first stop itself.
  const [low, lowColor] = stops[Math.max(0, after - 1)]!;
  return mix(lowColor, highColor, high > low ? (wanted - low) / (high - low) : 0);
}

/** Returns the whole scale from left to right as a CSS gradient. */
export function scaleImage(scale: string): string {
  return `linear-gradient(to right, ${stopsOf(scale)
    .map(([at, color]) => `${color} ${at * 100}%`)
    .join(', ')})`;
}
