/**
 * Endpoints of event definitions: conditions and schedules by which the server creates events from messages
 * (contract dashboards-sharing-alerts eventDefinitions.*).
 */
import { endpoint } from './endpoint.js';
import type {
  DefinitionTest,
  DefinitionTestBody,
  EventDefinition,
  EventDefinitionBody,
  EventDefinitionList,
  EventDefinitionPage,
  EventDefinitionWithContext,
  ExecuteRequest,
  ScheduleQuery,
  ValidationResult,
} from './event-definitions.schema.js';
import type { BulkAnswer, BulkRequest, PageQuery } from './list.schema.js';

export type * from './event-definitions.schema.js';

const filtered = { handler: 'eventdefinitions:read:{definitionId} for each' } as const;
const read = { needs: 'eventdefinitions:read:{definitionId}' } as const;
const edit = { needs: 'eventdefinitions:edit:{definitionId}' } as const;
const editEach = { handler: 'eventdefinitions:edit:{definitionId} for each' } as const;
const nothing = { produces: 'nothing' } as const;

export const pageOfEventDefinitions = endpoint<{ query: PageQuery; answer: EventDefinitionPage }>()(
  'GET',
  '/events/definitions/paginated',
  filtered,
);
export const listEventDefinitions = endpoint<{ query: PageQuery; answer: EventDefinitionList }>()(
  'GET',
  '/events/definitions',
  filtered,
);
export const getEventDefinition = endpoint<{ answer: EventDefinition }>()(
  'GET',
  '/events/definitions/{definitionId}',
  read,
);
export const getEventDefinitionWithContext = endpoint<{ answer: EventDefinitionWithContext }>()(
  'GET',
  '/events/definitions/{definitionId}/with-context',
  read,
);
export const createEventDefinition = endpoint<{
  query: ScheduleQuery;
  body: EventDefinitionBody;
  answer: EventDefinition;
}>()('POST', '/events/definitions', {
  handler: 'eventdefinitions:create and streams:read for each stream, or for all where none is named',
});
export const updateEventDefinition = endpoint<{
  query: ScheduleQuery;
  body: EventDefinitionBody;
  answer: EventDefinition;
}>()('PUT', '/events/definitions/{definitionId}', {
  handler: 'eventdefinitions:edit:{definitionId} and streams:read for each stream, or for all where none is named',
});
export const deleteEventDefinition = endpoint<{ answer: EventDefinition }>()(
  'DELETE',
  '/events/definitions/{definitionId}',
  { needs: 'eventdefinitions:delete:{definitionId}' },
);
export const bulkDeleteEventDefinitions = endpoint<{ body: BulkRequest; answer: BulkAnswer }>()(
  'POST',
  '/events/definitions/bulk_delete',
  { handler: 'eventdefinitions:delete:{definitionId} for each' },
);
export const scheduleEventDefinition = endpoint<{ answer: EventDefinition }>()(
  'PUT',
  '/events/definitions/{definitionId}/schedule',
  edit,
);
export const bulkScheduleEventDefinitions = endpoint<{ body: BulkRequest; answer: BulkAnswer }>()(
  'POST',
  '/events/definitions/bulk_schedule',
  editEach,
);
export const unscheduleEventDefinition = endpoint<{ answer: EventDefinition }>()(
  'PUT',
  '/events/definitions/{definitionId}/unschedule',
  edit,
);
export const bulkUnscheduleEventDefinitions = endpoint<{ body: BulkRequest; answer: BulkAnswer }>()(
  'POST',
  '/events/definitions/bulk_unschedule',
  editEach,
);
export const clearNotificationQueue = endpoint<{ answer: undefined }>()(
  'PUT',
  '/events/definitions/{definitionId}/clear-notification-queue',
  edit,
  nothing,
);
/** Runs an event definition once for the given time range, independently of its schedule. */
export const executeEventDefinition = endpoint<{ body: ExecuteRequest; answer: undefined }>()(
  'POST',
  '/events/definitions/{definitionId}/execute',
  { needs: 'eventdefinitions:execute:{definitionId}' },
  nothing,
);
export const validateEventDefinition = endpoint<{ body: EventDefinitionBody; answer: ValidationResult }>()(
  'POST',
  '/events/definitions/validate',
  { needs: 'eventdefinitions:create' },
);
/** Tests a definition on past messages; nothing is stored or sent. The reference server does not have this endpoint. */
export const testEventDefinition = endpoint<{ body: DefinitionTestBody; answer: DefinitionTest }>()(
  'POST',
  '/events/definitions/test-run',
  {
    handler:
      'eventdefinitions:create, of a stored one eventdefinitions:edit:{id}, and streams:read for each stream, or for all where none is named',
  },
);
