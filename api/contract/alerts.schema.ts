/** States and silences of alerts, and overviews of them (the reference server does not have this). */
import { Type, type Static } from '@sinclair/typebox';
import type { Event } from './events.js';
import { EventsSearchParameters, type EventsSearchResult } from './events.schema.js';
import type { BulkAnswer, EntityPage } from './list.schema.js';

export const alertStatuses = ['open', 'acknowledged', 'muted', 'closed'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** Maximum number of alerts per change request. */
export const mostAlertsAtOnce = 100;
/** Maximum number of characters of a note. */
export const longestNote = 2000;
export const longestSilenceQuery = 1000;
export const longestReason = 500;

const Status = Type.Union(alertStatuses.map((status) => Type.Literal(status)));

/** Search parameters of events, extended by states. */
export const AlertsSearchParameters = Type.Composite([
  EventsSearchParameters,
  Type.Object({
    /** Alerts in any of these states; absent: in all. */
    states: Type.Optional(Type.Array(Status, { maxItems: alertStatuses.length })),
  }),
]);
export type AlertsSearchParameters = Static<typeof AlertsSearchParameters>;
export const AlertsSearchBody = Type.Optional(AlertsSearchParameters);

export interface AlertChange {
  /** Time of the change, ISO 8601 in UTC. */
  at: string;
  /** Username of the user who made the change. */
  by: string;
  status: AlertStatus;
  note: string;
  /** End of a mute; null otherwise. */
  until: string | null;
}

export interface AlertState extends AlertChange {
  event_id: string;
  /** Number of changes; a change request names the version it is based on. */
  version: number;
  /** Changes of the state, newest first, including the current one. */
  history: AlertChange[];
}

export interface AlertsSearchResult extends EventsSearchResult {
  /** States by event id; unchanged events are open and not included. */
  states: Record<string, AlertState>;
}

export interface AlertTimeline {
  /** Start of the first and end of the last bucket, ISO 8601 in UTC. */
  from: string;
  to: string;
  interval_ms: number;
  /** Buckets that hold at least one alert; empty ones are left out. */
  buckets: {
    at: string;
    /** Number of events by priority. */
    low: number;
    normal: number;
    high: number;
  }[];
}

/** Events of one definition with the same key. */
export interface AlertGroup {
  event_definition_id: string;
  key: string | null;
  count: number;
  /** Time of the first event found. */
  first: string;
  /** The latest event. */
  event: Event;
  /** State of the latest event; null: never changed. */
  state: AlertState | null;
  /** Time at which the alert entered its state (ISO 8601, UTC). */
  since: string;
}

/** Sort keys of groups: `timestamp` is the time of the latest event. */
export const alertGroupSorts = ['timestamp', 'key', 'state', 'since', 'count'] as const;
export type AlertGroupSort = (typeof alertGroupSorts)[number];

export interface AlertGroups {
  /** Groups of the requested page; the newest event comes first unless another order is requested. */
  groups: AlertGroup[];
  /** Number of groups on all pages. */
  total: number;
  context: Pick<EventsSearchResult['context'], 'event_definitions'>;
}

export const AlertStatesBody = Type.Object({
  alerts: Type.Array(
    Type.Object({
      event_id: Type.String({ minLength: 1, maxLength: 100 }),
      /** Version that the change is based on; 0: never changed. */
      version: Type.Integer({ minimum: 0 }),
    }),
    { minItems: 1, maxItems: mostAlertsAtOnce },
  ),
  status: Status,
  note: Type.Optional(Type.String({ maxLength: longestNote })),
  /** End of a mute, ISO 8601. */
  until: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
});
export type AlertStatesBody = Static<typeof AlertStatesBody>;

export interface ChangedAlerts extends BulkAnswer {
  states: AlertState[];
}

export type SilencePhase = 'pending' | 'active' | 'ended';

/** Silence: while it is active, no notification is sent for events that match it. */
export interface Silence {
  id: string;
  /** Query over the fields of events that selects the silenced events. */
  query: string;
  /** Definition of the silenced events; null: any definition. */
  event_definition_id: string | null;
  /** Reason of the silence. */
  reason: string;
  /** Start of the silence, ISO 8601 in UTC; `ends_at` is its end. */
  starts_at: string;
  ends_at: string;
  created_by: string;
  created_at: string;
  changed_by: string;
  changed_at: string;
  /** Number of changes; a change request names the version it is based on. */
  version: number;
  phase: SilencePhase;
}
export type SilencePage = EntityPage<Silence>;

export const SilenceBody = Type.Object({
  query: Type.String({ maxLength: longestSilenceQuery }),
  event_definition_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  reason: Type.String({ maxLength: longestReason }),
  /** Start of the silence, ISO 8601; default: now. */
  starts_at: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  ends_at: Type.String({ maxLength: 100 }),
});
export type SilenceBody = Static<typeof SilenceBody>;
export const ChangedSilenceBody = Type.Composite([SilenceBody, Type.Object({ version: Type.Integer({ minimum: 1 }) })]);
export type ChangedSilenceBody = Static<typeof ChangedSilenceBody>;
