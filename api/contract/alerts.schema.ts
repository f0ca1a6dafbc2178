/** States and silences of alerts, and overviews of them (beyond the contract). */
import { Type, type Static } from '@sinclair/typebox';
import type { Event } from './events.js';
import { EventsSearchParameters, type EventsSearchResult } from './events.schema.js';
import type { BulkAnswer, EntityPage } from './list.schema.js';

export const alertStatuses = ['open', 'acknowledged', 'muted', 'closed'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** Alerts that are changed at once. */
export const mostAlertsAtOnce = 100;
/** Characters. */
export const longestNote = 2000;
export const longestSilenceQuery = 1000;
export const longestReason = 500;

const Status = Type.Union(alertStatuses.map((status) => Type.Literal(status)));

/** Search parameters of events, and a state. */
export const AlertsSearchParameters = Type.Composite([
  EventsSearchParameters,
  Type.Object({
    /** Any of these; all, if not said. */
    states: Type.Optional(Type.Array(Status, { maxItems: alertStatuses.length })),
  }),
]);
export type AlertsSearchParameters = Static<typeof AlertsSearchParameters>;
export const AlertsSearchBody = Type.Optional(AlertsSearchParameters);

export interface AlertChange {
  /** ISO 8601, UTC. */
  at: string;
  /** Name of the user. */
  by: string;
  status: AlertStatus;
  note: string;
  /** End of a mute. */
  until: string | null;
}

export interface AlertState extends AlertChange {
  event_id: string;
  /** Counts the changes: who changes it says which one is known. */
  version: number;
  /** Newest first, this state included. */
  history: AlertChange[];
}

export interface AlertsSearchResult extends EventsSearchResult {
  /** Event → its state; those that nobody has changed are open, and not here. */
  states: Record<string, AlertState>;
}

export interface AlertTimeline {
  /** ISO 8601, UTC: beginning of the first and end of the last part. */
  from: string;
  to: string;
  interval_ms: number;
  /** Buckets that hold at least one alert; empty ones are left out. */
  buckets: {
    at: string;
    /** Events by priority. */
    low: number;
    normal: number;
    high: number;
  }[];
}

/** Events of one definition that have the same key. */
export interface AlertGroup {
  event_definition_id: string;
  key: string | null;
  count: number;
  /** Time of the first event found. */
  first: string;
  /** The last one. */
  event: Event;
  /** State of the last event; null: nobody has changed it. */
  state: AlertState | null;
  /** Time at which the alert entered its state (ISO 8601, UTC). */
  since: string;
}

/** Sort keys of groups: `timestamp` is that of the last event. */
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
      /** The one that is known; 0: nobody has changed it. */
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
  /** Query over the fields of events that selects what is silenced. */
  query: string;
  /** Returns only the events of this definition; null returns the events of every definition. */
  event_definition_id: string | null;
  /** Why. */
  reason: string;
  /** ISO 8601, UTC. */
  starts_at: string;
  ends_at: string;
  created_by: string;
  created_at: string;
  changed_by: string;
  changed_at: string;
  /** Counts the changes: who changes it says which one is known. */
  version: number;
  phase: SilencePhase;
}
export type SilencePage = EntityPage<Silence>;

export const SilenceBody = Type.Object({
  query: Type.String({ maxLength: longestSilenceQuery }),
  event_definition_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  reason: Type.String({ maxLength: longestReason }),
  /** ISO 8601; now, if not said. */
  starts_at: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  ends_at: Type.String({ maxLength: 100 }),
});
export type SilenceBody = Static<typeof SilenceBody>;
export const ChangedSilenceBody = Type.Composite([SilenceBody, Type.Object({ version: Type.Integer({ minimum: 1 }) })]);
export type ChangedSilenceBody = Static<typeof ChangedSilenceBody>;
