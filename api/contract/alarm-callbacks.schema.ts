/** Shapes of alarm callbacks (contract dashboards-sharing-alerts, types AlarmCallback and AlarmCallbackHistory). */
import { Type, type Static } from '@sinclair/typebox';

export interface AlarmCallback {
  id: string;
  stream_id: string;
  /** Class name of the type of callback. */
  type: string;
  title: string | null;
  configuration: Record<string, unknown>;
  /** Creation time, ISO 8601 in UTC. */
  created_at: string;
  creator_user_id: string;
}
export interface AlarmCallbackList {
  total: number;
  alarmcallbacks: AlarmCallback[];
}
export interface AlarmCallbackHistories {
  total: number;
  histories: {
    id: string;
    alarmcallbackconfiguration: AlarmCallback;
    alert_id: string;
    alertcondition_id: string;
    result: { type: 'success' | 'error'; error?: string };
    created_at: string;
  }[];
}

export const AlarmCallbackRequest = Type.Object({
  type: Type.String(),
  title: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
  configuration: Type.Record(Type.String(), Type.Unknown()),
});
export type AlarmCallbackRequest = Static<typeof AlarmCallbackRequest>;
