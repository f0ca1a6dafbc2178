// Removes parts of ECharts that our charts never use but that are always bundled: the canvas gets no pointer events
// (tooltip, legend, zoom and menus are ours), there is no animation, axes are linear, logarithmic or categories with
// our labels, options use the current format, colours come from the theme. Entries have the format of
// elements/element/build-transforms.mjs. Some of the removed parts (`absent`) throw an error when a chart uses them, so
// that the chart's test fails; the others do nothing.

const stateChanges =
  'setStatesFlag clearStates setDefaultStateProxy enterEmphasisWhenMouseOver leaveEmphasisWhenMouseOut enterEmphasis leaveEmphasis enterBlur leaveBlur enterSelect leaveSelect allLeaveBlur blurSeries blurComponent blurSeriesFromHighlightPayload handleGlobalMouseOverForHighDown handleGlobalMouseOutForHighDown toggleSelectionFromPayload updateSeriesElementSelection enableHoverEmphasis disableHoverEmphasis toggleHoverEmphasis enableHoverFocus setStatesStylesFromModel setAsHighDownDispatcher isHighDownDispatcher enableComponentHighDownFeatures getHighlightDigit isSelectChangePayload isHighDownPayload savePathStates'.split(
    ' ',
  );

/** Replaces the whole module by `code`. */
const instead = (path, code) => ({ module: new RegExp(`/${path}\\.js$`), find: /^[^]*$/, replacement: code });
/** Removes methods of a class; only other removed code calls them. */
const withoutMethods = (path, names) =>
  names.split(' ').map((name) => ({
    module: new RegExp(`/${path}\\.js$`),
    find: new RegExp(`\\n( +)\\w+\\.prototype\\.${name} = function [^]*?\\n\\1};`),
    replacement: '',
  }));
/** Replaces the body of a function by `code`. */
const withBody = (path, name, code) => ({
  module: new RegExp(`/${path}\\.js$`),
  find: new RegExp(`\\nfunction ${name}\\([^]*?\\n}\\n`),
  replacement: `\nfunction ${name}() { ${code} }\n`,
});
const absent = (name) =>
  `throw new Error('${name} is left out of the chart library: elements/widgets/echarts-unused.mjs');`;

export const echartsUnused = [
  // The canvas gets no pointer events and gestures, so it needs no hit testing.
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
  // Hover and selection states of ECharts are not used: each option sets the emphasis of its series.
  instead(
    'echarts/lib/util/states',
    `${['NORMAL', 'BLUR', 'EMPHASIS'].map((name, state) => `export const HOVER_STATE_${name} = ${state};`).join('\n')}
    export const SPECIAL_STATES = ['emphasis', 'blur', 'select'];
    export const DISPLAY_STATES = ['normal', ...SPECIAL_STATES];
    export const Z2_EMPHASIS_LIFT = 10, Z2_SELECT_LIFT = 9;
    export const HIGHLIGHT_ACTION_TYPE = 'highlight', DOWNPLAY_ACTION_TYPE = 'downplay';
    export const SELECT_ACTION_TYPE = 'select', UNSELECT_ACTION_TYPE = 'unselect', TOGGLE_SELECT_ACTION_TYPE = 'toggleSelect';
    export const SELECT_CHANGED_EVENT_TYPE = 'selectchanged';
    const nothing = () => {};
    export { ${stateChanges.map((name) => `nothing as ${name}`).join(', ')} };
    export const getAllSelectedIndices = () => [];
    export const findComponentHighDownDispatchers = () => ({ focusSelf: false, dispatchers: null });`,
  ),
  {
    module: /\/zrender\/lib\/Element\.js$/,
    find: / {4}Element\.prototype\.useState = function [^]*?(?= {4}Element\.prototype\.isSilent)/,
    replacement: '    Element.prototype.useState = Element.prototype.useStates = function () {};\n',
  },
  ...withoutMethods('zrender/lib/Element', 'removeState replaceState toggleState _mergeStates _applyStateObj'),
  ...withoutMethods('zrender/lib/graphic/(Displayable|Path)', '_mergeStates _applyStateObj'),
  // Rich text with several styles is not used.
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
  // Animations are not used: new properties are set immediately.
  instead(
    'zrender/lib/animation/Animator',
    `export const cloneValue = (value) => (Array.isArray(value) ? value.map(cloneValue) : value);
    export default class Animator { constructor() { ${absent('Animation')} } }`,
  ),
  instead(
    'echarts/lib/animation/basicTransition',
    `function set(element, props, _model, index, done, during) {
      const more = typeof index === 'function' ? { cb: index, during: done } : { cb: done, during, ...(typeof index === 'object' && index) };
      if (!more.isFrom) element.attr(props);
      more.during?.(1);
      more.cb?.();
    }
    export { set as updateProps, set as initProps };
    export const getAnimationConfig = () => null;
    export const isElementRemoved = (element) => !element.__zr;
    export function removeElement(element, ...rest) { if (element.__zr) set(element, ...rest); }
    export function removeElementWithFadeOut(element) { element.parent?.remove(element); }
    export function saveOldStyle() {}
    export function getOldStyle() {}
    export const transitionStore = () => ({});`,
  ),
  ...withoutMethods('zrender/lib/Element', '_transitionState'),
  withBody('zrender/lib/Element', 'animateTo', absent('Animation')),
  instead('echarts/lib/loading/default', 'export default function loading() {}'),
  // Our axes have no names.
  {
    module: /\/echarts\/lib\/component\/axis\/AxisBuilder\.js$/,
    find: /\n {2}axisName: function [^]*?\n {2}}\n};/,
    replacement: '\n  axisName: function () {}\n};',
  },
  // Most named colours are not used, because our colours are hexadecimal.
  {
    module: /\/zrender\/lib\/tool\/color\.js$/,
    find: /var kCSSColorTable = {[^]*?\n};/,
    replacement: 'var kCSSColorTable = { transparent: [0, 0, 0, 0], black: [0, 0, 0, 1], white: [255, 255, 255, 1] };',
  },
  // Time axes, date formats and languages of ECharts are not used.
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
  // The native sort is stable too, so ECharts' timsort is not needed.
  instead('zrender/lib/core/timsort', 'export default function sort(array, compare) { array.sort(compare); }'),
  // These shapes are used only by other chart types.
  instead(
    'zrender/lib/graphic/shape/(Arc|BezierCurve|Ellipse|Ring)',
    `export default class Shape { constructor() { ${absent('This shape')} } }`,
  ),
  // Older option formats, other themes, ARIA decals, data transforms, aligned axes and SVG paths are not used.
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
    'zrender/lib/tool/path',
    ['createFromString', 'extendFromString', 'mergePath', 'clonePath']
      .map((name) => `export function ${name}() { ${absent('Paths')} }`)
      .join('\n'),
  ),
];
