/** Fluent's light and dark theme as CSS custom properties; the module is loaded with the first Fluent component. */
import { createDarkTheme, createLightTheme, type BrandVariants } from '@fluentui/react-theme';
import { brandRamp, darkOverlay, lightOverlay } from '../../element/theme/fluent.gen.js';
import { cachedSheet } from '../../element/theme/sheets.js';

/**
 * Fluent's custom properties and the token of this product that each takes. The tokens follow the host's brand colour,
 * which Fluent's fixed colour ramp cannot.
 */
const branded = {
  colorBrandBackground: 'brand-solid',
  colorBrandBackgroundHover: 'brand-solid-hover',
  colorBrandBackgroundPressed: 'brand-solid-pressed',
  colorCompoundBrandBackground: 'selection-border',
  colorCompoundBrandStroke: 'selection-border',
  colorBrandForeground1: 'text-link',
  colorBrandForegroundLink: 'text-link',
  colorBrandForegroundLinkHover: 'text-link-hover',
  colorNeutralForegroundOnBrand: 'text-on-brand',
  colorStrokeFocus2: 'focus-outer',
  fontFamilyBase: 'font-ui',
  fontFamilyMonospace: 'font-mono',
};

let text: string | undefined;

export function fluentSheet(): CSSStyleSheet {
  text ??= [
    rule('light', { ...createLightTheme(brandRamp as BrandVariants), ...lightOverlay }),
    rule('dark', { ...createDarkTheme(brandRamp as BrandVariants), ...darkOverlay }),
    `.lc{${Object.entries(branded)
      .map(([name, token]) => `--${name}:var(--lc-${token})`)
      .join(';')}}`,
  ].join('\n');
  return cachedSheet(text);
}

function rule(theme: string, values: object): string {
  const own = Object.entries(values).filter(([name]) => !(name in branded));
  return `.lc[data-theme=${theme}]{${own.map(([name, value]) => `--${name}:${value}`).join(';')}}`;
}
