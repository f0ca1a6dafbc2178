import { listIndexSets } from '../../../../api/contract/index-sets.js';
import { addStreamOutputs, listStreamOutputs, removeStreamOutput } from '../../../../api/contract/outputs.js';
import {
  createStream,
  createStreamRule,
  deleteStream,
  deleteStreamRule,
  listStreamRules,
  pauseStream,
  resumeStream,
  updateStream,
} from '../../../../api/contract/stream-administration.js';
import { getStream, listStreams } from '../../../../api/contract/streams.js';
import type { StreamRuleRequest } from '../../../../api/contract/streams.schema.js';
import { streamRuleTypes, valueProblem } from '../../intake/route/stream-rules.js';
import { isSystemStream, type Api, type ContentKind, type IdOf } from '../kind.js';
import { MissingReference, PackError } from '../pack-error.js';
import { listIn, textIn, wrapped, type PlainData } from '../values.js';
import { orRemoved, unlessMissing } from './missing.js';
import { isObject } from '../../foundation/is-object.js';

const matchInput = 'MATCH_INPUT';

function ruleOf(rule: unknown, at: number, idOf: IdOf): StreamRuleRequest {
  const data = isObject(rule) ? rule : {};
  const name = textIn(data, 'type').toUpperCase();
  const type = streamRuleTypes.find((one) => one.name === name)?.id;
  const path = `stream_rules[${at}].type`;
  if (type === undefined)
    throw new PackError(`${path}: there is no stream rule type ${JSON.stringify(name)}.`, { path });
  const value = textIn(data, 'value');
  return {
    type,
    field: textIn(data, 'field'),
    value: name === matchInput ? (idOf('input', value) ?? value) : value,
    inverted: data['inverted'] === true,
    description: textIn(data, 'description'),
  };
}

const rulesOf = (data: PlainData, idOf: IdOf) => listIn(data, 'stream_rules').map((rule, at) => ruleOf(rule, at, idOf));

function outputsOf(data: PlainData, idOf: IdOf): string[] {
  return listIn(data, 'outputs').map((id) => {
    const known = idOf('output', String(id));
    if (known === undefined) throw new MissingReference('outputs', 'output', id);
    return known;
  });
}

async function defaultIndexSet(api: Api): Promise<string> {
  const { index_sets: sets } = await api.call(listIndexSets, { query: { skip: 0, limit: 0, stats: false } });
  const set = sets.find((one) => one.default);
  if (!set) throw new PackError('The server has no default index set for the streams of the pack.');
  return set.id;
}

const bodyOf = (data: PlainData) => ({
  title: textIn(data, 'title'),
  description: textIn(data, 'description'),
  matching_type: textIn(data, 'matching_type') || 'AND',
  remove_matches_from_default_stream: data['remove_matches'] === true,
});

/** Kind of streams. An installed stream uses the default index set of its server. */
export const streamKind: ContentKind = {
  type: 'stream',
  version: '1',
  title: 'Stream',
  needs: createStream,
  list: async (api) => (await api.call(listStreams)).streams.map(({ id, title }) => ({ id, title })),
  read: async (api, id) => {
    const stream = await unlessMissing(api.call(getStream, { params: { streamId: id } }));
    if (!stream || isSystemStream(id) || stream.is_default || !stream.is_editable) return undefined;
    const { outputs } = await api.call(listStreamOutputs, { params: { streamId: id } });
    const rules = stream.rules.map((rule) => ({
      ...rule,
      name: streamRuleTypes.find((one) => one.id === rule.type)?.name ?? 'EXACT',
    }));
    return {
      title: stream.title,
      references: [
        ...outputs.map((output) => ({ type: 'output', id: output.id })),
        ...rules.flatMap(({ name, value }) => (name === matchInput && value ? [{ type: 'input', id: value }] : [])),
      ],
      data: (idOf) => ({
        title: stream.title,
        description: stream.description ?? '',
        disabled: stream.disabled,
        matching_type: stream.matching_type,
        stream_rules: rules.map(({ name, field, value, inverted, description }) => ({
          type: name,
          field: field ?? '',
          value: name === matchInput ? (idOf('input', value ?? '') ?? value ?? '') : (value ?? ''),
          inverted,
          description: description ?? '',
        })),
        alert_conditions: [],
        alarm_callbacks: [],
        outputs: outputs.map((output) => idOf('output', output.id) ?? output.id),
        default_stream: stream.is_default,
        remove_matches: stream.remove_matches_from_default_stream,
      }),
    };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'title'),
  references: (data) => [
    ...listIn(data, 'outputs').map((id) => ({ type: 'output', id: String(id) })),
    ...listIn(data, 'stream_rules').flatMap((rule) =>
      isObject(rule) && textIn(rule, 'type').toUpperCase() === matchInput
        ? [{ type: 'input', id: textIn(rule, 'value'), optional: true as const }]
        : [],
    ),
  ],
  without: (data, isLeftOut) => ({ ...data, outputs: listIn(data, 'outputs').filter((id) => !isLeftOut(id)) }),
  check: (_api, data) => {
    const { matching_type: matching } = bodyOf(data);
    if (matching !== 'AND' && matching !== 'OR') {
      const text = `matching_type: Unknown matching type ${JSON.stringify(matching)}; it is AND or OR.`;
      throw new PackError(text, { path: 'matching_type' });
    }
    for (const [at, rule] of rulesOf(data, (_type, id) => id).entries()) {
      const path = `stream_rules[${at}].value`;
      const problem = valueProblem(rule.type, rule.value ?? '');
      if (problem !== undefined) throw new PackError(`${path}: ${problem}`, { path });
    }
  },
  create: async (api, data, idOf) => {
    const index_set_id = await defaultIndexSet(api);
    const rules = rulesOf(data, idOf);
    const outputs = outputsOf(data, idOf);
    const { stream_id: id } = await api.call(createStream, { body: { ...bodyOf(data), rules, index_set_id } });
    return orRemoved(api, streamKind, id, async () => {
      if (outputs.length > 0) await api.call(addStreamOutputs, { params: { streamId: id }, body: { outputs } });
      if (data['disabled'] !== true) await api.call(resumeStream, { params: { streamId: id } });
    });
  },
  update: async (api, id, data, idOf) => {
    const params = { streamId: id };
    const rules = rulesOf(data, idOf);
    const wanted = outputsOf(data, idOf);
    await api.call(updateStream, { params, body: bodyOf(data) });
    const { stream_rules: old } = await api.call(listStreamRules, { params });
    for (const body of rules) await api.call(createStreamRule, { params, body });
    for (const { id: streamRuleId } of old)
      await api.call(deleteStreamRule, { params: { streamId: id, ruleId: streamRuleId } });
    const { outputs } = await api.call(listStreamOutputs, { params });
    for (const { id: outputId } of outputs)
      if (!wanted.includes(outputId)) await api.call(removeStreamOutput, { params: { streamId: id, outputId } });
    if (wanted.length > 0) await api.call(addStreamOutputs, { params, body: { outputs: wanted } });
    await api.call(data['disabled'] === true ? pauseStream : resumeStream, { params });
  },
  remove: async (api, id) => {
    await api.call(deleteStream, { params: { streamId: id } });
  },
  detail: (data) => {
    const rules = listIn(data, 'stream_rules').length;
    const state = data['disabled'] === true ? 'paused' : 'started';
    return `${rules} ${rules === 1 ? 'rule' : 'rules'}, stored in the default index set, ${state}.`;
  },
};
