import { createExtractor, deleteExtractor, listExtractors } from '../../../../api/contract/extractors.js';
import type { ExtractorRequest, ExtractorSummary } from '../../../../api/contract/extractors.schema.js';
import { listGrokPatterns } from '../../../../api/contract/grok.js';
import { configProblem } from '../../../../api/contract/config-fields.js';
import {
  addStaticField,
  allInputTypes,
  createInput,
  deleteInput,
  getInput,
  listInputs,
  removeStaticField,
  serverLogInputId,
  updateInput,
} from '../../../../api/contract/inputs.js';
import { referencesOf } from '../../grok/grok.js';
import { configurationProblem, converterProblem, frameProblem } from '../../intake/extractors/extractor-problem.js';
import type { Api, ContentKind, PackNames, Reference, UsableParts } from '../kind.js';
import { PackError } from '../pack-error.js';
import { listIn, objectIn, textIn, wrapped, type PlainData } from '../values.js';
import { lookupTables } from './lookup.js';
import { orRemoved, unlessMissing } from './missing.js';
import { withoutPlaceholders, withoutSecrets } from './secrets.js';
import { isObject } from '../../foundation/is-object.js';

const exportedExtractor = (extractor: ExtractorSummary): PlainData => ({
  title: extractor.title,
  type: extractor.type.toUpperCase(),
  cursor_strategy: extractor.cursor_strategy.toUpperCase(),
  target_field: extractor.target_field,
  source_field: extractor.source_field,
  configuration: extractor.extractor_config,
  converters: extractor.converters.map(({ type, config }) => ({ type: type.toUpperCase(), configuration: config })),
  condition_type: extractor.condition_type.toUpperCase(),
  condition_value: extractor.condition_value,
  order: extractor.order,
});

function extractorOf(given: unknown): ExtractorRequest {
  const data = isObject(given) ? given : {};
  const order = data['order'];
  return {
    title: textIn(data, 'title'),
    extractor_type: textIn(data, 'type').toLowerCase(),
    cursor_strategy: textIn(data, 'cursor_strategy').toLowerCase() || 'copy',
    source_field: textIn(data, 'source_field'),
    target_field: textIn(data, 'target_field'),
    extractor_config: { ...objectIn(data, 'configuration') },
    converters: listIn(data, 'converters').flatMap((one) =>
      isObject(one) ? [{ type: textIn(one, 'type').toLowerCase(), config: { ...objectIn(one, 'configuration') } }] : [],
    ),
    condition_type: textIn(data, 'condition_type').toLowerCase() || 'none',
    condition_value: textIn(data, 'condition_value'),
    ...(typeof order === 'number' && { order }),
  };
}

/** Returns the names of the grok patterns and lookup tables that extractors use. */
function namesInExtractors(extractors: readonly unknown[]): { patterns: Set<string>; tables: Set<string> } {
  const patterns = new Set<string>();
  const tables = new Set<string>();
  for (const extractor of extractors) {
    if (!isObject(extractor)) continue;
    const configuration = objectIn(extractor, 'configuration');
    for (const name of referencesOf(textIn(configuration, 'grok_pattern'))) patterns.add(name);
    const configurations = [
      configuration,
      ...listIn(extractor, 'converters').map((one) => (isObject(one) ? objectIn(one, 'configuration') : {})),
    ];
    for (const one of configurations)
      if (textIn(one, 'lookup_table_name') !== '') tables.add(textIn(one, 'lookup_table_name'));
  }
  return { patterns, tables };
}

async function referencesIn(api: Api, extractors: readonly PlainData[]): Promise<Reference[]> {
  const { patterns, tables } = namesInExtractors(extractors);
  const found =
    patterns.size === 0 ? [] : (await api.call(listGrokPatterns)).patterns.filter(({ name }) => patterns.has(name));
  const lookups = tables.size === 0 ? [] : (await lookupTables(api)).filter(({ name }) => tables.has(name));
  return [
    ...found.map(({ id }) => ({ type: 'grok_pattern', id })),
    ...lookups.map(({ id }) => ({ type: 'lookup_table', id })),
  ];
}

/**
 * Returns settings that packs do not contain, because only this server has them. Their values match the behaviour of
 * the reference server: extractors and rules of packs expect the program name in the text of a syslog message.
 */
const impliedSettings = (type: string): PlainData => (/syslog/i.test(type) ? { keep_program_name: true } : {});

/** Returns the settings of an input in the form of packs: without secrets, and without the implied settings. */
function exportedSettings(type: string, attributes: PlainData): PlainData {
  const implied = impliedSettings(type);
  return Object.fromEntries(
    Object.entries(withoutSecrets(attributes)).filter(
      ([name, value]) => !Object.hasOwn(implied, name) || implied[name] !== value,
    ),
  );
}

