/**
 * Endpoints of alarm callbacks, which notifications have replaced (contract dashboards-sharing-alerts
 * alarmCallbacks.*).
 */
import type { AlarmCallbackHistories, AlarmCallbackList, AlarmCallbackRequest } from './alarm-callbacks.schema.js';
import type { ConfigField } from './config-fields.js';
import { endpoint } from './endpoint.js';

export type * from './alarm-callbacks.schema.js';

const nothing = { produces: 'nothing' } as const;
const read = { needs: 'streams:read:{streamId}' } as const;
const edit = { needs: 'streams:edit:{streamId}' } as const;

export const listAllCallbacks = endpoint<{ answer: AlarmCallbackList }>()('GET', '/alerts/callbacks', {
  needs: 'streams:read',
});
export const alarmCallbackTypes = endpoint<{
  answer: { types: Record<string, { name: string; requested_configuration: Record<string, ConfigField> }> };
}>()('GET', '/alerts/callbacks/types', 'session');
/** Sends a test alarm to the callback's receiver; an error of the receiver is answered with 500 and its message. */
export const testCallback = endpoint<{ answer: undefined }>()(
  'POST',
  '/alerts/callbacks/{callbackId}/test',
  { handler: 'streams:edit of its stream' },
  nothing,
);
export const listCallbacks = endpoint<{ answer: AlarmCallbackList }>()(
  'GET',
  '/streams/{streamId}/alarmcallbacks',
  read,
);
export const createCallback = endpoint<{ body: AlarmCallbackRequest; answer: { alarmcallback_id: string } }>()(
  'POST',
  '/streams/{streamId}/alarmcallbacks',
  edit,
  { status: 201 },
);
export const updateCallback = endpoint<{ body: AlarmCallbackRequest; answer: undefined }>()(
  'PUT',
  '/streams/{streamId}/alarmcallbacks/{callbackId}',
  edit,
  nothing,
);
export const deleteCallback = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/streams/{streamId}/alarmcallbacks/{callbackId}',
  edit,
  nothing,
);
/** Returns the history of an alarm's callbacks: always empty, because the server no longer calls them. */
export const callbackHistory = endpoint<{ answer: AlarmCallbackHistories }>()(
  'GET',
  '/streams/{streamId}/alerts/{alertId}/history',
  read,
);
