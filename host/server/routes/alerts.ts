/**
 * Routes of alerts with their states, of statistics and groups of alerts, and of silences. The reference server has
 * no such routes.
 */
import * as endpoints from '../../../api/contract/alerts.js';
import {
  AlertsSearchBody,
  AlertStatesBody,
  ChangedSilenceBody,
  SilenceBody,
  type AlertsSearchParameters,
  type AlertState,
} from '../../../api/contract/alerts.schema.js';
import { PageQuery } from '../../../api/contract/list.schema.js';
import { instantText } from '../../../api/instant-text.js';
import type { DefinitionDocument } from '../alerts/definition-input.js';
import { eventGroups, eventTimeline } from '../alerts/event-figures.js';
import { completed, searchEvents } from '../alerts/event-search.js';
import { readableBy, readableEvents } from '../alerts/readable-events.js';
import type { Wanted } from '../alerts/states/alert-states.js';
import { shownSilence, type SilenceDocument } from '../alerts/states/silences.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { inBulk } from '../entities/entity-routes.js';
import { entityCollection } from '../documents/kinds.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { attribute, EntityList } from '../lists/entity-list.js';
import type { Registry } from '../http/registry.js';
import { readerFor } from '../search/reader.js';
import { described, foundEvents } from './events.js';
import { instantOf } from '../search/time-range.js';

const longestMuteMs = 366 * 86_400_000;

const silenceList = (now: () => number) =>
  new EntityList<SilenceDocument>(
    [
      attribute('reason', 'Reason', 'STRING', ({ reason }) => reason, { searchable: true }),
      attribute('query', 'Query', 'STRING', ({ query }) => query, { searchable: true }),
      attribute('phase', 'State', 'STRING', (silence) => shownSilence(silence, now()).phase, { searchable: true }),
      attribute('starts_at', 'From', 'DATE', ({ startsAt }) => instantText(startsAt), {
        sortBy: ({ startsAt }) => startsAt,
      }),
      attribute('ends_at', 'Until', 'DATE', ({ endsAt }) => instantText(endsAt), { sortBy: ({ endsAt }) => endsAt }),
      attribute('changed_by', 'By', 'STRING', ({ changedBy }) => changedBy, { searchable: true }),
    ],
    'reason',
    ({ id }) => id,
  );

/**
 * Reads the requested change of alert states.
 * @param now epoch milliseconds
 * @throws BadRequestError for muting whose end is missing, is not in the future, or is more than 366 days away
 */
function wantedOf({ status, note = '', until }: AlertStatesBody, now: number): Wanted {
  if (status !== 'muted') return { status, note: note.trim(), until: null };
  const end = instantOf(until ?? '');
  if (end === undefined || end <= now || end > now + longestMuteMs)
    throw new BadRequestError('An alert is muted until a time that is later than now, and within a year.');
  return { status, note: note.trim(), until: end };
}

/**
 * Returns the permission that a silence needs: the permission on its event definition, or on all definitions if the
 * silence applies to all definitions (`definitionId` is null).
 */
const permissionOf = (right: 'read' | 'edit', definitionId: string | null): string =>
  definitionId === null ? `eventdefinitions:${right}` : permissionOn(`eventdefinitions:${right}`, definitionId);