const bodyOf = (data: PlainData) => ({
  title: textIn(data, 'title'),
  type: textIn(data, 'type'),
  global: data['global'] === true,
  configuration: {
    ...impliedSettings(textIn(data, 'type')),
    ...withoutPlaceholders(objectIn(data, 'configuration')),
  },
});

async function putParts(api: Api, id: string, data: PlainData): Promise<void> {
  const params = { inputId: id };
  for (const key of Object.keys(objectIn(data, 'static_fields')))
    await api.call(addStaticField, { params, body: { key, value: textIn(objectIn(data, 'static_fields'), key) } });
  for (const extractor of listIn(data, 'extractors'))
    await api.call(createExtractor, { params, body: extractorOf(extractor) });
}

/**
 * Leaves out the extractors that this server cannot run, and names the converters that the server drops when it creates
 * an extractor.
 */
function usableExtractors(data: PlainData, { expressionProblem, hasTable }: PackNames): UsableParts {
  const tables = { has: hasTable, value: () => undefined };
  const left: string[] = [];
  const extractors = listIn(data, 'extractors').flatMap((given) => {
    const request = extractorOf(given);
    const name = `The extractor ${JSON.stringify(request.title)}`;
    const expression = request.extractor_config['grok_pattern'];
    const problem =
      frameProblem(request) ??
      configurationProblem(request, tables) ??
      (typeof expression === 'string' ? expressionProblem(expression) : undefined);
    if (problem !== undefined) {
      left.push(`${name} is left out: ${problem}`);
      return [];
    }
    for (const { type, config } of request.converters) {
      const wrong = converterProblem({ type, config: { ...config } }, tables);
      if (wrong !== undefined) left.push(`${name} loses its converter ${JSON.stringify(type)}: ${wrong}`);
    }
    return [given];
  });
  return left.length === 0 ? { data, left } : { data: { ...data, extractors }, left };
}

export const inputKind: ContentKind = {
  type: 'input',
  version: '1',
  title: 'Input',
  needs: createInput,
  list: async (api) =>
    (await api.call(listInputs)).inputs.flatMap(({ id, title }) => (id === serverLogInputId ? [] : [{ id, title }])),
  read: async (api, id) => {
    const input = await unlessMissing(api.call(getInput, { params: { inputId: id } }));
    if (!input || id === serverLogInputId) return undefined;
    const { extractors: stored } = await api.call(listExtractors, { params: { inputId: id } });
    const extractors = stored.toSorted((a, b) => a.order - b.order).map(exportedExtractor);
    return {
      title: input.title,
      references: await referencesIn(api, extractors),
      data: () => ({
        title: input.title,
        type: input.type,
        global: input.global,
        configuration: exportedSettings(input.type, input.attributes),
        static_fields: input.static_fields,
        extractors,
      }),
    };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  usable: (_api, data, names) => Promise.resolve(usableExtractors(data, names)),
  check: async (api, data) => {
    const { type, title, configuration } = bodyOf(data);
    const types = await api.call(allInputTypes);
    const known = Object.hasOwn(types, type) ? types[type] : undefined;
    if (!known) throw new PackError(`type: There is no input type ${type}.`, { path: 'type' });
    if (title === '') throw new PackError('title: An input needs a title.', { path: 'title' });
    const problem = configProblem(known.requested_configuration, configuration);
    if (problem !== undefined) throw new PackError(`configuration: ${problem}.`, { path: 'configuration' });
  },
  create: async (api, data) => {
    const { id } = await api.call(createInput, { body: bodyOf(data) });
    return orRemoved(api, inputKind, id, () => putParts(api, id, data));
  },
  update: async (api, id, data) => {
    const params = { inputId: id };
    await api.call(updateInput, { params, body: bodyOf(data) });
    const wanted = objectIn(data, 'static_fields');
    const { static_fields: fields } = await api.call(getInput, { params });
    for (const key of Object.keys(fields))
      if (!Object.hasOwn(wanted, key)) await api.call(removeStaticField, { params: { inputId: id, key } });
    const { extractors } = await api.call(listExtractors, { params });
    for (const { id: extractorId } of extractors)
      await api.call(deleteExtractor, { params: { inputId: id, extractorId } });
    await putParts(api, id, data);
  },
  remove: async (api, id) => {
    await api.call(deleteInput, { params: { inputId: id } });
  },
  detail: (data) => {
    const extractors = listIn(data, 'extractors').length;
    const port = objectIn(data, 'configuration')['port'];
    const listens = typeof port === 'number' ? `Listens on port ${port}` : 'Is started';
    return `${listens}${extractors > 0 ? `, with ${extractors} ${extractors === 1 ? 'extractor' : 'extractors'}` : ''}.`;
  },
};
