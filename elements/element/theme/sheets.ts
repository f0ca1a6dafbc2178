/**
 * Builds the style sheet that every shadow root adopts: reset rules, and theme and density as custom properties. It is
 * built once and shared by all shadow roots of the page.
 */
import { hostTokens, type Theme } from './host-style.js';
import { densityDeclarations, themeDeclarations } from './tokens.gen.js';

const uiFont =
  '"Segoe UI Variable Text","Segoe UI",-apple-system,BlinkMacSystemFont,Inter,Roboto,"Noto Sans",Ubuntu,Cantarell,"Helvetica Neue",Arial,sans-serif';
const monoFont =
  '"Cascadia Mono","SF Mono",ui-monospace,Menlo,Consolas,"JetBrains Mono","Noto Sans Mono","Liberation Mono","DejaVu Sans Mono",monospace';

/**
 * Returns the text colour of the probe, from which `host-style.ts` reads the colour scheme: white for a light scheme,
 * black for a dark one. It depends on the lightness of the page's surface colour (`--log-surface`). This colour is
 * taken on a white background or, if the page is dark, on a black one, so that a transparent surface has the scheme of
 * the page. With forced colours the surface colour is ignored.
 * @param seen CSS of the lightness from 0 to 1
 */
const scheme = (seen: string) => `oklch(from var(--log-surface,#0000) clamp(0,(${seen} - .6)*1000,1) 0 0)`;
/**
 * Rules of the page take precedence over `:host`, so that a page can place and size an element; everything else is set
 * on the wrapper `.lc`, which no page can reach. `:where` keeps these rules weaker than any class of a component.
 *
 * In a right-to-left layout every text has the direction of its first letter, because the texts are English: "60 of 90"
 * would otherwise become "of 90 60". Code and log text run left to right in every layout.
 *
 * An element scrolls if its page gives it less height than its content needs. Its wrapper is then as high as the
 * content, so that the toasts stay at the lower edge of the visible part.
 *
 * Toasts lie above Fluent's dialogs and menus, whose z-index is 1000000.
 *
 * The invisible probe (`host-style.ts`) lists the page's settings in the custom property `--lc-host`, which always has
 * a value, because Chromium 147 starts no transition from or to a custom property without a value. Its transition lasts
 * several frames, because after a shorter transition of a custom property Chromium misses the next change.
 */
