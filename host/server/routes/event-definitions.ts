/**
 * Routes of event definitions: lists, single definitions, scheduling, bulk operations (contract
 * dashboards-sharing-alerts eventDefinitions.*).
 */
import * as endpoints from '../../../api/contract/event-definitions.js';
import {
  aggregationType,
  EventDefinitionBody,
  ExecuteRequest,
  ScheduleQuery,
} from '../../../api/contract/event-definitions.schema.js';
import { BulkRequest, PageQuery } from '../../../api/contract/list.schema.js';
import { windowOf } from '../alerts/definition-match.js';
import { readConfig, readDefinition, type DefinitionDocument, type Problems } from '../alerts/definition-input.js';
import { isSystem, systemScope } from '../alerts/system-events.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { inBulk, StoredEntities } from '../entities/entity-routes.js';
import { entityCollection } from '../documents/kinds.js';
import { BadRequestError, ForbiddenError, ValidationResultError } from '../foundation/errors.js';
import { attribute, EntityList } from '../lists/entity-list.js';
import type { Registry } from '../http/registry.js';

/** Largest number of event definitions, because each is in memory and scheduled. */
const mostDefinitions = 10_000;

const list = new EntityList<DefinitionDocument>(
  [
    attribute('title', 'Title', 'STRING', ({ title }) => title, { queryable: true }),
    attribute('description', 'Description', 'STRING', ({ description }) => description, { queryable: true }),
    attribute('priority', 'Priority', 'INT', ({ priority }) => priority),
    // The overview declares the attribute as not sortable, so `sort=status` falls back to sorting by title.
    attribute('status', 'Status', 'BOOLEAN', ({ alert }) => alert, { sortable: false }),
    attribute('id', 'id', 'OBJECT_ID', ({ id }) => id, { queryable: true, hidden: true, sortable: false }),
  ],
  'title',
  ({ id }) => id,
);

/**
 * Checks that a caller may read the streams that a definition examines: the named streams, or all streams if it names
 * none.
 * @throws ForbiddenError when the permission on a stream is missing
 */
export function authorizeStreams(caller: Caller, { config }: Pick<DefinitionDocument, 'config'>): void {
  if (config.type !== aggregationType) return;
  const wanted =
    config.streams.length > 0 ? config.streams.map((id) => permissionOn('streams:read', id)) : ['streams:read'];
  authorize(caller, ...wanted);
}

