/**
 * Applies the colours and corners that a page sets with `--log-*` properties (handbook, embedding.md, "Looks"). The
 * module is loaded when a page sets such a property. Values that the page does not set are derived from those that it
 * sets; `--log-surface` and `--log-text` alone make a whole theme. Forced colours and print keep their own colours.
 */
import { contentDeclarations } from './content-tokens.gen.js';
import type { Theme } from './host-style.js';
import { cachedSheet } from './sheets.js';
import { themeDeclarations } from './tokens.gen.js';

const mixed = (color: string, percent: number, other: string): string =>
  `color-mix(in oklab,${color} ${percent}%,${other})`;
const surface = (percent: number): string => mixed('var(--log-surface)', percent, 'var(--lc-text-primary)');
const text = (percent: number): string => mixed('var(--log-text)', percent, 'var(--lc-surface-card)');
const border = (percent: number, other: string): string => mixed('var(--log-border)', percent, `var(--lc-${other})`);

/**
 * For each value of the theme, its possible sources in order of precedence. A source that refers to a custom property
 * that the page does not set has no value, so the next source is used.
 */
const colors: Readonly<Record<string, readonly string[]>> = {
  'text-primary': ['var(--log-text)'],
  'surface-card': ['var(--log-surface)'],
  'surface-nav': ['var(--log-surface)'],
  'surface-raised': ['var(--log-raised)', 'var(--log-surface)'],
  // The page between the cards is a little darker than the cards, in the dark theme too, so that the cards stand out.
  'surface-canvas': ['var(--log-canvas)', `light-dark(${surface(97)},${mixed('var(--log-surface)', 70, '#000')})`],
  'surface-subtle': ['var(--log-subtle)', surface(97.5)],
  'surface-rail': ['var(--log-subtle)', surface(97.5)],
  'surface-inset': [surface(94)],
  'surface-hover': [surface(95)],
  'surface-pressed': [surface(90)],
  'surface-skeleton': [surface(91)],
  'text-secondary': ['var(--log-text-secondary)', text(80)],
  'text-tertiary': ['var(--log-text-secondary)', text(70)],
  'text-placeholder': ['var(--log-text-secondary)', text(68)],
  'text-disabled': [text(40)],
  'border-subtle': ['var(--log-border)', surface(90)],
  'border-divider': [border(75, 'surface-card'), surface(92)],
  'border-default': [border(85, 'text-primary'), surface(83)],
  'border-hover': [border(72, 'text-primary'), surface(73)],
  'border-strong': [border(45, 'text-primary'), surface(50)],
  'chart-grid': ['var(--log-border)', surface(90)],
  'chart-axis-line': [border(72, 'text-primary'), surface(73)],
  'chart-axis-label': ['var(--log-text-secondary)', text(70)],
  'chart-tooltip-background': ['var(--log-raised)', 'var(--log-surface)'],
  'chart-tooltip-border': ['var(--log-border)', surface(90)],
  'chart-tooltip-text': ['var(--log-text)'],
};

const statuses = ['danger', 'warning', 'success', 'info'] as const;

/**
 * The shades of a status colour as arguments of `oklch` relative to the page's colour. All shades have the hue of that
 * colour; its lightness is changed as far as contrast requires.
 */
const shades: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  light: {
    text: 'min(l,.48) c h',
    icon: 'min(l,.6) c h',
    background: '.965 min(c,.03) h',
    border: '.86 min(c,.09) h',
    solid: 'l c h',
  },
  dark: {
    text: 'max(l,.76) c h',
    icon: 'max(l,.66) c h',
    background: '.25 min(c,.05) h',
    border: '.4 min(c,.09) h',
    solid: 'l c h',
  },
};

/** Custom properties of Fluent's theme, and the value of this product's theme that each takes. */
const fluent: Readonly<Record<string, string>> = {
  colorNeutralBackground1: 'surface-raised',
  colorNeutralBackground1Hover: 'surface-hover',
  colorNeutralBackground1Pressed: 'surface-pressed',
  colorNeutralBackground2: 'surface-subtle',
  colorNeutralBackground3: 'surface-inset',
  colorNeutralBackground4: 'surface-canvas',
  colorSubtleBackgroundHover: 'surface-hover',
  colorSubtleBackgroundPressed: 'surface-pressed',
  colorNeutralBackgroundDisabled: 'surface-inset',
  colorNeutralForeground1: 'text-primary',
  colorNeutralForeground1Hover: 'text-primary',
  colorNeutralForeground1Pressed: 'text-primary',
  colorNeutralForeground2: 'text-secondary',
  colorNeutralForeground2Hover: 'text-primary',
  colorNeutralForeground3: 'text-tertiary',
  colorNeutralForegroundDisabled: 'text-disabled',
  colorNeutralStroke1: 'border-default',
  colorNeutralStroke2: 'border-subtle',
  colorNeutralStroke3: 'border-divider',
  colorNeutralStrokeAccessible: 'border-strong',
};

function defaultOf(theme: Theme, name: string): string {
  const found = new RegExp(`--lc-${name}:([^;]*)`).exec(
    `${themeDeclarations[theme]};${contentDeclarations[theme]}`,
  )?.[1];
  if (found === undefined) throw new Error(`The theme has no value ${name}`);
  return found;
}

/**
 * Returns the declarations of a theme value that takes the first computable of several values, otherwise the fallback.
 * Each value has a property of its own, because only a property that is not computable lets `var` use its fallback.
 */
function declared(name: string, values: readonly string[], fallback: string): string {
  const steps = values.map((value, index) => `--lc-own-${name}-${index}:${value}`);
  const chosen = values.reduceRight((rest, _value, index) => `var(--lc-own-${name}-${index},${rest})`, fallback);
  return [...steps, `--lc-${name}:${chosen}`].join(';');
}

function ruleOf(theme: Theme): string {
  const parts = Object.entries(colors).map(([name, values]) => declared(name, values, defaultOf(theme, name)));
  for (const status of statuses)
    for (const [shade, value] of Object.entries(shades[theme])) {
      const name = `status-${status}-${shade}`;
      parts.push(declared(name, [`oklch(from var(--log-${status}) ${value})`], defaultOf(theme, name)));
    }
  return `.lc[data-tokens][data-theme=${theme}]{${parts.join(';')}}`;
}

/** Returns the style sheet that a shadow root adopts when the page sets colours or corners. */
export function hostTokenSheet(): CSSStyleSheet {
  return (sheet ??= cachedSheet(
    [
      '@media screen and (forced-colors:none){',
      ...(Object.keys(themeDeclarations) as Theme[]).map(ruleOf),
      `.lc[data-tokens][data-theme]{${Object.entries(fluent)
        .map(([name, value]) => `--${name}:var(--lc-${value})`)
        .join(';')}}`,
      '}',
      '.lc[data-tokens]{--lc-radius-small:calc(var(--log-radius,4px)/2);--lc-radius-control:var(--log-radius,4px);--lc-radius-card:calc(var(--log-radius,4px)*1.5);',
      '--lc-radius-popover:calc(var(--log-radius,4px)*2);--borderRadiusSmall:var(--lc-radius-small);--borderRadiusMedium:var(--lc-radius-control);',
      '--borderRadiusLarge:var(--lc-radius-card);--borderRadiusXLarge:var(--lc-radius-popover)}',
    ].join('\n'),
  ));
}

let sheet: CSSStyleSheet | undefined;
