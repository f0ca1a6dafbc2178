/**
 * The visualizations that the editor offers, with the fields of their configuration and their requirements (spec 2 §3,
 * §5). The names of fields are the names in `visualization_config` of the API. A new visualization needs an entry in
 * this module and a folder with its component.
 */
import { colorScaleTitles } from './color-scale-titles.js';

export type StoredConfig = Readonly<Record<string, unknown>>;

interface FieldBase {
  /** Path of the field's value in `visualization_config`. */
  readonly path: readonly string[];
  readonly title: string;
  readonly default: unknown;
  readonly help?: string;
  /** Tells whether the field is shown; fields that are hidden are not stored. */
  readonly shownWhen?: (config: StoredConfig) => boolean;
}
export type ConfigField = FieldBase &
  (
    | { readonly kind: 'select'; readonly options: readonly (readonly [value: string, title: string])[] }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'number'; readonly step?: number; readonly min?: number; readonly max?: number }
    /** The user selects several row fields and metrics. */
    | { readonly kind: 'columns' }
  );

/** Numbers of groupings and metrics, which decide whether a visualization fits. */
interface Ingredients {
  readonly rows: number;
  readonly columns: number;
  readonly metrics: number;
}

export interface VisualizationType {
  /** Value of the member `visualization` in the API. */
  readonly type: string;
  readonly title: string;
  readonly fields: readonly ConfigField[];
  /** True if the visualization can mark events when its chart is over time. */
  readonly annotations: boolean;
  /** Returns a text about the requirements that are not met; undefined when all are met. */
  readonly lacks: (ingredients: Ingredients) => string | undefined;
}

const same = (value: string): readonly [string, string] => [value, value];

const axisType: ConfigField = {
  path: ['axis_type'],
  title: 'Axis Type',
  kind: 'select',
  options: [same('linear'), same('logarithmic')],
  default: 'linear',
};
const interpolation: ConfigField = {
  path: ['interpolation'],
  title: 'Interpolation',
  kind: 'select',
  options: [same('linear'), same('step-after'), same('spline')],
  default: 'linear',
};
const barmode: ConfigField = {
  path: ['barmode'],
  title: 'Mode',
  kind: 'select',
  options: [
    ['group', 'Group'],
    ['stack', 'Stack'],
    ['relative', 'Relative'],
    ['overlay', 'Overlay'],
  ],
  default: 'group',
  help: 'Group: side by side. Stack: on top of each other. Relative: on top of each other, negative values below zero. Overlay: one before the other at 75 % opacity, recommended for at most 3 series. Stack and Relative show metrics of different functions side by side.',
};

const flag = (path: string, title: string, byDefault: boolean): ConfigField => ({
  path: [path],
  title,
  kind: 'boolean',
  default: byDefault,
});
const number = (
  path: readonly string[],
  title: string,
  more: Partial<FieldBase> & { step?: number; min?: number; max?: number } = {},
): ConfigField => ({
  path,
  title,
  kind: 'number',
  default: undefined,
  ...more,
});

const heatmapFields: readonly ConfigField[] = [
  {
    path: ['color_scale'],
    title: 'Color Scale',
    kind: 'select',
    options: colorScaleTitles.map(same),
    default: 'Viridis',
  },
  flag('reverse_scale', 'Reverse Scale', false),
  flag('auto_scale', 'Auto Scale', true),
  number(['z_min'], 'Min', { shownWhen: (config) => config['auto_scale'] === false }),
  number(['z_max'], 'Max', { shownWhen: (config) => config['auto_scale'] === false }),
  flag('use_smallest_as_default', 'Use smallest as default', false),
  number(['default_value'], 'Default Value', { shownWhen: (config) => config['use_smallest_as_default'] !== true }),
];

const numberFields: readonly ConfigField[] = [
  {
    ...flag('trend', 'Trend', false),
    help: 'Compares with the value of an earlier period of equal length.',
  },
  {
    path: ['trend_preference'],
    title: 'Trend Preference',
    kind: 'select',
    options: [
      ['LOWER', 'Lower'],
      ['NEUTRAL', 'Neutral'],
      ['HIGHER', 'Higher'],
    ],
    default: 'NEUTRAL',
    shownWhen: (config) => config['trend'] === true,
    help: 'Choose whether a lower or a higher value than before is good.',
  },
];

