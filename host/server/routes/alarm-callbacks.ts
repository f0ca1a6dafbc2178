/**
 * Routes of alarm callbacks of streams, which older consoles use instead of notifications (contract
 * dashboards-sharing-alerts alarmCallbacks.*).
 */
import * as endpoints from '../../../api/contract/alarm-callbacks.js';
import { AlarmCallbackRequest, type AlarmCallback } from '../../../api/contract/alarm-callbacks.schema.js';
import { callbackTypes, checkedCallback, legacy } from '../alerts/notifications/kinds/legacy.js';
import { tryNotification } from '../alerts/notifications/testing.js';
import { authorize, can, permissionOn } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import type { StoredEntities } from '../entities/entity-routes.js';
import { BadRequestError, FieldValidationError, NotFoundError } from '../foundation/errors.js';
import type { StreamDocument } from '../intake/index.js';
import type { Registry } from '../http/registry.js';
import type { Documents } from '../store/types.js';

/** Largest number of callbacks of one stream. */
const mostCallbacks = 50;

/** Returns the alarm callbacks of all streams. */
export const storedCallbacks = (documents: Documents): readonly AlarmCallback[] =>
  documents.collection<AlarmCallback>('alarm_callbacks').all();

export function registerAlarmCallbacks(
  registry: Registry,
  { documents, eventNotifications: notifications }: Needs<'documents' | 'eventNotifications'>,
  entities: Entities,
  streams: StoredEntities<StreamDocument>,
): void {
  const stored = documents.collection<AlarmCallback>('alarm_callbacks');
  const of = (streamId: string): AlarmCallback[] => stored.all().filter(({ stream_id: id }) => id === streamId);
  const listed = (callbacks: readonly AlarmCallback[]) => ({ total: callbacks.length, alarmcallbacks: [...callbacks] });
  /**
   * Returns a callback.
   * @param streamId stream to which the callback must belong; undefined: it may belong to any
   * @throws NotFoundError when there is no such callback
   */
  function find(id: string, streamId?: string): AlarmCallback {
    const callback = stored.get(id);
    if (!callback || (streamId !== undefined && callback.stream_id !== streamId))
      throw new NotFoundError(`There is no alarm callback with ID <${id}>.`);
    return callback;
  }
  /** Checks a request, and returns the members to be stored. @throws FieldValidationError that explains the problem */
  async function checked({ type, title, configuration }: AlarmCallbackRequest) {
    const { values, problem } = await checkedCallback(type, configuration, notifications.means);
    if (problem !== undefined) throw new FieldValidationError({ configuration: [problem] });
    return { type, title: title ?? null, configuration: values };
  }
  entities.on(async ({ type, change, id }) => {
    if (type === 'stream' && change === 'removed') for (const one of of(id)) await stored.delete(one.id);
  });

  registry.serve(endpoints.listAllCallbacks, {}, () => listed(stored.all()));
  registry.serve(endpoints.alarmCallbackTypes, {}, () => ({
    types: Object.fromEntries(
      Object.entries(callbackTypes).map(([id, { name, fields }]) => [id, { name, requested_configuration: fields }]),
    ),
  }));
  registry.serve(endpoints.testCallback, {}, async ({ params, user, signal }) => {
    // A user who may not edit the stream gets the same response for a missing and an existing callback.
    const streamId = stored.get(params.callbackId)?.stream_id;
    if (streamId === undefined || !can(user, permissionOn('streams:edit', streamId))) authorize(user, 'streams:edit');
    const { id, title, type, configuration } = find(params.callbackId);
    const config = { type: legacy.type, callback_type: type, configuration };
    await tryNotification(
      notifications,
      legacy,
      { id, title: title ?? '', config, secrets: {} },
      user.username,
      signal,
    );
    return undefined;
  });
  registry.serve(endpoints.listCallbacks, {}, ({ params: { streamId } }) => listed(of(streams.get(streamId).id)));
  registry.serve(endpoints.createCallback, { body: AlarmCallbackRequest }, async ({ params, body, user }) => {
    const { id: streamId } = streams.get(params.streamId);
    if (of(streamId).length >= mostCallbacks)
      throw new BadRequestError(`A stream has at most ${mostCallbacks} alarm callbacks.`);
    const callback = {
      ...(await checked(body)),
      id: newEntityId(),
      stream_id: streamId,
      created_at: new Date().toISOString(),
      creator_user_id: user.username,
    };
    await stored.put(callback);
    return { alarmcallback_id: callback.id };
  });
  registry.serve(endpoints.updateCallback, { body: AlarmCallbackRequest }, async ({ params, body }) => {
    const old = find(params.callbackId, params.streamId);
    await stored.put({ ...old, ...(await checked(body)) });
    return undefined;
  });
  registry.serve(endpoints.deleteCallback, {}, async ({ params }) => {
    await stored.delete(find(params.callbackId, params.streamId).id);
    return undefined;
  });
  registry.serve(endpoints.callbackHistory, {}, ({ params }) => {
    streams.get(params.streamId);
    return { total: 0, histories: [] };
  });
}
