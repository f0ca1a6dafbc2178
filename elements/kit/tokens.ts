/**
 * Contains the theme's tokens as references to CSS custom properties, for Griffel styles: `color:
 * tokens.text.secondary`. The tokens of logged content are in content-tokens.ts. The names of the tokens are those of
 * `elements/element/theme/tokens.json`; their values change with the theme, the density and the host's `--log-*`
 * properties. Exports that are plain numbers, such as lengths in px, do not depend on theme and density.
 */
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Returns references to the custom properties of a group, by the name of the token.
 * @param path names of the group and its parents in kebab case, such as `status-danger`
 */
export function group<const Name extends string>(path: string, names: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, `var(--lc-${path}-${kebab(name)})`])) as Record<Name, string>;
}

const status = (name: string) => group(`status-${name}`, ['text', 'icon', 'background', 'border', 'solid', 'onSolid']);

export const tokens = {
  surface: group('surface', [
    'canvas',
    'card',
    'subtle',
    'inset',
    'hover',
    'pressed',
    'raised',
    'nav',
    'rail',
    'scrim',
    'skeleton',
    'inverse',
  ]),
  border: group('border', ['subtle', 'default', 'hover', 'strong', 'divider']),
  text: group('text', [
    'primary',
    'secondary',
    'tertiary',
    'disabled',
    'placeholder',
    'onBrand',
    'onInverse',
    'link',
    'linkHover',
  ]),
  selection: group('selection', ['background', 'backgroundHover', 'border', 'text', 'textSelection']),
  focus: group('focus', ['outer', 'inner']),
  status: {
    danger: status('danger'),
    severe: status('severe'),
    warning: status('warning'),
    success: status('success'),
    info: status('info'),
    neutral: status('neutral'),
  },
  highlight: {
    match: group('highlight-match', ['background', 'text']),
    matchActive: group('highlight-match-active', ['background', 'text']),
    row: group('highlight-row', ['background', 'border']),
    ...group('highlight', ['ruleTextDark', 'ruleTextLight']),
  },
  change: group('change', ['added', 'changed', 'removed', 'unsavedDot']),
  shadow: {
    small: 'var(--lc-shadow-2)',
    control: 'var(--lc-shadow-4)',
    float: 'var(--lc-shadow-16)',
    dialog: 'var(--lc-shadow-28)',
  },
  /** Colours of the primary action and of the bar that marks the active item; they follow the host's `--log-brand`. */
  brand: group('brand', ['solid', 'solidHover', 'solidPressed']),
  /** Sizes that depend on the density: heights of controls and rows, gaps, and the font size of controls. */
  density: group('density', ['control', 'row', 'logRow', 'tableCellX', 'cardPad', 'gap', 'font']),
  font: group('font', ['ui', 'mono']),
  /** Corner radii, which follow the host's `--log-radius`. */
  radius: group('radius', ['small', 'control', 'card', 'popover']),
  /** Durations of transitions; all are 0 under reduced motion. */
  duration: group('duration', ['hover', 'fast', 'normal', 'panel', 'dialog', 'toast']),
} as const;

/** Lengths for paddings and gaps in px. */
export const space = {
  xxs: 2,
  xs: 4,
  s: 6,
  m: 8,
  l: 10,
  xl: 12,
  xxl: 16,
  x3: 20,
  x4: 24,
  x5: 32,
  x6: 40,
  x7: 48,
  x8: 64,
} as const;
/**
 * Returns the space between the edge of an element and its content, which the host page sets with `--log-inset`.
 * @param usual space in px if the page does not set `--log-inset`
 */
export const inset = (usual: number): string => `var(--log-inset, ${usual}px)`;
/** Corner radii in px. */
export const radius = { small: 2, control: 4, card: 6, popover: 8, dialog: 8, pill: 9999 } as const;
export const zIndex = {
  base: 0,
  stickyCell: 2,
  stickyHeader: 3,
  dragging: 20,
  panelOverlay: 900,
  navBar: 1000,
  floatingWindow: 1020,
  drawer: 1030,
  dialogScrim: 1039,
  dialog: 1040,
  dropdown: 1050,
  tooltip: 1060,
  toast: 1070,
  startupGate: 1080,
} as const;
export const weight = { regular: 400, semibold: 600, bold: 700 } as const;
export const easing = {
  standard: 'cubic-bezier(0.2, 0, 0, 1)',
  enter: 'cubic-bezier(0.1, 0.9, 0.2, 1)',
  exit: 'cubic-bezier(0.7, 0, 1, 0.5)',
} as const;

/**
 * Container queries for the widths of the element's box at which layouts change (`breakpoint.container` of the tokens);
 * they are keys in Griffel styles.
 */
export const container = {
  compact: '@container (max-width: 479.98px)',
  medium: '@container (max-width: 767.98px)',
  /**
   * Medium widths without the compact ones. When two Griffel rules for one property match, it is undefined which of
   * them applies, so the queries of such rules must not overlap.
   */
  onlyMedium: '@container (min-width: 480px) and (max-width: 767.98px)',
  wide: '@container (max-width: 1099.98px)',
} as const;

function text(size: number, line: number, fontWeight: number = weight.regular) {
  return { fontSize: `${size}px`, lineHeight: `${line}px`, fontWeight };
}
const mono = { fontFamily: tokens.font.mono, fontFeatureSettings: '"liga" 0, "calt" 0' };

/** Font size, line height and weight of each kind of text, to be spread into a Griffel style. */
export const type = {
  caption: text(12, 16),
  body: text(13, 18),
  control: { ...text(14, 20), fontSize: tokens.density.font },
  cardTitle: text(13, 18, weight.semibold),
  sectionTitle: text(16, 22, weight.semibold),
  pageTitle: text(20, 28, weight.semibold),
  dialogTitle: text(18, 24, weight.semibold),
  tvTitle: text(28, 36, weight.semibold),
  tvBody: text(18, 26),
  log: { ...mono, ...text(13, 20) },
  logSmall: { ...mono, ...text(12, 18) },
  query: { ...mono, ...text(14, 20) },
  overline: text(12, 16, weight.semibold),
} as const;

/** The focus ring: an inner line that separates the control from the visible outer line. */
export const focusRing = {
  outlineStyle: 'solid',
  outlineWidth: '2px',
  outlineColor: tokens.focus.outer,
  outlineOffset: '1px',
  boxShadow: `0 0 0 1px ${tokens.focus.inner}`,
} as const;
