import {
  connectToPipeline,
  createPipeline,
  createRule,
  deletePipeline,
  deleteRule,
  getPipeline,
  getRule,
  listConnections,
  listPipelines,
  listRules,
  parsePipeline as parsePipelineSource,
  parseRule,
  updatePipeline,
  updateRule,
} from '../../../../api/contract/pipelines.js';
import { ApiFailure } from '../../../../api/failures.js';
import { ownName, parsePipeline, replacedAt, ruleReferences } from '../../../../api/pipeline-language/index.js';
import { isSystemStream, type Api, type ContentKind, type IdOf } from '../kind.js';
import { MissingReference, PackError } from '../pack-error.js';
import { listIn, textIn, wrapped, type PlainData } from '../values.js';
import { orRemoved, unlessMissing } from './missing.js';

/**
 * Returns a name in quotes for the source of a rule or pipeline. A name is the unchanged text between the quotes of a
 * source, so a quote that is already escaped stays unchanged.
 */
const quoted = (name: string): string => `"${name.replace(/\\[^]|"/g, (part) => (part === '"' ? '\\"' : part))}"`;

/** Returns the source of a rule or pipeline with another name; the unchanged source when it does not parse. */
export function withName(source: string, word: 'rule' | 'pipeline', name: string): string {
  const at = ownName(source, word);
  return at ? replacedAt(source, [at], quoted(name)) : source;
}

/** Returns the names of the rules that a pipeline's source uses. */
const rulesIn = (source: string): string[] => ruleReferences(source).map(({ name }) => name);

/** Returns the source of a pipeline with the new name of a rule in its references. */
export function withRule(source: string, from: string, to: string): string {
  const places = ruleReferences(source).filter(({ name }) => name === from);
  return places.length === 0 ? source : replacedAt(source, places, quoted(to));
}

/** Matches texts, names in back-ticks and comments, which stay as they are, or a character in single quotes. */
const character = /("(?:[^"\\]|\\[^])*"|`[^`]*`|\/\/[^\n]*|\/\*[^]*?\*\/)|'(\\.|[^'\\\n])'/g;

/**
 * Returns the source of a rule with texts in place of characters in single quotes, which rules of later servers
 * contain.
 */
export function withTextsForCharacters(source: string): string {
  return source.replace(character, (whole, kept: string | undefined, sign: string | undefined) =>
    kept !== undefined || sign === undefined ? whole : `"${sign === '"' ? '\\"' : sign}"`,
  );
}

const bodyOf = (data: PlainData) => ({
  title: textIn(data, 'title'),
  description: textIn(data, 'description'),
  source: textIn(data, 'source'),
});

/**
 * Awaits an answer. The API reports mistakes in a source as a list: the first mistake becomes the error, with its
 * position.
 */
async function reported<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const body: unknown = error instanceof ApiFailure ? undefined : (error as { body?: () => unknown }).body?.();
    const [first] = Array.isArray(body) ? (body as { line?: number; reason?: string }[]) : [];
    if (first?.reason !== undefined)
      throw new PackError(`source, line ${first.line ?? 1}: ${first.reason}`, { path: 'source' });
    throw error;
  }
}