const reset = `
:host{display:block}
:host([hidden]){display:none}
:host(:state(scrolls)){overflow:auto;overscroll-behavior:contain}
:host(:state(scrolls)) .lc{height:auto}
.lc{all:initial;direction:ltr;unicode-bidi:isolate;display:block;height:100%;color:var(--lc-text-primary);font:400 var(--lc-density-font)/20px var(--lc-font-ui);
-webkit-font-smoothing:antialiased;-webkit-text-size-adjust:100%;text-size-adjust:100%;scrollbar-color:var(--lc-border-hover) transparent;
-webkit-tap-highlight-color:transparent}
.lc[data-dir=rtl]{direction:rtl;text-align:right}
:where(.lc[data-dir=rtl]) *{unicode-bidi:plaintext}
.lc-box{container-type:inline-size;min-height:100%}
.lc-notes{position:sticky;bottom:0;height:0;z-index:1000001}
.lc-probe{position:absolute;pointer-events:none;visibility:hidden;color:light-dark(${scheme('1 - alpha*(1 - l)')},${scheme('alpha*l')});background-color:var(--log-brand,transparent);
--lc-host:${['density', ...hostTokens].map((name) => `var(--log-${name},-)`).join('/')};
transition:color 1ms,background-color 1ms,--lc-host .2s allow-discrete;
forced-color-adjust:none}
@media (forced-colors:active){.lc-probe{--log-surface:initial}}
:where(.lc) *,:where(.lc) ::before,:where(.lc) ::after{box-sizing:border-box}
:where(.lc) h1,:where(.lc) h2,:where(.lc) h3,:where(.lc) h4,:where(.lc) p,:where(.lc) ul,:where(.lc) ol,:where(.lc) dl,:where(.lc) dd,:where(.lc) pre,:where(.lc) fieldset,:where(.lc) figure{margin:0;padding:0;border:0}
:where(.lc) h1,:where(.lc) h2,:where(.lc) h3,:where(.lc) h4{font:inherit}
:where(.lc) ul,:where(.lc) ol{list-style:none}
:where(.lc) button,:where(.lc) input,:where(.lc) select,:where(.lc) textarea{font:inherit;color:inherit;letter-spacing:inherit;margin:0}
:where(.lc) button{text-align:inherit;cursor:pointer;padding:0;border:0 solid;border-radius:0;background:none}
:where(.lc) a{color:var(--lc-text-link);text-decoration:none}
:where(.lc) a:hover{color:var(--lc-text-link-hover);text-decoration:underline}
:where(.lc) :focus-visible{outline:2px solid var(--lc-focus-outer);outline-offset:1px}
:where(.lc) code,:where(.lc) pre,:where(.lc) kbd{font-family:var(--lc-font-mono);font-size:inherit;font-feature-settings:"liga" 0,"calt" 0}
:where(.lc) code,:where(.lc) pre,:where(.lc) kbd,:where(.lc) .cm-editor,:where(.lc) [dir=ltr]{direction:ltr;unicode-bidi:isolate}
:where(.lc[data-dir=rtl]) :is(code,pre,kbd,.cm-editor,[dir=ltr]){text-align:left}
:where(.lc[data-dir=rtl]) [data-mirrored]{scale:-1 1}
:where(.lc) [dir=ltr] [data-mirrored]{scale:1 1}
:where(.lc) table{border-collapse:collapse;border-spacing:0}
:where(.lc) ::selection{background:var(--lc-selection-text-selection)}
:where(.lc) ::placeholder{color:var(--lc-text-placeholder);opacity:1}
:where(.lc) [hidden]{display:none!important}
:where(.lc) .lc-unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

const constants = `
.lc{--lc-font-ui:var(--log-font,${uiFont});--lc-font-mono:var(--log-mono-font,${monoFont});
--lc-brand-solid:#4058c5;--lc-brand-solid-hover:#354ab1;--lc-brand-solid-pressed:#2b3d9a;
--lc-radius-small:2px;--lc-radius-control:4px;--lc-radius-card:6px;--lc-radius-popover:8px;
--lc-duration-hover:80ms;--lc-duration-fast:120ms;--lc-duration-normal:180ms;--lc-duration-panel:200ms;--lc-duration-dialog:200ms;--lc-duration-toast:240ms}
@media (prefers-reduced-motion:reduce){.lc{--lc-duration-hover:0ms;--lc-duration-fast:0ms;--lc-duration-normal:0ms;--lc-duration-panel:0ms;--lc-duration-dialog:0ms;--lc-duration-toast:0ms}}`;

/** Returns a colour with the hue of the page's `--log-brand` and the given lightness and, if given, chroma. */
const from = (lightness: string, chroma = 'c') => `oklch(from var(--log-brand) ${lightness} ${chroma} h)`;
const brand = `
.lc[data-brand]{--lc-brand-solid:var(--log-brand);--lc-brand-solid-hover:${from('calc(l - .05)')};--lc-brand-solid-pressed:${from('calc(l - .1)')};
--lc-text-on-brand:oklch(from var(--log-brand) clamp(0,(.66 - l)*1000,1) 0 0)}
.lc[data-brand][data-theme=light]{--lc-text-link:${from('min(l,.48)')};--lc-text-link-hover:${from('min(l,.42)')};
--lc-selection-background:${from('.945', 'min(c,.035)')};--lc-selection-background-hover:${from('.92', 'min(c,.05)')};--lc-selection-border:${from('min(l,.56)')};
--lc-selection-text:${from('min(l,.42)')};--lc-selection-text-selection:${from('.87', 'min(c,.08)')};--lc-focus-outer:${from('min(l,.56)')}}
.lc[data-brand][data-theme=dark]{--lc-text-link:${from('max(l,.72)')};--lc-text-link-hover:${from('max(l,.78)')};
--lc-selection-background:${from('.275', 'min(c,.06)')};--lc-selection-background-hover:${from('.31', 'min(c,.07)')};--lc-selection-border:${from('max(l,.66)')};
--lc-selection-text:${from('max(l,.78)')};--lc-selection-text-selection:${from('.42', 'min(c,.1)')};--lc-focus-outer:${from('max(l,.7)')}}`;

/** Returns the rules with the values of each theme. */
const themeRules = (declarations: Readonly<Record<Theme, string>>): string[] =>
  Object.entries(declarations).map(([name, text]) => `.lc[data-theme=${name}]{${text}}`);
/** Returns the rule that gives the dark theme the values of the light theme in print. */
const lightInk = ({ light }: Readonly<Record<Theme, string>>): string => `.lc[data-theme=dark]{${light}}`;

/**
 * Print styles, which override the styles of components: light theme, complete tables, widgets one below the other, no
 * controls. `data-screen-only` marks parts that must not be printed and that no role identifies. Charts are drawn for
 * the width of the screen, so they are scaled to the width of the paper.
 */
const paper = [
  lightInk(themeDeclarations),
  `.lc[data-theme]{--lc-surface-canvas:#fff;print-color-adjust:exact}`,
  `.lc-float,.lc-notes,:where(.lc) :is(nav:not(:has(h1)),aside,[role=toolbar],[role=search],[role=tablist],[role=tab][aria-selected=false],[data-screen-only],.lc-widget-actions){display:none!important}`,
  `:where(.lc) button:has(svg):not([role=columnheader] *,th *){display:none!important}`,
  `:where(.lc) [data-row]>[role=gridcell]>svg{visibility:hidden!important}`,
  `:where(.lc) :is(canvas,div:has(>canvas)){width:100%!important;height:100%!important;object-fit:contain;object-position:left}`,
  `:where(.lc) [data-printed-grid]{display:block!important;height:auto!important}`,
  `:where(.lc) [data-widget]{position:static!important;height:var(--lc-height)!important;margin-bottom:12px;break-inside:avoid}`,
  `:where(.lc) [data-widget]:has([data-printed]){height:auto!important;break-inside:auto}`,
  `:where(.lc) [data-printed]{display:block!important;overflow:visible!important;height:auto!important}`,
  `:where(.lc) [data-printed-rows]{height:auto!important}`,
  `:where(.lc) [data-printed-rows]>*{position:static!important;transform:none!important;break-inside:avoid}`,
].join('');

