/** Calls of the endpoints for event notifications and e-mail settings, in addition to those in `calls.ts`. */
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';

const filtered: Rule = { kind: 'filtered', permissions: ['eventnotifications:read:{id}'] };
const mail: Rule = { kind: 'each', permissions: ['clusterconfigentry:edit'] };

/** Rules that the contract's table describes in sentences, or omits. */
export const notificationRules: Readonly<Record<string, Rule>> = {
  'GET /events/notifications': filtered,
  'GET /events/notifications/paginated': filtered,
  'POST /events/notifications/bulk_delete': { kind: 'inBulk', permissions: ['eventnotifications:delete:{id}'] },
  'POST /alerts/callbacks/{callbackId}/test': { kind: 'each', permissions: ['streams:edit:{streamId}'] },
  // The following endpoints are not in the contract.
  'POST /events/notifications/preview': { kind: 'session', permissions: [] },
  'GET /events/notifications/{id}/history': { kind: 'each', permissions: ['eventnotifications:read:{id}'] },
  'GET /system/email': mail,
  'PUT /system/email': mail,
  'DELETE /system/email': mail,
  'POST /system/email/test': mail,
};

const fresh: Maker = async (world) => ({ params: { id: await world.notification() } });
const visible: Maker = async (world) => {
  const id = await world.notification();
  return { params: { id }, query: 'per_page=0', shows: id };
};

const callback: Maker = async (world) => {
  const streamId = await world.stream();
  return { params: { streamId, callbackId: await world.callback(streamId) } };
};

export const notificationCalls: Readonly<Record<string, Maker>> = {
  'POST /alerts/callbacks/{callbackId}/test': callback,
  'GET /streams/{streamId}/alarmcallbacks': callback,
  'POST /streams/{streamId}/alarmcallbacks': async (world) => ({
    params: { streamId: await world.stream() },
    json: await world.newCallback(),
  }),
  'PUT /streams/{streamId}/alarmcallbacks/{callbackId}': async (world) => ({
    ...(await callback(world)),
    json: await world.newCallback(),
  }),
  'DELETE /streams/{streamId}/alarmcallbacks/{callbackId}': callback,
  'GET /streams/{streamId}/alerts/{alertId}/history': () => ({ params: { alertId: '65e000000000000000000001' } }),
  'GET /events/notifications': visible,
  'GET /events/notifications/paginated': visible,
  'GET /events/notifications/{id}': fresh,
  'GET /events/notifications/{id}/history': fresh,
  'POST /events/notifications': async (world) => ({ json: await world.newNotification() }),
  'PUT /events/notifications/{id}': async (world) => ({
    params: { id: await world.notification() },
    json: await world.newNotification(),
  }),
  'DELETE /events/notifications/{id}': fresh,
  'POST /events/notifications/test': async (world) => ({ json: await world.newNotification() }),
  'POST /events/notifications/{id}/test': fresh,
  'POST /events/notifications/bulk_delete': async (world) => {
    const id = await world.notification();
    return { params: { id }, json: { entity_ids: [id] }, shows: '"successfully_performed":1' };
  },
  'POST /events/notifications/preview': () => ({ json: { template: '${event.message}' } }),
  'PUT /system/email': async (world) => ({ json: await world.mailSettings() }),
  'POST /system/email/test': async (world) => {
    await world.ask('PUT', '/system/email', await world.mailSettings());
    return { json: { recipient: 'ann@example.org' } };
  },
};
