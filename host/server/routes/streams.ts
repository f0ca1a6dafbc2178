/** Streams: single ones, pause and resume, bulk operations (contract data-intake streams.*). */
import { Type } from '@sinclair/typebox';
import * as endpoints from '../../../api/contract/streams.js';
import { BulkRequest, type BulkAnswer } from '../../../api/contract/list.schema.js';
import {
  CloneStreamRequest,
  CreateStreamRequest,
  TestMatchRequest,
  UpdateStreamRequest,
  type MatchingType,
} from '../../../api/contract/streams.schema.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { newEntityId } from '../auth/ids.js';
import type { ServerContext } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { requireStream, requireUnprotected, streamAnswer, usableIndexSet } from '../entities/streams.js';
import { ApiError, BadRequestError, ForbiddenError } from '../errors.js';
import { streamCollection, type StreamDocument } from '../intake/index.js';
import { ruleMatches, taken } from '../intake/stream-rules.js';
import type { Registry } from '../registry.js';
import { checkRuleCount, newRule } from './stream-rules.js';

const titleOf = (text: string) => {
  const title = text.trim();
  if (title === '') throw new BadRequestError('A stream needs a title.');
  return title;
};

function matchingTypeOf(value: string | null | undefined): MatchingType | undefined {
  if (value === null || value === undefined) return undefined;
  if (value === 'AND' || value === 'OR') return value;
  throw new BadRequestError(`Unknown matching type ${JSON.stringify(value)}; it is AND or OR.`);
}