export function registerAlerts(
  registry: Registry,
  { documents, store, suppression }: Needs<'documents' | 'store' | 'suppression'>,
): void {
  const { states, silences } = suppression;
  const definitions = entityCollection<DefinitionDocument>(documents, 'event_definition');
  const list = silenceList(Date.now);
  const titles = (ids: Iterable<string>) => described(ids, (id) => definitions.get(id));

  const askedFor = (body: AlertsSearchParameters | undefined, user: Caller) => {
    const { states: wanted, ...search } = body ?? {};
    const now = Date.now();
    return {
      parameters: completed(search),
      reader: readerFor(store, { username: user.username, rank: 'interactive' }),
      readable: readableBy({ documents }, user),
      now,
      only: wanted && states.eventsIn(wanted, now),
    } as const;
  };

  registry.serve(endpoints.searchAlerts, { body: AlertsSearchBody }, async ({ body, user, signal }) => {
    const begun = performance.now();
    const { parameters, reader, readable, now, only } = askedFor(body, user);
    const found = await searchEvents(reader, parameters, readable, now, signal, only);
    const known = found.events.flatMap(({ event: { id } }) => {
      const state = states.shown(id, now);
      return state ? [[id, state] as const] : [];
    });
    return { ...foundEvents(documents, parameters, found, begun), states: Object.fromEntries(known) };
  });

  registry.serve(endpoints.alertTimeline, { body: AlertsSearchBody }, async ({ body, user, signal }) => {
    const { parameters, reader, readable, now, only } = askedFor(body, user);
    const { from, to, intervalMs, buckets } = await eventTimeline(reader, parameters, readable, now, signal, only);
    return {
      from: instantText(from),
      to: instantText(to),
      interval_ms: intervalMs,
      buckets: buckets.map(({ at, ...counts }) => ({ at: instantText(at), ...counts })),
    };
  });

  registry.serve(endpoints.alertGroups, { body: AlertsSearchBody }, async ({ body, user, signal }) => {
    const { parameters, reader, readable, now, only } = askedFor(body, user);
    const { groups, total } = await eventGroups(
      reader,
      parameters,
      readable,
      now,
      signal,
      () => states.known(now),
      only,
    );
    return {
      groups: groups.map(({ definitionId, key, count, first, event }) => {
        const state = states.shown(event.id, now) ?? null;
        const since = state?.at ?? instantText(first);
        return { event_definition_id: definitionId, key, count, first: instantText(first), event, state, since };
      }),
      total,
      context: { event_definitions: titles(groups.map(({ definitionId }) => definitionId)) },
    };
  });

  registry.serve(endpoints.changeAlertStates, { body: AlertStatesBody }, async ({ body, user, signal }) => {
    const now = Date.now();
    const wanted = wantedOf(body, now);
    const versions = new Map(body.alerts.map(({ event_id: id, version }) => [id, version]));
    const ids = [...versions.keys()];
    const found = await readableEvents({ documents, store }, user, ids, signal);
    const changed: AlertState[] = [];
    const answer = await inBulk({ entity_ids: ids }, async (id) => {
      const known = found.get(id);
      if (!known) throw new NotFoundError(`There is no event with ID <${id}>.`);
      authorize(user, permissionOn('eventdefinitions:edit', known.event.event_definition_id));
      await states.change(known.event, known.index_name, versions.get(id) ?? 0, wanted, user.username, now);
      const state = states.shown(id, now);
      if (state) changed.push(state);
    });
    return { ...answer, states: changed };
  });

  registry.serve(endpoints.silencesPage, { query: PageQuery }, ({ query, user }) => {
    const now = Date.now();
    const readable = silences.all().filter(({ definitionId }) => can(user, permissionOf('read', definitionId)));
    return list.overview(readable, query, (one) => shownSilence(one, now));
  });

  registry.serve(endpoints.createSilence, { body: SilenceBody }, async ({ body, user }) => {
    const now = Date.now();
    authorize(user, permissionOf('edit', body.event_definition_id ?? null));
    return shownSilence(await silences.create(body, user.username, now), now);
  });

  registry.serve(endpoints.updateSilence, { body: ChangedSilenceBody }, async ({ params, body, user }) => {
    const now = Date.now();
    mayChange(user, params.silenceId);
    authorize(user, permissionOf('edit', body.event_definition_id ?? null));
    const { version, ...wanted } = body;
    return shownSilence(await silences.change(params.silenceId, version, wanted, user.username, now), now);
  });

  registry.serve(endpoints.endSilence, {}, async ({ params, user }) => {
    const now = Date.now();
    mayChange(user, params.silenceId);
    return shownSilence(await silences.end(params.silenceId, user.username, now), now);
  });

  /**
   * Checks that a user may change a silence.
   * @throws ForbiddenError if the user lacks the permission that the silence needs; an unknown silence needs the
   * permission on all definitions
   */
  function mayChange(user: Caller, id: string): void {
    authorize(user, permissionOf('edit', silences.find(id)?.definitionId ?? null));
  }
}
