import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cardColors, contrastOf, markColors, shownOn, textColorOn } from '../../../elements/kit/color-contrast.js';
import { colorAt, colorScaleNames, scaleImage } from '../../../elements/kit/color-scales.js';
import { highlightColors, palettes, randomHighlightColor, seriesPickerColors } from '../../../elements/kit/palettes.js';

const tokens = JSON.parse(
  readFileSync(new URL('../../../elements/element/theme/tokens.json', import.meta.url), 'utf8'),
) as {
  palettes: Record<string, string[]> & { $highlightScale: { hues: string[] }; $order: string[] };
  themes: Record<'teint' | 'noir', { surface: { card: string } }>;
};

const allColors = [
  ...seriesPickerColors.map(({ color }) => color),
  ...['#000000', '#ffffff', '#7f7f7f', '#ffff00', '#0000ff', '#fff', '#abc'],
  ...Array.from({ length: 200 }, (_, index) => `#${((index * 83_777) % 0xffffff).toString(16).padStart(6, '0')}`),
];

describe('palettes', () => {
  it('the palettes equal those of the theme', () => {
    assert.deepEqual(Object.keys(palettes), tokens.palettes.$order);
    for (const [hue, shades] of Object.entries(palettes)) assert.deepEqual(shades, tokens.palettes[hue]);
    assert.deepEqual(
      highlightColors.map(({ color }) => color),
      tokens.palettes.$highlightScale.hues.flatMap((hue) => tokens.palettes[hue]?.slice(1)),
    );
    assert.equal(highlightColors.length, 40);
    assert.deepEqual(cardColors, {
      light: tokens.themes.teint.surface.card,
      dark: tokens.themes.noir.surface.card,
    });
  });
  it('a random colour is one of the 40 palette colours', () => {
    assert.equal(
      randomHighlightColor(() => 0),
      highlightColors[0]?.color,
    );
    assert.equal(
      randomHighlightColor(() => 0.9999),
      highlightColors[39]?.color,
    );
  });
});

describe('contrast', () => {
  it('the contrast of black on white is 21:1, and unknown for a colour name', () => {
    assert.equal(contrastOf('#000', '#ffffff'), 21);
    assert.equal(contrastOf('red', '#ffffff'), undefined);
  });
  it('text on any colour has a contrast of at least 4.5:1', () => {
    for (const color of allColors) assert.ok((contrastOf(textColorOn(color), color) ?? 0) >= 4.5, color);
  });
  it('an adjusted colour has a contrast of at least 3:1 to the card; sufficient colours stay unchanged', () => {
    for (const ground of Object.values(cardColors)) {
      for (const color of allColors) {
        const shown = shownOn(color, ground);
        assert.ok(
          (contrastOf(shown, ground) ?? 0) >= 3,
          `${color} on ${ground} is shown as ${shown} with sufficient contrast`,
        );
        if ((contrastOf(color, ground) ?? 0) >= 3) assert.equal(shown, color);
      }
    }
  });
  it('the contrast is adjusted by lightness, not by hue', () => {
    const shown = shownOn('#ffb5ae', '#ffffff');
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(shown.slice(at, at + 2), 16));
    assert.ok(r > g && r > b, shown);
  });
  it('the contrast is adjusted for both themes; invalid hex colours stay unchanged', () => {
    assert.match(markColors('#b32228').backgroundColor, /^light-dark\(#b32228, #[0-9a-f]{6}\)$/);
    assert.deepEqual(markColors('papayawhip'), {
      backgroundColor: 'light-dark(papayawhip, papayawhip)',
      color: 'light-dark(#000000, #000000)',
    });
  });
});

describe('colour scales', () => {
  it('there are the 18 colour scales of the specification', () => assert.equal(colorScaleNames.length, 18));
  for (const [scale, position, color] of [
    ['Greys', 0, '#000000'],
    ['Greys', 1, '#ffffff'],
    ['Greys', 0.5, '#808080'],
    ['Bluered', 0.25, '#4000bf'],
    ['RdBu', 0.5, '#bebebe'],
    ['Viridis', -3, '#440154'],
    ['Viridis', 3, '#fde725'],
    ['Viridis', Number.NaN, '#440154'],
    ['no such', 1, '#fde725'],
    ['constructor', 1, '#fde725'],
  ] as const) {
    it(`the scale ${scale} has the expected colour at ${position}`, () =>
      assert.equal(colorAt(scale, position), color));
  }
  it('a colour scale is rendered as an image', () =>
    assert.equal(scaleImage('Bluered'), 'linear-gradient(to right, #0000ff 0%, #ff0000 100%)'));
});