let base: CSSStyleSheet | undefined;

/** Returns the style sheet with reset, theme, density and print styles, which all shadow roots of the page share. */
export function baseSheet(): CSSStyleSheet {
  return (base ??= sheetOf(
    [
      constants,
      ...themeRules(themeDeclarations),
      `.lc{${densityDeclarations.default}}`,
      `@media (pointer:coarse){.lc{${densityDeclarations.touch}}}`,
      `.lc[data-density=compact]{${densityDeclarations.compact}}`,
      `.lc[data-density=tv]{${densityDeclarations.tv}}`,
      brand,
      reset,
      `@media print{${paper}}`,
    ].join('\n'),
  ));
}

/**
 * Adds the values of further custom properties to the style sheet of all shadow roots, present and future ones. Without
 * a DOM (server-side rendering) it does nothing.
 * @param declarations CSS declarations by theme
 */
export function declareTheme(declarations: Readonly<Record<Theme, string>>): void {
  if (typeof CSSStyleSheet === 'undefined') return;
  const sheet = baseSheet();
  for (const rule of [...themeRules(declarations), `@media print{${lightInk(declarations)}}`])
    sheet.insertRule(rule, sheet.cssRules.length);
}

const sheets = new Map<string, CSSStyleSheet>();

/** Returns the style sheet of a text, such as that of a library's `.css` import; calls with one text share a sheet. */
export function cachedSheet(text: string): CSSStyleSheet {
  const known = sheets.get(text);
  if (known) return known;
  const sheet = sheetOf(text);
  sheets.set(text, sheet);
  return sheet;
}

/**
 * Adds a style sheet to a shadow root, unless the root has the sheet already. Griffel's sheets stay last, so that the
 * styles of a component override those of a library.
 */
export function adoptSheet(root: ShadowRoot, sheet: CSSStyleSheet): void {
  if (root.adoptedStyleSheets.includes(sheet)) return;
  const [first, ...others] = root.adoptedStyleSheets;
  root.adoptedStyleSheets = first ? [first, sheet, ...others] : [sheet];
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
