/**
 * Contains the colours that users choose for series and highlighting rules (`palettes` of the theme's tokens; spec 2
 * §9). A chosen colour is stored exactly as listed here.
 */

/** Five shades of each hue, from dark to light. */
export const palettes = {
  red: ['#880a16', '#b32228', '#db4241', '#f7736c', '#ffb5ae'],
  pink: ['#810f47', '#ab2563', '#d14380', '#ee72a1', '#fdb2ca'],
  purple: ['#692673', '#8c3c99', '#ae57bb', '#cb80d7', '#e5b9ec'],
  violet: ['#552f86', '#7347b0', '#9163d5', '#b08aef', '#d3befa'],
  indigo: ['#373b8f', '#4e55ba', '#6873e1', '#8a98f9', '#bcc7ff'],
  blue: ['#0b468a', '#1e62b5', '#3980da', '#67a3f3', '#aacdfd'],
  sky: ['#024e6f', '#026b98', '#068ac2', '#53acde', '#a2d2f0'],
  cyan: ['#02515d', '#007080', '#0790a4', '#49b2c5', '#9fd5e0'],
  teal: ['#00544d', '#05736b', '#01948a', '#56b4aa', '#a4d6cf'],
  green: ['#00572d', '#087741', '#2f965b', '#65b681', '#aad8b8'],
  grass: ['#23550b', '#38741f', '#53933a', '#7bb368', '#b5d6aa'],
  lime: ['#4e6100', '#6a8305', '#88a714', '#acc85e', '#d5e7ac'],
  yellow: ['#635900', '#867901', '#aa9a05', '#ccbd47', '#e8e1a3'],
  amber: ['#705303', '#977006', '#c18f00', '#e3b349', '#f7daa3'],
  orange: ['#6a3a00', '#905203', '#b86a07', '#de8c39', '#f1bf95'],
  vermilion: ['#7a2a00', '#a63c00', '#d05418', '#ec7f53', '#fbb99f'],
  brown: ['#482b18', '#68432d', '#875e46', '#a8836d', '#c9b2a5'],
  grey: ['#44484f', '#5f636c', '#7b808a', '#9da2aa', '#c8cbd0'],
  black: ['#08090c', '#1b1d21', '#323438', '#4b4d51', '#66676a'],
} as const satisfies Readonly<Record<string, readonly [string, string, string, string, string]>>;

export type Hue = keyof typeof palettes;

export interface PaletteColor {
  readonly hue: Hue;
  /** Shade from 0 (dark) to 4 (light). */
  readonly shade: number;
  /** The colour as `#rrggbb`, which is stored. */
  readonly color: string;
}

const shadesOf = (hues: readonly Hue[], from: number): readonly PaletteColor[] =>
  hues.flatMap((hue) => palettes[hue].map((color, shade) => ({ hue, shade, color })).slice(from));

/** The colours that users choose for series: all shades of all hues. */
export const seriesPickerColors = shadesOf(Object.keys(palettes) as Hue[], 0);

/** The 40 colours that users choose for highlighting rules: ten hues without their darkest shade. */
export const highlightColors = shadesOf(
  ['red', 'vermilion', 'amber', 'lime', 'green', 'teal', 'blue', 'violet', 'pink', 'grey'],
  1,
);

/** Returns a random initial colour for a highlighting rule; `random` returns a number from 0 to below 1. */
export function randomHighlightColor(random: () => number = Math.random): string {
  // The index is within the list because `random` returns a number from 0 to below 1.
  return highlightColors[Math.floor(random() * highlightColors.length)]!.color;
}