export function registerStreams(registry: Registry, { documents }: ServerContext, entities: Entities): void {
  const streams = streamCollection(documents);

  async function store(stream: StreamDocument, caller: Caller): Promise<{ stream_id: string }> {
    await streams.put(stream);
    await entities.created('stream', stream.id, caller);
    return { stream_id: stream.id };
  }

  function made(caller: Caller, about: Pick<StreamDocument, 'title' | 'description' | 'index_set_id'>): StreamDocument {
    return {
      id: newEntityId(),
      creator_user_id: caller.username,
      created_at: new Date().toISOString(),
      outputs: [],
      matching_type: 'AND',
      disabled: true,
      rules: [],
      content_pack: null,
      is_default: false,
      is_editable: true,
      remove_matches_from_default_stream: false,
      ...about,
    };
  }

  registry.serve(endpoints.getStream, {}, ({ params }) =>
    streamAnswer(documents, requireStream(streams, params.streamId)),
  );

  registry.serve(endpoints.createStream, { body: CreateStreamRequest }, ({ body, user }) => {
    const title = titleOf(body.title);
    const index_set_id = usableIndexSet(documents, body.index_set_id);
    const stream = made(user, { title, description: body.description ?? null, index_set_id });
    stream.matching_type = matchingTypeOf(body.matching_type) ?? 'AND';
    stream.content_pack = body.content_pack ?? null;
    stream.remove_matches_from_default_stream = body.remove_matches_from_default_stream ?? false;
    checkRuleCount(body.rules?.length ?? 0);
    stream.rules = (body.rules ?? []).map((rule) => newRule(stream.id, rule));
    return store(stream, user);
  });

  registry.serve(endpoints.updateStream, { body: UpdateStreamRequest }, async ({ params, body, user }) => {
    requireUnprotected(requireStream(streams, params.streamId));
    const matchingType = matchingTypeOf(body.matching_type);
    const indexSet = body.index_set_id ? usableIndexSet(documents, body.index_set_id) : undefined;
    const changed = await streams.update(params.streamId, (stream) => ({
      ...stream,
      title: body.title?.trim() || stream.title,
      description: body.description || stream.description,
      matching_type: matchingType ?? stream.matching_type,
      remove_matches_from_default_stream:
        body.remove_matches_from_default_stream ?? stream.remove_matches_from_default_stream,
      index_set_id: indexSet ?? stream.index_set_id,
    }));
    const answered = changed ?? requireStream(streams, params.streamId);
    await entities.updated('stream', answered.id, user);
    return streamAnswer(documents, answered);
  });

  async function remove(id: string, caller: Caller): Promise<void> {
    const stream = requireStream(streams, id);
    requireUnprotected(stream);
    if (await streams.delete(id)) await entities.removed('stream', id, stream.title, caller);
  }
  entities.handle(['stream'], async (id, caller) => {
    authorize(caller, permissionOn('streams:edit', id));
    await remove(id, caller);
  });

  async function setPaused(id: string, disabled: boolean): Promise<void> {
    requireUnprotected(requireStream(streams, id));
    await streams.update(id, (stream) => ({ ...stream, disabled }));
  }

  registry.serve(endpoints.deleteStream, {}, async ({ params, user }) => {
    await remove(params.streamId, user);
    return undefined;
  });
  registry.serve(endpoints.pauseStream, {}, async ({ params }) => {
    await setPaused(params.streamId, true);
    return undefined;
  });
  registry.serve(endpoints.resumeStream, {}, async ({ params }) => {
    await setPaused(params.streamId, false);
    return undefined;
  });

  registry.serve(endpoints.cloneStream, { body: CloneStreamRequest }, ({ params, body, user }) => {
    authorize(user, 'streams:create', permissionOn('streams:read', params.streamId));
    const original = requireStream(streams, params.streamId);
    requireUnprotected(original);
    const title = titleOf(body.title);
    const index_set_id = usableIndexSet(documents, body.index_set_id);
    const stream = made(user, { title, description: body.description ?? null, index_set_id });
    stream.matching_type = original.matching_type;
    stream.outputs = [...original.outputs];
    stream.remove_matches_from_default_stream = body.remove_matches_from_default_stream ?? false;
    stream.rules = original.rules.map((rule) => newRule(stream.id, rule));
    return store(stream, user);
  });

  registry.serve(endpoints.testStream, { body: TestMatchRequest }, ({ params, body: { message } }) => {
    const { rules, matching_type } = requireStream(streams, params.streamId);
    const fields: Record<string, unknown> = { timestamp: new Date().toISOString(), ...message };
    const field = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
    const results = rules.map((rule): [string, boolean] => [rule.id, ruleMatches(rule, field)]);
    const matches = taken(
      results.map(([, result]) => result),
      matching_type,
    );
    return { matches, rules: Object.fromEntries(results) };
  });

  registry.serve(endpoints.assignIndexSet, { body: Type.Array(Type.String()) }, async ({ params, body: ids, user }) => {
    const permissions = [
      permissionOn('indexsets:read', params.indexSetId),
      ...ids.map((id) => permissionOn('streams:edit', id)),
    ];
    authorize(user, ...permissions);
    for (const id of ids) requireUnprotected(requireStream(streams, id));
    const index_set_id = usableIndexSet(documents, params.indexSetId, 404);
    for (const id of ids) await streams.update(id, (stream) => ({ ...stream, index_set_id }));
    return undefined;
  });

  /** One after the other; what fails is told and stops nothing. */
  async function inBulk(
    ids: readonly string[] | null | undefined,
    may: (id: string) => boolean,
    action: (id: string) => Promise<void>,
  ): Promise<BulkAnswer> {
    if (!ids || ids.length === 0) throw new BadRequestError('No entities were named (entity_ids).');
    const failures: BulkAnswer['failures'] = [];
    for (const id of ids) {
      try {
        if (!may(id)) throw new ForbiddenError();
        await action(id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failures.push({ entity_id: id, failure_explanation: error.message });
      }
    }
    return { successfully_performed: ids.length - failures.length, failures };
  }
  const body = { body: BulkRequest };
  const mayEdit = (user: Caller) => (id: string) => can(user, permissionOn('streams:edit', id));
  const mayChange = (user: Caller) => (id: string) =>
    can(user, permissionOn('streams:changestate', id)) || mayEdit(user)(id);
  registry.serve(endpoints.bulkDeleteStreams, body, (request) =>
    inBulk(request.body.entity_ids, mayEdit(request.user), (id) => remove(id, request.user)),
  );
  registry.serve(endpoints.bulkPauseStreams, body, (request) =>
    inBulk(request.body.entity_ids, mayChange(request.user), (id) => setPaused(id, true)),
  );
  registry.serve(endpoints.bulkResumeStreams, body, (request) =>
    inBulk(request.body.entity_ids, mayChange(request.user), (id) => setPaused(id, false)),
  );
}
