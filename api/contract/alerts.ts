/**
 * Endpoints of states of alerts, of silences, and of overviews of events with their states. The reference server has
 * none of these endpoints.
 */
import type {
  AlertGroups,
  AlertsSearchParameters,
  AlertsSearchResult,
  AlertStatesBody,
  AlertTimeline,
  ChangedAlerts,
  ChangedSilenceBody,
  Silence,
  SilenceBody,
  SilencePage,
} from './alerts.schema.js';
import { endpoint } from './endpoint.js';
import type { PageQuery } from './list.schema.js';

export type * from './alerts.schema.js';

const readable = { handler: 'events of streams that may be read: streams:read:{streamId} for each' } as const;
const changing = { handler: 'eventdefinitions:edit:{id} of its definition, eventdefinitions:edit of all' } as const;
type Requested = { body: AlertsSearchParameters | undefined };

export const searchAlerts = endpoint<Requested & { answer: AlertsSearchResult }>()(
  'POST',
  '/events/alerts/search',
  readable,
);
/** Counts the events found in each interval of the time range by priority. */
export const alertTimeline = endpoint<Requested & { answer: AlertTimeline }>()(
  'POST',
  '/events/alerts/timeline',
  readable,
);
/** Lists the events found in groups; a group contains the events with the same event definition and the same key. */
export const alertGroups = endpoint<Requested & { answer: AlertGroups }>()('POST', '/events/alerts/groups', readable);
/**
 * Changes the states of one or more alerts. An alert that another user has changed meanwhile stays unchanged, and the
 * answer reports it as a failure.
 */
export const changeAlertStates = endpoint<{ body: AlertStatesBody; answer: ChangedAlerts }>()(
  'POST',
  '/events/alerts/states',
  { handler: 'eventdefinitions:edit:{id} of the definition and streams:read of the streams, per event' },
);

export const silencesPage = endpoint<{ query: PageQuery; answer: SilencePage }>()('GET', '/events/alerts/silences', {
  handler: 'rows filtered to eventdefinitions:read:{id} of their definition, eventdefinitions:read of all',
});
export const createSilence = endpoint<{ body: SilenceBody; answer: Silence }>()(
  'POST',
  '/events/alerts/silences',
  changing,
);
/** Changes a silence; the answer is 409 when another user has changed it meanwhile. */
export const updateSilence = endpoint<{ body: ChangedSilenceBody; answer: Silence }>()(
  'PUT',
  '/events/alerts/silences/{silenceId}',
  changing,
);
/** Ends a silence now, before its planned end. */
export const endSilence = endpoint<{ answer: Silence }>()('POST', '/events/alerts/silences/{silenceId}/end', changing);