export const ruleKind: ContentKind = {
  type: 'pipeline_rule',
  version: '1',
  title: 'Pipeline rule',
  needs: createRule,
  list: async (api) =>
    (await api.call(listRules)).map(({ id, title }) => ({ id: id ?? '', title: title ?? '', key: title ?? '' })),
  read: async (api, id) => {
    const rule = await unlessMissing(api.call(getRule, { params: { ruleId: id } }));
    if (!rule) return undefined;
    const { title, description, source } = rule;
    return {
      title: title ?? '',
      references: [],
      data: () => ({ title: title ?? '', description: description ?? '', source }),
    };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  matching: {
    keyOf: (data) => textIn(data, 'title'),
    text: (data) => textIn(data, 'source').replaceAll('\r\n', '\n').trim(),
    renamed: (data, name) => ({ ...data, title: name, source: withName(textIn(data, 'source'), 'rule', name) }),
  },
  check: async (api, data) => {
    if (api.serves(parseRule)) await reported(api.call(parseRule, { body: bodyOf(data) }));
  },
  create: async (api, data) => (await reported(api.call(createRule, { body: bodyOf(data) }))).id ?? '',
  update: async (api, id, data) => {
    await reported(api.call(updateRule, { params: { ruleId: id }, body: { id, ...bodyOf(data) } }));
  },
  remove: async (api, id) => {
    await api.call(deleteRule, { params: { ruleId: id } });
  },
};

async function connect(api: Api, id: string, data: PlainData, idOf: IdOf): Promise<void> {
  const stream_ids = listIn(data, 'connected_streams').map((stream, at) => {
    const known = idOf('stream', String(stream));
    const path = `connected_streams[${at}]`;
    if (known === undefined) throw new MissingReference(path, 'stream', stream);
    return known;
  });
  await api.call(connectToPipeline, { body: { pipeline_id: id, stream_ids } });
}

export const pipelineKind: ContentKind = {
  type: 'pipeline',
  version: '1',
  title: 'Pipeline',
  needs: createPipeline,
  list: async (api) =>
    (await api.call(listPipelines)).map(({ id, title }) => ({ id: id ?? '', title: title ?? '', key: title ?? '' })),
  read: async (api, id) => {
    const pipeline = await unlessMissing(api.call(getPipeline, { params: { pipelineId: id } }));
    if (!pipeline) return undefined;
    const connections = await api.call(listConnections);
    const streams = connections.flatMap(({ stream_id, pipeline_ids }) =>
      pipeline_ids.includes(id) ? [stream_id] : [],
    );
    const wanted = new Set(rulesIn(pipeline.source));
    const rules = wanted.size === 0 ? [] : (await api.call(listRules)).filter(({ title }) => wanted.has(title ?? ''));
    return {
      title: pipeline.title ?? '',
      references: [
        ...rules.map((rule) => ({ type: 'pipeline_rule', id: rule.id ?? '' })),
        ...streams.map((stream) => ({ type: 'stream', id: stream })),
      ],
      data: (idOf) => ({
        title: pipeline.title ?? '',
        description: pipeline.description ?? '',
        source: pipeline.source,
        connected_streams: streams.map((stream) => idOf('stream', stream) ?? stream).toSorted(),
      }),
    };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'title'),
  references: (data) =>
    listIn(data, 'connected_streams').flatMap((id) =>
      isSystemStream(String(id)) ? [] : [{ type: 'stream', id: String(id) }],
    ),
  matching: {
    keyOf: (data) => textIn(data, 'title'),
    text: (data) => textIn(data, 'source').replaceAll('\r\n', '\n').trim(),
    unique: true,
    renamed: (data, name) => ({ ...data, title: name, source: withName(textIn(data, 'source'), 'pipeline', name) }),
  },
  without: (data, isLeftOut) => ({
    ...data,
    connected_streams: listIn(data, 'connected_streams').filter((id) => !isLeftOut(id)),
  }),
  check: async (api, data) => {
    if (api.serves(parsePipelineSource)) await reported(api.call(parsePipelineSource, { body: bodyOf(data) }));
  },
  create: async (api, data, idOf) => {
    const { id } = await reported(api.call(createPipeline, { body: bodyOf(data) }));
    return orRemoved(api, pipelineKind, id ?? '', () => connect(api, id ?? '', data, idOf));
  },
  update: async (api, id, data, idOf) => {
    await reported(api.call(updatePipeline, { params: { pipelineId: id }, body: { id, ...bodyOf(data) } }));
    await connect(api, id, data, idOf);
  },
  remove: async (api, id) => {
    await api.call(deletePipeline, { params: { pipelineId: id } });
  },
  detail: (data) => {
    const parsed = parsePipeline(textIn(data, 'source'));
    const stages = parsed.problem ? 0 : parsed.tree.stages.length;
    const streams = listIn(data, 'connected_streams').length;
    return `${stages} ${stages === 1 ? 'stage' : 'stages'}, connected to ${streams} ${streams === 1 ? 'stream' : 'streams'}.`;
  },
};