const mapFields: readonly ConfigField[] = [
  number(['viewport', 'zoom'], 'Zoom', { default: 1, min: 0, max: 19 }),
  number(['viewport', 'center_x'], 'Latitude', { default: 0 }),
  number(['viewport', 'center_y'], 'Longitude', { default: 0 }),
];

/** Tells whether a field must have a value: selects and numbers, except the default value of a heatmap. */
export const isRequired = ({ kind, path }: ConfigField): boolean =>
  (kind === 'number' && path[0] !== 'default_value') || kind === 'select';

const nothing = (): undefined => undefined;
const metric =
  (title: string) =>
  ({ metrics }: Ingredients): string | undefined =>
    metrics > 0 ? undefined : `${title} requires at least one metric`;

/** Returns one text about all requirements of a heatmap that are not met. Returns undefined when all are met. */
function heatmapLacks({ rows, columns, metrics }: Ingredients): string | undefined {
  const lacking = [
    rows + columns < 2 && 'Heatmap requires at least two groupings.',
    (rows === 0 || columns === 0) && 'Groupings must include row and column groupings.',
    metrics === 0 && 'At least one metric must be configured.',
  ].filter((text) => text !== false);
  return lacking.length > 0 ? lacking.join(' ') : undefined;
}

const chart = (type: string, title: string, fields: readonly ConfigField[], annotations = true): VisualizationType => ({
  type,
  title,
  fields,
  annotations,
  lacks: metric(title),
});

/** The visualization types, sorted by title. */
export const visualizationTypes: readonly VisualizationType[] = [
  chart('area', 'Area Chart', [interpolation, axisType]),
  chart('bar', 'Bar Chart', [barmode, axisType]),
  {
    type: 'table',
    title: 'Data Table',
    fields: [{ path: ['pinned_columns'], title: 'Pinned Columns', kind: 'columns', default: undefined }],
    annotations: false,
    lacks: nothing,
  },
  { type: 'heatmap', title: 'Heatmap', fields: heatmapFields, annotations: false, lacks: heatmapLacks },
  chart('line', 'Line Chart', [interpolation, axisType]),
  chart('pie', 'Pie Chart', [], false),
  chart('scatter', 'Scatter Plot', [axisType]),
  { type: 'numeric', title: 'Single Number', fields: numberFields, annotations: false, lacks: nothing },
  { type: 'map', title: 'World Map', fields: mapFields, annotations: false, lacks: nothing },
];

const byType = new Map(visualizationTypes.map((one) => [one.type, one]));

/** Returns the visualization type with a name; undefined when the name is unknown. */
export const visualizationType = (type: string | undefined): VisualizationType | undefined => byType.get(type ?? '');

export function readField(config: StoredConfig, { path }: Pick<ConfigField, 'path'>): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as StoredConfig)[name] : undefined),
    config,
  );
}

/** Returns the configuration with the changed value of one field; undefined removes the value. */
export function writeField(config: StoredConfig, { path }: Pick<ConfigField, 'path'>, value: unknown): StoredConfig {
  const [name = '', ...rest] = path;
  const inner = config[name];
  const next =
    rest.length === 0
      ? value
      : writeField(typeof inner === 'object' && inner !== null ? (inner as StoredConfig) : {}, { path: rest }, value);
  const { [name]: _old, ...others } = config;
  return next === undefined ? others : { ...others, [name]: next };
}

/** Returns the configuration with which a newly chosen visualization type starts (spec 2 §4). */
export function defaultConfig({ fields }: VisualizationType): StoredConfig {
  return fields.reduce<StoredConfig>((config, field) => writeField(config, field, field.default), {});
}

export const shownFields = ({ fields }: VisualizationType, config: StoredConfig): readonly ConfigField[] =>
  fields.filter(({ shownWhen }) => shownWhen?.(config) ?? true);
