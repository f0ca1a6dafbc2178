/**
 * Registers the routes of streams: single streams, pause and resume, bulk operations (contract data-intake streams.*).
 */
import { Type } from '@sinclair/typebox';
import * as administration from '../../../api/contract/stream-administration.js';
import * as endpoints from '../../../api/contract/streams.js';
import { BulkRequest } from '../../../api/contract/list.schema.js';
import {
  CloneStreamRequest,
  CreateStreamRequest,
  TestMatchRequest,
  UpdateStreamRequest,
  type MatchingType,
} from '../../../api/contract/streams.schema.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import { inBulk, type StoredEntities } from '../entities/entity-routes.js';
import { streamAnswer, usableIndexSet } from '../entities/streams.js';
import { BadRequestError, FieldValidationError } from '../foundation/errors.js';
import type { StreamDocument } from '../intake/index.js';
import { ruleMatches, taken } from '../intake/route/stream-rules.js';
import type { Registry } from '../http/registry.js';
import { Yielder } from '../foundation/yielding.js';
import { newRules } from './stream-rules.js';

const titleOf = (text: string) => {
  const title = text.trim();
  if (title === '') throw new FieldValidationError({ title: ['A stream needs a title.'] });
  return title;
};

function matchingTypeOf(value: string | null | undefined): MatchingType | undefined {
  if (value === null || value === undefined) return undefined;
  if (value === 'AND' || value === 'OR') return value;
  throw new BadRequestError(`Unknown matching type ${JSON.stringify(value)}; it is AND or OR.`);
}

export function registerStreams(
  registry: Registry,
  { documents }: Needs<'documents'>,
  streams: StoredEntities<StreamDocument>,
): void {
  const store = async (stream: StreamDocument, caller: Caller) => ({
    stream_id: (await streams.create(stream, caller)).id,
  });

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

  registry.serve(endpoints.getStream, {}, ({ params }) => streamAnswer(documents, streams.get(params.streamId)));

  registry.serve(administration.createStream, { body: CreateStreamRequest }, ({ body, user }) => {
    const title = titleOf(body.title);
    const index_set_id = usableIndexSet(documents, body.index_set_id);
    const stream = made(user, { title, description: body.description ?? null, index_set_id });
    stream.matching_type = matchingTypeOf(body.matching_type) ?? 'AND';
    stream.content_pack = body.content_pack ?? null;
    stream.remove_matches_from_default_stream = body.remove_matches_from_default_stream ?? false;
    stream.rules = newRules(stream.id, body.rules ?? []);
    return store(stream, user);
  });

  registry.serve(administration.updateStream, { body: UpdateStreamRequest }, async ({ params, body, user }) => {
    streams.mutable(params.streamId);
    const matchingType = matchingTypeOf(body.matching_type);
    const indexSet = body.index_set_id ? usableIndexSet(documents, body.index_set_id) : undefined;
    const change = (stream: StreamDocument): StreamDocument => ({
      ...stream,
      title: body.title?.trim() || stream.title,
      description: body.description || stream.description,
      matching_type: matchingType ?? stream.matching_type,
      remove_matches_from_default_stream:
        body.remove_matches_from_default_stream ?? stream.remove_matches_from_default_stream,
      index_set_id: indexSet ?? stream.index_set_id,
    });
    return streamAnswer(documents, await streams.update(params.streamId, change, user));
  });

  const setPaused = async (id: string, disabled: boolean): Promise<undefined> => {
    await streams.change(id, (stream) => ({ ...stream, disabled }));
    return undefined;
  };

  registry.serve(administration.deleteStream, {}, async ({ params, user }) => {
    await streams.remove(params.streamId, user);
    return undefined;
  });
  registry.serve(administration.pauseStream, {}, ({ params }) => setPaused(params.streamId, true));
  registry.serve(administration.resumeStream, {}, ({ params }) => setPaused(params.streamId, false));

  registry.serve(administration.cloneStream, { body: CloneStreamRequest }, ({ params, body, user }) => {
    authorize(user, 'streams:create', permissionOn('streams:read', params.streamId));
    const original = streams.mutable(params.streamId);
    const title = titleOf(body.title);
    const index_set_id = usableIndexSet(documents, body.index_set_id);
    const stream = made(user, { title, description: body.description ?? null, index_set_id });
    stream.matching_type = original.matching_type;
    // By the contract, a clone has the outputs of the original. A user without `stream_outputs:create` gets a clone
    // without outputs, because otherwise the user could send messages to the outputs through the clone.
    stream.outputs = can(user, 'stream_outputs:create') ? [...original.outputs] : [];
    stream.remove_matches_from_default_stream = body.remove_matches_from_default_stream ?? false;
    stream.rules = original.rules.map((rule) => ({ ...rule, id: newEntityId(), stream_id: stream.id }));
    return store(stream, user);
  });

  registry.serve(administration.testStream, { body: TestMatchRequest }, async ({ params, body: { message } }) => {
    const { rules, matching_type } = streams.get(params.streamId);
    const fields: Record<string, unknown> = { timestamp: new Date().toISOString(), ...message };
    const field = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
    const yielder = new Yielder();
    const results: [id: string, result: boolean][] = [];
    for (const rule of rules) {
      if (yielder.isOver) await yielder.pause();
      results.push([rule.id, ruleMatches(rule, field)]);
    }
    const matches = taken(
      results.map(([, result]) => result),
      matching_type,
    );
    return { matches, rules: Object.fromEntries(results) };
  });

  registry.serve(
    administration.assignIndexSet,
    { body: Type.Array(Type.String()) },
    async ({ params, body: ids, user }) => {
      const permissions = [
        permissionOn('indexsets:read', params.indexSetId),
        ...ids.map((id) => permissionOn('streams:edit', id)),
      ];
      authorize(user, ...permissions);
      for (const id of ids) streams.mutable(id);
      const index_set_id = usableIndexSet(documents, params.indexSetId, 404);
      for (const id of ids) await streams.change(id, (stream) => ({ ...stream, index_set_id }));
      return undefined;
    },
  );

  const bulk = { body: BulkRequest };
  const checkMayChange = (caller: Caller, id: string): void => {
    if (!can(caller, permissionOn('streams:changestate', id))) authorize(caller, permissionOn('streams:edit', id));
  };
  const setPausedInBulk = (ids: BulkRequest, caller: Caller, disabled: boolean) =>
    inBulk(ids, async (id) => {
      checkMayChange(caller, id);
      await setPaused(id, disabled);
    });
  registry.serve(administration.bulkDeleteStreams, bulk, ({ body, user }) =>
    inBulk(body, async (id) => {
      authorize(user, permissionOn('streams:edit', id));
      await streams.remove(id, user);
    }),
  );
  registry.serve(administration.bulkPauseStreams, bulk, ({ body, user }) => setPausedInBulk(body, user, true));
  registry.serve(administration.bulkResumeStreams, bulk, ({ body, user }) => setPausedInBulk(body, user, false));
}
