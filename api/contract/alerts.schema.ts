/**
 * Shapes of the states and silences of alerts, and of overviews with these states; reference servers have none of them.
 */
import { Type, type Static } from '@sinclair/typebox';
import type { Event } from './events.js';
import { EventsSearchParameters, type EventsSearchResult } from './events.schema.js';
import type { BulkAnswer, EntityPage } from './list.schema.js';

export const alertStatuses = ['open', 'acknowledged', 'muted', 'closed'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** Maximum number of alerts that one request can change. */
export const mostAlertsAtOnce = 100;
/**
 * Maximum number of characters of a note on an alert. `longestSilenceQuery` and `longestReason` are the maxima of the
 * query and the reason of a silence.
 */
export const longestNote = 2000;
export const longestSilenceQuery = 1000;
export const longestReason = 500;

const Status = Type.Union(alertStatuses.map((status) => Type.Literal(status)));

/** Search parameters of events with a filter by alert state. */
export const AlertsSearchParameters = Type.Composite([
  EventsSearchParameters,
  Type.Object({
    /** States of the alerts to find; absent or empty: alerts in any state. */
    states: Type.Optional(Type.Array(Status, { maxItems: alertStatuses.length })),
  }),
]);
export type AlertsSearchParameters = Static<typeof AlertsSearchParameters>;
export const AlertsSearchBody = Type.Optional(AlertsSearchParameters);

export interface AlertChange {
  /** Time of the change, ISO 8601 in UTC. */
  at: string;
  /** Username of the user who changed the alert. */
  by: string;
  status: AlertStatus;
  note: string;
  /** ISO 8601 instant at which a mute ends; null for changes to other states. */
  until: string | null;
}

/**
 * State of an alert. Once a mute has ended, `status` is open and `at` is that end; `by` and `note` still describe the
 * mute.
 */
export interface AlertState extends AlertChange {
  event_id: string;
  /**
   * Version of the record, which each change increases. A change request contains the version that its sender has seen,
   * so that the server notices concurrent changes.
   */
  version: number;
  /** The newest changes of the state by users, newest first; the end of a mute is not listed. */
  history: AlertChange[];
}

export interface AlertsSearchResult extends EventsSearchResult {
  /** States by event id; alerts without an entry were never changed and are open. */
  states: Record<string, AlertState>;
}

export interface AlertTimeline {
  /** Start of the time range, ISO 8601 in UTC; `to` is its end. */
  from: string;
  to: string;
  interval_ms: number;
  /** Buckets with at least one of the events found; empty buckets are left out. */
  buckets: {
    at: string;
    /** Number of events with low priority; `normal` and `high` count the events with these priorities. */
    low: number;
    normal: number;
    high: number;
  }[];
}

/** All found events of one definition with the same key. */
export interface AlertGroup {
  event_definition_id: string;
  key: string | null;
  count: number;
  /** Time of the earliest event found, ISO 8601 in UTC. */
  first: string;
  /** The latest event of the group. */
  event: Event;
  /** State of the latest event; null: it was never changed, so the alert is open. */
  state: AlertState | null;
  /**
   * Time at which the alert entered its present state, ISO 8601. If its state was never changed, this is the time of
   * its earliest event.
   */
  since: string;
}

/** Keys by which groups can be sorted; `timestamp` is the time of the latest event. */
export const alertGroupSorts = ['timestamp', 'key', 'state', 'since', 'count'] as const;
export type AlertGroupSort = (typeof alertGroupSorts)[number];

export interface AlertGroups {
  /** Groups of the requested page; unless another order is requested, the group with the latest event comes first. */
  groups: AlertGroup[];
  /** Number of groups on all pages. */
  total: number;
  context: Pick<EventsSearchResult['context'], 'event_definitions'>;
}

export const AlertStatesBody = Type.Object({
  alerts: Type.Array(
    Type.Object({
      event_id: Type.String({ minLength: 1, maxLength: 100 }),
      /** Version of the alert's state that the user has seen; 0: the alert was never changed. */
      version: Type.Integer({ minimum: 0 }),
    }),
    { minItems: 1, maxItems: mostAlertsAtOnce },
  ),
  status: Status,
  note: Type.Optional(Type.String({ maxLength: longestNote })),
  /**
   * ISO 8601 instant at which the mute ends, at most 366 days from now. It is required for the state `muted` and
   * ignored for other states.
   */
  until: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
});
export type AlertStatesBody = Static<typeof AlertStatesBody>;

export interface ChangedAlerts extends BulkAnswer {
  states: AlertState[];
}

export type SilencePhase = 'pending' | 'active' | 'ended';

/** A silence: while it is active, the server sends no notifications for the events that match it and its definition. */
export interface Silence {
  id: string;
  /** Query over the fields of events that selects the events to silence; empty: all events of the definition. */
  query: string;
  /** Id of the definition whose events are silenced; null: events of any definition. */
  event_definition_id: string | null;
  /** Reason that the creator has given. */
  reason: string;
  /** Start of the silence, ISO 8601 in UTC; `ends_at` is its end. */
  starts_at: string;
  ends_at: string;
  created_by: string;
  created_at: string;
  changed_by: string;
  changed_at: string;
  /**
   * Version of the record, which each change increases. A change request contains the version that its sender has seen,
   * so that the server notices concurrent changes.
   */
  version: number;
  phase: SilencePhase;
}
export type SilencePage = EntityPage<Silence>;

export const SilenceBody = Type.Object({
  query: Type.String({ maxLength: longestSilenceQuery }),
  event_definition_id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  reason: Type.String({ maxLength: longestReason }),
  /** Start of the silence, ISO 8601; absent, null or empty: now. `ends_at` is at most 366 days from now. */
  starts_at: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  ends_at: Type.String({ maxLength: 100 }),
});
export type SilenceBody = Static<typeof SilenceBody>;
export const ChangedSilenceBody = Type.Composite([SilenceBody, Type.Object({ version: Type.Integer({ minimum: 1 }) })]);
export type ChangedSilenceBody = Static<typeof ChangedSilenceBody>;
