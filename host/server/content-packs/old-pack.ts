/**
 * Converts content packs of versions before 3.0 (format 0) to the present format. The old packs contain plain values
 * and database ids.
 */
import { randomUUID } from 'node:crypto';
import { comparedVersion } from './version-range.js';
import { listIn, objectIn, textIn, wrapped, type PlainData } from './values.js';
import { derivedUuid } from './derived-uuid.js';
import { isObject } from '../foundation/is-object.js';

interface Entity {
  readonly v: '1';
  readonly type: { readonly name: string; readonly version: string };
  readonly id: string;
  readonly data: unknown;
  readonly constraints: readonly object[];
}

const ruleTypes = ['', 'EXACT', 'REGEX', 'GREATER', 'SMALLER', 'PRESENCE', 'CONTAINS', 'ALWAYS_MATCH', 'MATCH_INPUT'];
const ruleTypeOf = (type: unknown): string =>
  typeof type === 'number' ? (ruleTypes[type] ?? 'EXACT') : String(type ?? 'EXACT').toUpperCase();

const objects = (data: PlainData, name: string): PlainData[] => listIn(data, name).filter(isObject);

export const isOldPack = (file: PlainData): boolean =>
  file['v'] === undefined &&
  ['inputs', 'streams', 'outputs', 'dashboards', 'grok_patterns', 'lookup_tables'].some((name) =>
    Array.isArray(file[name]),
  );

const keptLists = new Set([
  'inputs',
  'streams',
  'outputs',
  'dashboards',
  'grok_patterns',
  'lookup_tables',
  'lookup_caches',
  'lookup_data_adapters',
]);
const keptTexts = new Set(['id', 'name', 'description', 'category']);

export interface ConvertedPack {
  readonly pack: PlainData;
  readonly warnings: string[];
}

