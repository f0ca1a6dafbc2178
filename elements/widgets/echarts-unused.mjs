// Parts of ECharts that it always brings along and that no chart of ours reaches: the canvas takes no pointer (tooltip,
// legend, zoom and menus are our own), nothing is animated, axes are linear, logarithmic or categories with labels of our
// own, options are written as the present version wants them, colours come from the theme. Each entry has the shape that
// elements/element/build-transforms.mjs takes. What a chart wants in spite of that throws, so that its test tells.

/** Puts `code` in place of the whole module. */
const instead = (path, code) => ({ module: new RegExp(`/${path}\\.js$`), find: /^[^]*$/, replacement: code });
const absent = (name) =>
  `throw new Error('${name} is left out of the chart library: elements/widgets/echarts-unused.mjs');`;

export const echartsUnused = [
  // Pointers and gestures on the canvas, and what finds the shape under one.
  instead(
    'zrender/lib/Handler',
    `import Eventful from './core/Eventful.js';
    export default class Handler extends Eventful { resize() {} dispose() {} setCursorStyle() {} findHover() { return {}; } }`,
  ),
  instead('zrender/lib/dom/HandlerProxy', 'export default class HandlerProxy {}'),
  instead(
    'zrender/lib/contain/path',
    'export function contain() { return false; }\nexport function containStroke() { return false; }',
  ),
  instead('echarts/lib/util/ECEventProcessor', 'export class ECEventProcessor {}'),
  instead(
    'echarts/lib/legacy/dataSelectAction',
    'export function createLegacyDataSelectAction() {}\nexport function handleLegacySelectEvents() {}',
  ),
  instead('echarts/lib/component/tooltip/seriesFormatTooltip', 'export function defaultSeriesFormatTooltip() {}'),
  // Texts of several styles.
  {
    module: /\/zrender\/lib\/graphic\/Text\.js$/,
    find: /this\.style\.rich\s+\? this\._updateRichTexts\(\)\s+: this\._updatePlainTexts\(\);/,
    replacement: 'this._updatePlainTexts();',
  },
  {
    module: /\/zrender\/lib\/graphic\/Text\.js$/,
    find: / {4}ZRText\.prototype\._updateRichTexts = [^]*?\n {4}};\n {4}ZRText\.prototype\._placeToken = [^]*?\n {4}};\n/,
    replacement: '',
  },
  // Animation.
  instead(
    'zrender/lib/animation/Animator',
    `export const cloneValue = (value) => (Array.isArray(value) ? value.map(cloneValue) : value);
    export default class Animator { constructor() { ${absent('Animation')} } }`,
  ),
  instead('echarts/lib/loading/default', 'export default function loading() {}'),
  // Time axes, dates and languages.
  instead(
    'echarts/lib/scale/Time',
    `export function calcNiceForTimeScale() {}
    export default class TimeScale { constructor() { ${absent('The time axis')} } }`,
  ),
  instead(
    'echarts/lib/util/time',
    `export function parseTimeAxisLabelFormatter() {}
    export function format() { ${absent('Formatting of dates')} }
    export function roundTime() { ${absent('Rounding of dates')} }
    export const pad = (value, length) => String(value).padStart(length, '0');`,
  ),
  instead('echarts/lib/i18n/lang(EN|ZH)', 'export default {};'),
  // Options of earlier versions, other themes, patterns for aria, data transforms, aligned axes, polar bars, SVG paths.
  instead('echarts/lib/preprocessor/backwardCompat', 'export default function backwardCompat() {}'),
  instead('echarts/lib/theme/dark', 'export default {};'),
  instead('echarts/lib/util/decal', `export function createOrUpdatePatternFromDecal() { ${absent('Patterns')} }`),
  instead(
    'echarts/lib/data/helper/transform',
    `export function registerExternalTransform() {}
    export function applyDataTransform() { ${absent('Transforming of data')} }`,
  ),
  instead('echarts/lib/coord/axisAlignTicks', `export function scaleCalcAlign() { ${absent('Aligning of axes')} }`),
  instead(
    'echarts/lib/label/sectorLabel',
    'export function createSectorCalculateTextPosition() {}\nexport function setSectorTextRotation() {}',
  ),
  instead('echarts/lib/util/shape/sausage', 'export default class Sausage {}'),
  instead(
    'zrender/lib/tool/path',
    ['createFromString', 'extendFromString', 'mergePath', 'clonePath']
      .map((name) => `export function ${name}() { ${absent('Paths')} }`)
      .join('\n'),
  ),
];
