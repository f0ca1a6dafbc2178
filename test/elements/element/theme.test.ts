import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { format } from 'prettier';
import { contentTokens } from '../../../elements/kit/content-tokens.js';
import { tokens } from '../../../elements/kit/tokens.js';
import { contentDeclarations } from '../../../elements/element/theme/content-tokens.gen.js';
import { themeDeclarations } from '../../../elements/element/theme/tokens.gen.js';

const folder = new URL('../../../elements/element/theme/', import.meta.url);
const { generate, readTokens } = (await import(new URL('generate.mjs', folder).href)) as {
  generate(values: object): Record<string, string>;
  readTokens(): { themes: Record<string, Record<string, unknown>> };
};

test('the generated theme files are up to date', async () => {
  for (const [name, text] of Object.entries(generate(readTokens()))) {
    const wanted = await format(text, { parser: 'typescript', printWidth: 120, singleQuote: true });
    assert.equal(
      readFileSync(new URL(name, folder), 'utf8'),
      wanted,
      `${name} is current, otherwise run node elements/element/theme/generate.mjs`,
    );
  }
});

test('every token of the kit has a value in both themes', () => {
  const elsewhere = /--lc-(brand|density|font|duration|radius)-/;
  const referencesOf = (value: unknown): string[] => {
    if (typeof value === 'string') return value.match(/--lc-[\w-]+/g) ?? [];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesOf) : [];
  };
  const groups: [unknown, Readonly<Record<string, string>>][] = [
    [tokens, themeDeclarations],
    [contentTokens, contentDeclarations],
  ];
  for (const [values, declarations] of groups) {
    const references = referencesOf(values);
    assert.ok(references.length > 50);
    for (const [theme, text] of Object.entries(declarations)) {
      const known = new Set(text.match(/--lc-[\w-]+(?=:)/g));
      assert.deepEqual(
        references.filter((name) => !elsewhere.test(name) && !known.has(name)),
        [],
        theme,
      );
    }
  }
});

/** Returns the WCAG 2 contrast of two `#rrggbb` colours. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) =>
    [1, 3, 5]
      .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

test('text has a contrast of 4.5:1 and graphics 3:1 to their backgrounds', () => {
  for (const [name, theme] of Object.entries(readTokens().themes)) {
    const value = (path: string) =>
      path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], theme) as string;
    const pairs: [string, string, number][] = [];
    for (const surface of ['canvas', 'card', 'subtle', 'raised', 'nav'])
      for (const text of ['primary', 'secondary', 'tertiary', 'link'])
        pairs.push([`text.${text}`, `surface.${surface}`, 4.5]);
    for (const status of ['danger', 'severe', 'warning', 'success', 'info', 'neutral']) {
      pairs.push([`status.${status}.text`, `status.${status}.background`, 4.5]);
      pairs.push([`status.${status}.onSolid`, `status.${status}.solid`, 4.5]);
    }
    pairs.push(['selection.text', 'selection.background', 4.5], ['text.placeholder', 'surface.card', 4.5]);
    pairs.push(['border.strong', 'surface.card', 3], ['focus.outer', 'surface.card', 3]);
    for (const level of ['emergency', 'alert', 'critical', 'error', 'warning', 'notice'])
      pairs.push([`level.${level}.graphic`, 'surface.card', 3]);
    // A value in the figures of a field stands partly or wholly on the bar of its share, and is a level, empty or old.
    for (const text of ['primary', 'secondary', 'tertiary'])
      pairs.push([`text.${text}`, 'selection.background', 4.5], [`text.${text}`, 'surface.subtle', 4.5]);
    for (const level of ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'informational', 'debug'])
      pairs.push([`level.${level}.text`, 'selection.background', 4.5], [`level.${level}.text`, 'surface.subtle', 4.5]);
    for (const [front, back, least] of pairs) {
      const is = contrast(value(front), value(back));
      assert.ok(is >= least, `${name}: the contrast of ${front} on ${back} is sufficient, not ${is.toFixed(2)}`);
    }
  }
});
