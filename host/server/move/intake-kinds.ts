/**
 * Moves index sets, inputs with their extractors, outputs, and streams with their rules; in this order, because later
 * kinds refer to earlier kinds.
 */
import type { Client } from '../../../api/client.js';
import { createExtractor, listExtractors, updateExtractor } from '../../../api/contract/extractors.js';
import type { ExtractorRequest } from '../../../api/contract/extractors.schema.js';
import {
  createIndexSet,
  listIndexSets,
  setDefaultIndexSet,
  updateIndexSet,
  type CreateIndexSetRequest,
} from '../../../api/contract/index-sets.js';
import {
  addStaticField,
  createInput,
  listInputs,
  removeStaticField,
  updateInput,
  type InputCreateRequest,
} from '../../../api/contract/inputs.js';
import {
  addStreamOutputs,
  createOutput,
  listOutputs,
  removeStreamOutput,
  updateOutput,
  type CreateOutputRequest,
} from '../../../api/contract/outputs.js';
import {
  createStream,
  createStreamRule,
  deleteStreamRule,
  listStreamRules,
  pauseStream,
  resumeStream,
  updateStream,
} from '../../../api/contract/stream-administration.js';
import { listStreams } from '../../../api/contract/streams.js';
import type { CreateStreamRequest, StreamRuleRequest } from '../../../api/contract/streams.schema.js';
import type { Kind } from './kind.js';
import { asBody, asJsonObject, type JsonObject, keptSecrets, withoutSecrets } from './values.js';

/**
 * Returns a member as text. The keys of entities consist of texts such as titles, because generated ids differ between
 * servers.
 */
const text = (body: JsonObject, name: string): string => String(body[name] ?? '');

export const indexSetKind: Kind = {
  name: 'index sets',
  list: async (client) => {
    const { index_sets: sets } = await client.call(listIndexSets, { query: { skip: 0, limit: 0, stats: false } });
    return sets.map((set) => {
      const {
        id,
        title,
        default: isDefault,
        can_be_default: _can,
        creation_date: _date,
        index_template_type,
        ...rest
      } = set;
      const isOfEvents = index_template_type === 'events';
      return {
        id,
        title,
        body: asJsonObject({ title, ...rest, default: isDefault }),
        ...(isOfEvents && { left: '' }),
      };
    });
  },
  keyOf: (body) => text(body, 'index_prefix'),
  create: async (client, body) => {
    const made = await client.call(createIndexSet, {
      body: { ...indexSetBody(body), creation_date: new Date().toISOString() },
    });
    if (body['default'] === true) await client.call(setDefaultIndexSet, { params: { indexSetId: made.id } });
    return made.id;
  },
  change: async (client, { id, body: known }, body) => {
    const { index_prefix: _prefix, index_analyzer: _analyzer, ...changed } = indexSetBody(body);
    await client.call(updateIndexSet, { params: { indexSetId: id }, body: changed });
    if (body['default'] === true && known['default'] !== true)
      await client.call(setDefaultIndexSet, { params: { indexSetId: id } });
  },
};

/** Removes the member `default`, which the server accepts only in a request of its own. */
function indexSetBody({ default: _default, ...body }: JsonObject): Omit<CreateIndexSetRequest, 'creation_date'> {
  return asBody<Omit<CreateIndexSetRequest, 'creation_date'>>(body);
}

const nodeRemark = 'it ran on one node there; here it runs on all';

export const inputKind: Kind = {
  name: 'inputs',
  list: async (client) => {
    const { inputs } = await client.call(listInputs);
    return inputs.map(({ id, title, type, global, attributes, static_fields }) => {
      const configuration = asJsonObject(attributes);
      const { rest, secrets } = withoutSecrets(configuration);
      // The reference server does not export this setting, but its rules and extractors expect the program name in the
      // text.
      const kept = /syslog/i.test(type) ? { keep_program_name: true } : {};
      return {
        id,
        title,
        secrets,
        configuration,
        body: { title, type, configuration: { ...kept, ...rest }, static_fields },
        remark: global ? undefined : nodeRemark,
      };
    });
  },
  keyOf: (body) => `${text(body, 'type')} ${text(body, 'title')}`,
  create: async (client, body) => {
    const { id } = await client.call(createInput, { body: inputBody(body) });
    await setStaticFields(client, id, {}, fieldsOf(body));
    return id;
  },
  change: async (client, { id, body: known, configuration = {} }, body) => {
    const changed = inputBody(body);
    const kept = { ...changed.configuration, ...keptSecrets(configuration) };
    await client.call(updateInput, { params: { inputId: id }, body: { ...changed, configuration: kept } });
    await setStaticFields(client, id, fieldsOf(known), fieldsOf(body));
  },
};

const inputBody = ({ title, type, configuration }: JsonObject): InputCreateRequest => ({
  title: String(title),
  type: String(type),
  global: true,
  configuration: { ...(configuration as JsonObject) },
});
const fieldsOf = (body: JsonObject): JsonObject => (body['static_fields'] ?? {}) as JsonObject;

async function setStaticFields(client: Client, inputId: string, known: JsonObject, wanted: JsonObject): Promise<void> {
  for (const key of Object.keys(known))
    if (!Object.hasOwn(wanted, key)) await client.call(removeStaticField, { params: { inputId, key } });
  for (const [key, value] of Object.entries(wanted))
    if (known[key] !== value)
      await client.call(addStaticField, { params: { inputId }, body: { key, value: String(value) } });
}

