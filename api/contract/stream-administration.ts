/** Endpoints for the administration of streams and their rules (contract data-intake). */
import { endpoint } from './endpoint.js';
import type { BulkAnswer, BulkRequest, PageQuery } from './list.schema.js';
import type {
  CloneStreamRequest,
  CreateStreamRequest,
  RoutingPreview,
  Stream,
  StreamDependents,
  StreamPage,
  StreamRule,
  StreamRuleInput,
  StreamRuleRequest,
  StreamRuleType,
  TestMatchAnswer,
  TestMatchRequest,
  UpdateStreamRequest,
} from './streams.schema.js';

const nothing = { produces: 'nothing' } as const;
const created = { status: 201 } as const;
const filtered = { handler: 'only streams with streams:read:{id}' } as const;
const edit = { needs: 'streams:edit:{streamId}' } as const;
const read = { needs: 'streams:read:{streamId}' } as const;
const changeState = { anyOf: ['streams:changestate:{streamId}', 'streams:edit:{streamId}'] } as const;
const perEntity = { handler: 'per stream as in the single operation' } as const;

export const pagedStreams = endpoint<{ query: PageQuery; answer: StreamPage }>()('GET', '/streams/paginated', filtered);
/** Creates a stream. The new stream is paused. */
export const createStream = endpoint<{ body: CreateStreamRequest; answer: { stream_id: string } }>()(
  'POST',
  '/streams',
  { needs: 'streams:create' },
  created,
);
export const updateStream = endpoint<{ body: UpdateStreamRequest; answer: Stream }>()(
  'PUT',
  '/streams/{streamId}',
  edit,
);
export const deleteStream = endpoint<{ answer: undefined }>()('DELETE', '/streams/{streamId}', edit, nothing);
export const pauseStream = endpoint<{ answer: undefined }>()('POST', '/streams/{streamId}/pause', changeState, nothing);
export const resumeStream = endpoint<{ answer: undefined }>()(
  'POST',
  '/streams/{streamId}/resume',
  changeState,
  nothing,
);
/**
 * Creates a paused stream with the rules and the matching type of another stream. The new stream also gets the outputs
 * of the other stream if the caller has `stream_outputs:create`.
 */
export const cloneStream = endpoint<{ body: CloneStreamRequest; answer: { stream_id: string } }>()(
  'POST',
  '/streams/{streamId}/clone',
  { handler: 'streams:create and streams:read:{streamId}' },
  created,
);
/** Applies a stream's rules to the message in the request; a missing `timestamp` is the present time. */
export const testStream = endpoint<{ body: TestMatchRequest; answer: TestMatchAnswer }>()(
  'POST',
  '/streams/{streamId}/testMatch',
  read,
);
/** Applies a stream's rules to recent messages for a preview. The reference server does not have this endpoint. */
export const previewRouting = endpoint<{ answer: RoutingPreview }>()(
  'GET',
  '/streams/{streamId}/routing_preview',
  read,
);
/** Lists the entities that depend on a stream. The reference server does not have this endpoint. */
export const streamDependents = endpoint<{ answer: StreamDependents }>()('GET', '/streams/{streamId}/dependents', edit);
export const assignIndexSet = endpoint<{ body: string[]; answer: undefined }>()(
  'PUT',
  '/streams/indexSet/{indexSetId}',
  { handler: 'indexsets:read:{indexSetId} and streams:edit:{id} for every stream' },
  { status: 200, produces: 'nothing' },
);

const bulk = endpoint<{ body: BulkRequest; answer: BulkAnswer }>();
export const bulkDeleteStreams = bulk('POST', '/streams/bulk_delete', perEntity);
export const bulkPauseStreams = bulk('POST', '/streams/bulk_pause', perEntity);
export const bulkResumeStreams = bulk('POST', '/streams/bulk_resume', perEntity);

export const listStreamRules = endpoint<{ answer: { total: number; stream_rules: StreamRule[] } }>()(
  'GET',
  '/streams/{streamId}/rules',
  read,
);
export const getStreamRule = endpoint<{ answer: StreamRule }>()('GET', '/streams/{streamId}/rules/{ruleId}', read);
/** Lists the types of stream rules; the id in the path is ignored, because all streams have the same types. */
export const streamRuleTypes = endpoint<{ answer: StreamRuleType[] }>()(
  'GET',
  '/streams/{streamId}/rules/types',
  'session',
);
export const createStreamRule = endpoint<{ body: StreamRuleRequest; answer: { streamrule_id: string } }>()(
  'POST',
  '/streams/{streamId}/rules',
  edit,
  created,
);
export const updateStreamRule = endpoint<{ body: StreamRuleRequest; answer: { streamrule_id: string } }>()(
  'PUT',
  '/streams/{streamId}/rules/{ruleId}',
  edit,
);
export const deleteStreamRule = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/streams/{streamId}/rules/{ruleId}',
  edit,
  nothing,
);
/** Lists the inputs that a stream rule of type 8 can name. */
export const streamRuleInputs = endpoint<{ answer: { inputs: StreamRuleInput[] } }>()('GET', '/streams/rules/inputs', {
  needs: 'inputs:read',
});
