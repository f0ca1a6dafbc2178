/** Calls of the endpoints for alert states and silences beyond the contract, in addition to those in `calls.ts`. */
import type { AlertsSearchResult, Silence, SilencePage } from '../../api/contract/alerts.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

const ofStream: Rule = { kind: 'filtered', permissions: ['streams:read:{streamId}'] };
const editing: Rule = { kind: 'each', permissions: ['eventdefinitions:edit'] };

export const alertRules: Readonly<Record<string, Rule>> = {
  'POST /events/alerts/search': ofStream,
  'POST /events/alerts/timeline': ofStream,
  'POST /events/alerts/groups': ofStream,
  'POST /events/alerts/states': {
    kind: 'each',
    permissions: ['eventdefinitions:edit:{definitionId}', 'streams:read:{streamId}'],
  },
  'GET /events/alerts/silences': { kind: 'filtered', permissions: ['eventdefinitions:read'] },
  'POST /events/alerts/silences': editing,
  'PUT /events/alerts/silences/{silenceId}': editing,
  'POST /events/alerts/silences/{silenceId}/end': editing,
  'POST /events/definitions/test-run': {
    kind: 'each',
    permissions: ['eventdefinitions:create', 'streams:read:{streamId}'],
  },
};

export const alertRefusals: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  'POST /events/alerts/states': [200, 'the response lists each alert that may not be changed'],
};

const whole = { timerange: { type: 'relative', range: 0 }, per_page: 1000 };
const newSilence = () => ({
  query: 'message:nothing_of_that_name',
  reason: 'conformance',
  ends_at: new Date(Date.now() + 3_600_000).toISOString(),
});
/** Returns an existing silence, or creates one if there is none, because the number of silences is limited. */
async function silence(world: World): Promise<Silence> {
  const { elements } = await world.ask<SilencePage>('GET', '/events/alerts/silences?per_page=1&query=conformance');
  return elements[0] ?? world.ask<Silence>('POST', '/events/alerts/silences', newSilence());
}
/**
 * Builds calls about one event. They contain no query, because the response repeats the query: the id of the event
 * would then be in the response to every caller.
 */
const ofEvent =
  (shows: (id: string) => string): Maker =>
  async (world) => {
    const eventId = await world.event();
    return { params: { eventId }, json: whole, shows: shows(eventId) };
  };

export const alertCalls: Readonly<Record<string, Maker>> = {
  'POST /events/alerts/search': ofEvent((id) => id),
  // The query selects one event, because events about the server itself belong to no stream and all users see them.
  'POST /events/alerts/timeline': async (world) => ({
    json: { ...whole, query: `id:${await world.event()}` },
    shows: '"at":',
  }),
  'POST /events/alerts/groups': ofEvent((id) => id),
  'POST /events/alerts/states': async (world) => {
    const event_id = await world.event();
    const json = { ...whole, query: `id:${event_id}` };
    const { events, states } = await world.ask<AlertsSearchResult>('POST', '/events/alerts/search', json);
    return {
      params: { definitionId: events[0]?.event.event_definition_id ?? '' },
      json: { alerts: [{ event_id, version: states[event_id]?.version ?? 0 }], status: 'acknowledged' },
      shows: '"successfully_performed":1',
    };
  },
  'GET /events/alerts/silences': async (world) => ({ query: 'per_page=0', shows: (await silence(world)).id }),
  'POST /events/alerts/silences': () => ({ json: newSilence() }),
  'PUT /events/alerts/silences/{silenceId}': async (world) => {
    const { id, version } = await silence(world);
    return { params: { silenceId: id }, json: { ...newSilence(), version } };
  },
  'POST /events/alerts/silences/{silenceId}/end': async (world) => ({
    params: { silenceId: (await silence(world)).id },
  }),
  'POST /events/definitions/test-run': (world) => ({
    json: { definition: world.newDefinition(), timerange: { type: 'relative', range: 300 } },
    shows: '"total_runs":5',
  }),
};