export const extractorKind: Kind = {
  name: 'extractors',
  list: async (client) => {
    const { inputs } = await client.call(listInputs);
    const found = [];
    for (const { id: inputId, title: inputTitle } of inputs) {
      const { extractors } = await client.call(listExtractors, { params: { inputId } });
      for (const one of extractors.toSorted((a, b) => a.order - b.order)) {
        const { id, title, type, cursor_strategy, source_field, target_field, condition_type, condition_value, order } =
          one;
        const converters = one.converters.map(({ type: converter, config }) => ({ type: converter, config }));
        const moved = {
          title,
          extractor_type: type,
          cursor_strategy,
          source_field,
          target_field,
          condition_type,
          condition_value,
          order,
        };
        found.push({
          id,
          title: `${inputTitle} / ${title}`,
          body: asJsonObject({ input: inputId, ...moved, converters, extractor_config: one.extractor_config }),
        });
      }
    }
    return found;
  },
  keyOf: (body) => `${text(body, 'input')} ${text(body, 'title')}`,
  create: async (client, body) => {
    const { input, ...rest } = body;
    const made = await client.call(createExtractor, { params: { inputId: String(input) }, body: extractorBody(rest) });
    return made.extractor_id;
  },
  change: async (client, { id: extractorId }, body) => {
    const { input, ...rest } = body;
    await client.call(updateExtractor, { params: { inputId: String(input), extractorId }, body: extractorBody(rest) });
  },
};

const extractorBody = (body: JsonObject): ExtractorRequest => asBody<ExtractorRequest>(body);

export const outputKind: Kind = {
  name: 'outputs',
  list: async (client) => {
    const { outputs } = await client.call(listOutputs);
    return outputs.map(({ id, title, type, configuration }) => {
      const moved = asJsonObject(configuration);
      const { rest, secrets } = withoutSecrets(moved);
      return { id, title, secrets, configuration: moved, body: { title, type, configuration: rest } };
    });
  },
  keyOf: (body) => `${text(body, 'type')} ${text(body, 'title')}`,
  create: async (client, body) => {
    const { title, type, configuration } = asBody<CreateOutputRequest>(body);
    return (await client.call(createOutput, { body: { title, type, configuration } })).id;
  },
  change: async (client, { id: outputId, configuration: known = {} }, body) => {
    const { title, type, configuration } = asBody<CreateOutputRequest>(body);
    const kept = { ...configuration, ...keptSecrets(known) };
    await client.call(updateOutput, { params: { outputId }, body: { title, type, configuration: kept } });
  },
};

type StreamBody = CreateStreamRequest & { readonly disabled: boolean; readonly outputs: readonly string[] };
const streamBody = (body: JsonObject): StreamBody => asBody<StreamBody>(body);
/** Matches the ids of streams that every server creates itself. */
const ownStream = /^0{20}/;

export const streamKind: Kind = {
  name: 'streams',
  unordered: ['outputs'],
  list: async (client) => {
    const { streams } = await client.call(listStreams);
    return streams.map((stream) => {
      const { id, title, description, matching_type, remove_matches_from_default_stream, index_set_id, disabled } =
        stream;
      const rules = stream.rules.map(({ type, field, value, inverted, description: about }) => ({
        type,
        field,
        value,
        inverted,
        description: about,
      }));
      const outputs = stream.outputs.map((output) =>
        typeof output === 'string' ? output : String((output as { readonly id?: unknown } | null)?.id),
      );
      const moved = { title, description, matching_type, remove_matches_from_default_stream, index_set_id, disabled };
      const isOwn = ownStream.test(id) || stream.is_default || !stream.is_editable;
      return {
        id,
        title,
        body: asJsonObject({ ...moved, rules, outputs }),
        ...(isOwn && { left: '' }),
      };
    });
  },
  keyOf: (body, id) => (ownStream.test(id) ? id : text(body, 'title')),
  create: async (client, body) => {
    const { disabled, outputs, ...stream } = streamBody(body);
    const { stream_id: streamId } = await client.call(createStream, { body: stream });
    if (outputs.length > 0)
      await client.call(addStreamOutputs, { params: { streamId }, body: { outputs: [...outputs] } });
    if (!disabled) await client.call(resumeStream, { params: { streamId } });
    return streamId;
  },
  change: async (client, { id: streamId, body: known }, body) => {
    const { disabled, outputs, rules, ...stream } = streamBody(body);
    const before = streamBody(known);
    const params = { streamId };
    await client.call(updateStream, { params, body: stream });
    if (JSON.stringify(before.rules) !== JSON.stringify(rules)) await replaceRules(client, streamId, rules ?? []);
    const more = outputs.filter((id) => !before.outputs.includes(id));
    if (more.length > 0) await client.call(addStreamOutputs, { params, body: { outputs: more } });
    for (const outputId of before.outputs)
      if (!outputs.includes(outputId)) await client.call(removeStreamOutput, { params: { streamId, outputId } });
    if (disabled !== before.disabled) await client.call(disabled ? pauseStream : resumeStream, { params });
  },
};

/**
 * Replaces the rules of a stream. New rules are created before old rules are deleted, because a stream without rules
 * would accept no messages.
 */
async function replaceRules(client: Client, streamId: string, rules: readonly StreamRuleRequest[]): Promise<void> {
  const { stream_rules: old } = await client.call(listStreamRules, { params: { streamId } });
  for (const rule of rules) await client.call(createStreamRule, { params: { streamId }, body: rule });
  for (const { id: ruleId } of old) await client.call(deleteStreamRule, { params: { streamId, ruleId } });
}