export function registerEventDefinitions(
  registry: Registry,
  { alerts, config, documents }: Needs<'alerts' | 'config' | 'documents'>,
  entities: Entities,
): void {
  const stored = entityCollection<DefinitionDocument>(documents, 'event_definition');
  const definitions = new StoredEntities<DefinitionDocument>(documents, entities, {
    type: 'event_definition',
    missing: (id) => `Event definition <${id}> doesn't exist`,
  });
  entities.on(async ({ change, type, id }) => {
    if (type === 'event_definition' && change === 'removed') await alerts.forget(id);
  });

  const shown = (definition: DefinitionDocument) => alerts.shown(definition);
  const withScheduler = (definition: DefinitionDocument) => ({
    ...shown(definition),
    scheduler: alerts.context(definition.id),
  });
  const readable = (caller: Caller) =>
    stored.all().filter(({ id }) => can(caller, permissionOn('eventdefinitions:read', id)));

  registry.serve(endpoints.pageOfEventDefinitions, { query: PageQuery }, ({ query, user }) => {
    const all = readable(user);
    return list.overview(all, query, withScheduler, all.length);
  });
  registry.serve(endpoints.listEventDefinitions, { query: PageQuery }, ({ query, user }) => {
    const all = readable(user);
    const { items, body } = list.page(all, { ...query, sort: 'title', order: 'asc' });
    return {
      ...body,
      query: query.query ?? '',
      event_definitions: items.map(shown),
      context: { scheduler: Object.fromEntries(items.map(({ id }) => [id, alerts.context(id)])) },
      grand_total: all.length,
    };
  });
  registry.serve(endpoints.getEventDefinition, {}, ({ params }) => shown(definitions.get(params.definitionId)));
  registry.serve(endpoints.getEventDefinitionWithContext, {}, ({ params }) => ({
    event_definition: shown(definitions.get(params.definitionId)),
    context: { scheduler: alerts.context(params.definitionId) },
  }));

  const usualBacklog = () => config.get('events').events_notification_default_backlog;

  registry.serve(
    endpoints.createEventDefinition,
    { query: ScheduleQuery, body: EventDefinitionBody },
    async ({ query, body, user }) => {
      authorize(user, 'eventdefinitions:create');
      if (stored.all().length >= mostDefinitions)
        throw new BadRequestError(
          `There are ${mostDefinitions} event definitions, which is as many as there may be. Delete one first.`,
        );
      const made = readDefinition(body, usualBacklog());
      if (made.config.type !== aggregationType || made._scope === systemScope)
        throw new ForbiddenError('Event definitions of this type are made by the server alone.');
      authorizeStreams(user, made);
      const definition = await definitions.create(
        {
          id: newEntityId(),
          ...made,
          updated_at: new Date().toISOString(),
          isScheduled: query.schedule ?? true,
        },
        user,
      );
      await alerts.apply(definition);
      return shown(definition);
    },
  );
  registry.serve(
    endpoints.updateEventDefinition,
    { query: ScheduleQuery, body: EventDefinitionBody },
    async ({ params, query, body, user }) => {
      const id = params.definitionId;
      authorize(user, permissionOn('eventdefinitions:edit', id));
      const old = definitions.mutable(id);
      if (body.id !== id) throw new ValidationResultError({ id: ['The id is not that of the address.'] });
      if (body.config?.['type'] !== undefined && body.config['type'] !== old.config.type)
        throw new ForbiddenError('The type of the condition of an event definition cannot be changed.');
      const made = readDefinition(body, usualBacklog());
      authorizeStreams(user, made);
      const { notifications, notification_settings } = made;
      const updated_at = new Date().toISOString();
      const definition = await definitions.update(
        id,
        (kept) =>
          isSystem(kept)
            ? { ...kept, notifications, notification_settings, updated_at }
            : { id, ...made, _scope: kept._scope, updated_at, isScheduled: query.schedule ?? true },
        user,
      );
      await alerts.apply(definition);
      return shown(definition);
    },
  );
  registry.serve(endpoints.deleteEventDefinition, {}, async ({ params, user }) => {
    const definition = definitions.get(params.definitionId);
    await definitions.remove(params.definitionId, user);
    return shown(definition);
  });

  async function setScheduled(id: string, isScheduled: boolean): Promise<DefinitionDocument> {
    const old = definitions.get(id);
    if (isSystem(old)) throw new BadRequestError('The event definition of the system cannot be enabled or disabled.');
    const definition =
      old.isScheduled === isScheduled ? old : await definitions.change(id, (kept) => ({ ...kept, isScheduled }));
    if (old !== definition) await alerts.apply(definition);
    if (!isScheduled) await alerts.clearQueue(id);
    return definition;
  }
  const bulk = { body: BulkRequest };
  const setInBulk = (ids: BulkRequest, caller: Caller, isScheduled: boolean) =>
    inBulk(ids, async (id) => {
      authorize(caller, permissionOn('eventdefinitions:edit', id));
      await setScheduled(id, isScheduled);
    });
  registry.serve(endpoints.scheduleEventDefinition, {}, async ({ params }) =>
    shown(await setScheduled(params.definitionId, true)),
  );
  registry.serve(endpoints.unscheduleEventDefinition, {}, async ({ params }) =>
    shown(await setScheduled(params.definitionId, false)),
  );
  registry.serve(endpoints.bulkScheduleEventDefinitions, bulk, ({ body, user }) => setInBulk(body, user, true));
  registry.serve(endpoints.bulkUnscheduleEventDefinitions, bulk, ({ body, user }) => setInBulk(body, user, false));
  registry.serve(endpoints.bulkDeleteEventDefinitions, bulk, ({ body, user }) =>
    inBulk(body, async (id) => {
      authorize(user, permissionOn('eventdefinitions:delete', id));
      await definitions.remove(id, user);
    }),
  );
  registry.serve(endpoints.clearNotificationQueue, {}, async ({ params }) => {
    await alerts.clearQueue(definitions.get(params.definitionId).id);
    return undefined;
  });
  registry.serve(endpoints.executeEventDefinition, { body: ExecuteRequest }, async ({ params, body, user, signal }) => {
    const definition = definitions.get(params.definitionId);
    if (body.type !== definition.config.type || body.timerange.type !== 'absolute')
      throw new BadRequestError(`The definition is run as ${definition.config.type}, for an absolute time.`);
    const window = windowOf(body.timerange.from, body.timerange.to);
    if (window.to <= window.from) throw new BadRequestError('The time range ends before it begins.');
    const streams = body.streams ?? [];
    authorize(user, ...streams.map((id) => permissionOn('streams:read', id)));
    await alerts.execute(definition, window, signal, streams.length > 0 ? streams : undefined);
    return undefined;
  });
  registry.serve(endpoints.validateEventDefinition, { body: EventDefinitionBody }, ({ body }) => {
    const errors: Problems = {};
    readConfig(errors, body.config);
    return { failed: Object.keys(errors).length > 0, errors, error_context: {} };
  });
}