/** Converts a pack. @param text text of the file, from which the pack's id is derived */
export function convertedPack(file: PlainData, text: string): ConvertedPack {
  const warnings: string[] = ['The file is of the time before 3.0 and was converted.'];
  const ids = new Map<string, string>();
  const idOf = (type: string, key: string): string => {
    const known = ids.get(`${type} ${key}`) ?? (/^0{23}\d$/.test(key) ? key : randomUUID());
    ids.set(`${type} ${key}`, known);
    return known;
  };
  const entities: Entity[] = [];
  const add = (type: string, version: string, key: string, data: unknown): void => {
    const constraints = [{ type: 'server-version', version: '>=3.0.0' }];
    entities.push({ v: '1', type: { name: type, version }, id: idOf(type, key), data, constraints });
  };
  const keyOf = (one: PlainData): string => textIn(one, 'id') || textIn(one, 'name') || textIn(one, 'title');

  for (const one of objects(file, 'grok_patterns')) {
    const name = textIn(one, 'name');
    add('grok_pattern', '1', name, { name, pattern: textIn(one, 'pattern') });
  }
  for (const [list, type] of [
    ['lookup_data_adapters', 'lookup_adapter'],
    ['lookup_caches', 'lookup_cache'],
  ] as const)
    for (const one of objects(file, list)) {
      const configuration = { ...objectIn(one, 'config'), ...objectIn(one, 'configuration') };
      const { name, title, description } = {
        name: textIn(one, 'name'),
        title: textIn(one, 'title'),
        description: textIn(one, 'description'),
      };
      add(type, '1', name, wrapped({ name, title, description, configuration }));
    }
  for (const one of objects(file, 'lookup_tables')) {
    const { cache_name: _cache, data_adapter_name: _adapter, id: _id, ...rest } = one;
    const table = {
      ...rest,
      cache_name: idOf('lookup_cache', textIn(one, 'cache_name')),
      data_adapter_name: idOf('lookup_adapter', textIn(one, 'data_adapter_name')),
    };
    add('lookup_table', '1', textIn(one, 'name'), wrapped(table));
  }
  for (const one of objects(file, 'outputs')) {
    const { title, type } = { title: textIn(one, 'title'), type: textIn(one, 'type') };
    add('output', '1', keyOf(one), wrapped({ title, type, configuration: objectIn(one, 'configuration') }));
  }
  for (const one of objects(file, 'inputs')) {
    const extractors = objects(one, 'extractors').map(
      ({
        cursor_strategy,
        type,
        extractor_type,
        extractor_config,
        configuration,
        converters,
        condition_type,
        ...rest
      }) => ({
        ...rest,
        type: String(type ?? extractor_type ?? '').toUpperCase(),
        cursor_strategy: String(cursor_strategy ?? 'COPY').toUpperCase(),
        condition_type: String(condition_type ?? 'NONE').toUpperCase(),
        configuration: configuration ?? extractor_config ?? {},
        converters: (Array.isArray(converters) ? converters.filter(isObject) : []).map((converter) => ({
          type: textIn(converter, 'type').toUpperCase(),
          configuration: { ...objectIn(converter, 'config'), ...objectIn(converter, 'configuration') },
        })),
      }),
    );
    add(
      'input',
      '1',
      keyOf(one),
      wrapped({
        title: textIn(one, 'title'),
        type: textIn(one, 'type'),
        global: one['global'] !== false,
        configuration: objectIn(one, 'configuration'),
        static_fields: objectIn(one, 'static_fields'),
        extractors,
      }),
    );
  }
  for (const one of objects(file, 'streams')) {
    const rules = objects(one, 'stream_rules').map((rule) => ({
      type: ruleTypeOf(rule['type']),
      field: textIn(rule, 'field'),
      value: textIn(rule, 'value'),
      inverted: rule['inverted'] === true,
      description: textIn(rule, 'description'),
    }));
    add(
      'stream',
      '1',
      keyOf(one),
      wrapped({
        title: textIn(one, 'title'),
        description: textIn(one, 'description'),
        disabled: one['disabled'] === true,
        matching_type: textIn(one, 'matching_type') || 'AND',
        stream_rules: rules,
        outputs: listIn(one, 'outputs').map((id) => idOf('output', String(id))),
        alert_conditions: [],
        alarm_callbacks: [],
        default_stream: one['default_stream'] === true,
        remove_matches: one['remove_matches_from_default_stream'] === true,
      }),
    );
  }
  for (const one of objects(file, 'dashboards')) {
    const widgets = objects(one, 'dashboard_widgets').map((widget) => {
      const configuration = objectIn(widget, 'configuration');
      const stream = textIn(configuration, 'stream_id');
      const { col, row, width, height } = widget;
      return {
        id: randomUUID(),
        description: textIn(widget, 'description'),
        type: textIn(widget, 'type'),
        cache_time: widget['cache_time'] ?? 10,
        configuration: { ...configuration, ...(stream !== '' && { stream_id: idOf('stream', stream) }) },
        time_range: configuration['timerange'] ?? { type: 'relative', range: 300 },
        position: { col: col ?? 1, row: row ?? 1, width: width ?? 1, height: height ?? 1 },
      };
    });
    add(
      'dashboard',
      '1',
      keyOf(one),
      wrapped({ title: textIn(one, 'title'), description: textIn(one, 'description'), widgets }),
    );
  }
  for (const [name, value] of Object.entries(file)) {
    const says = Array.isArray(value) ? value.length > 0 : value !== null && !keptTexts.has(name);
    if (says && !keptLists.has(name)) warnings.push(`${name} could not be converted.`);
  }
  const name = textIn(file, 'name').trim() || 'Content pack';
  return {
    pack: {
      v: 1,
      id: derivedUuid(text),
      rev: 1,
      name,
      summary: textIn(file, 'description') || name,
      description: textIn(file, 'description'),
      vendor: textIn(file, 'category') || 'unknown',
      url: '',
      server_version: comparedVersion,
      parameters: [],
      entities,
    },
    warnings,
  };
}
