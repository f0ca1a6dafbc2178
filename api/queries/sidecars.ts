/**
 * Queries and mutations of sidecars as nodes: lists, states, assignments, actions and rollouts (contract administration
 * sidecars.*, sidecarAdmin.*).
 */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { getUser } from '../contract/current-user.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import {
  actOnCollectors,
  administerSidecars,
  allSidecars,
  assignConfigurations,
  deleteSidecar,
  getSidecar,
  listRollouts,
  listSidecars,
  sidecarEnrolment,
  sidecarFigures,
  steerRollout,
} from '../contract/sidecars.js';
import type {
  ActionRequest,
  AdministrationRequest,
  AssignRequest,
  SidecarEnrolment,
  SidecarSummary,
} from '../contract/sidecars.schema.js';
import type { RolloutRequest } from '../contract/sidecar-versions.schema.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { polling, pollingIfKnown } from './polling.js';

export const sidecarsKey = ['sidecars'] as const;
const pollMs = 5000;

/** A sidecar as a row of the overview table, whose rows need the member `id`. */
export type SidecarRow = SidecarSummary & { readonly id: string };

const hasSidecars = hasList('sidecars');
const withId = (sidecar: SidecarSummary): SidecarRow => ({ ...sidecar, id: sidecar.node_id });

/**
 * Columns of the list, because the endpoint does not describe its attributes. Only the embedded server sends values for
 * the column `history`.
 */
const attributes: readonly EntityAttribute[] = [
  { id: 'node_name', title: 'Name', type: 'STRING', sortable: true, searchable: true },
  { id: 'node_details.status.status', title: 'Status', type: 'INT', sortable: true },
  { id: 'history', title: 'Last 24 hours', type: 'STRING' },
  { id: 'node_details.operating_system', title: 'Operating System', type: 'STRING', sortable: true },
  { id: 'tags', title: 'Tags', type: 'STRING' },
  { id: 'configuration', title: 'Configuration', type: 'STRING' },
  { id: 'last_seen', title: 'Last Seen', type: 'DATE', sortable: true },
  { id: 'node_id', title: 'Node Id', type: 'STRING', sortable: true },
  { id: 'sidecar_version', title: 'Sidecar Version', type: 'STRING', sortable: true },
];

/** Reads one page of sidecars in the format of the overview table. */
export const sidecarPageQuery =
  (onlyActive: boolean) =>
  (client: Client, { filters: _none, ...question }: PageQuery) =>
    queryOptions({
      queryKey: [...sidecarsKey, 'page', onlyActive, question],
      queryFn: async ({ signal }) => {
        const query = { ...question, only_active: onlyActive };
        const { sidecars, pagination, total } = await client.call(listSidecars, { query, signal, check: hasSidecars });
        const rows: readonly SidecarSummary[] = sidecars;
        // Reference servers record no history, so that the column would stay empty.
        const hasHistory = rows.length === 0 || rows.some(({ history }) => history !== undefined);
        const shown = hasHistory ? attributes : attributes.filter(({ id }) => id !== 'history');
        return { elements: rows.map(withId), pagination, total, all: total, attributes: shown };
      },
      placeholderData: keepPreviousData,
    });

/** Reads all sidecars, for the list of failures. */
export function allSidecarsQuery(client: Client) {
  return queryOptions({
    queryKey: [...sidecarsKey, 'all'],
    queryFn: async ({ signal }) =>
      (await client.call(allSidecars, { signal, background: true, check: hasSidecars }))
        .sidecars as readonly SidecarSummary[],
    ...polling(pollMs),
  });
}

export function sidecarQuery(client: Client, sidecarId: string) {
  return queryOptions({
    queryKey: [...sidecarsKey, 'one', sidecarId],
    queryFn: ({ signal }) => client.call(getSidecar, { params: { sidecarId }, signal, background: true }),
    ...polling(pollMs),
  });
}

/** Reads one page of the administration list. */
export function administrationQuery(client: Client, request: AdministrationRequest) {
  return queryOptions({
    queryKey: [...sidecarsKey, 'administration', request],
    queryFn: ({ signal }) =>
      client.call(administerSidecars, { body: request, signal, background: true, check: hasSidecars }),
    placeholderData: keepPreviousData,
    ...polling(pollMs),
  });
}

/** Reads the counts and the sidecars that need attention; null when the server does not have this endpoint. */
export function sidecarFiguresQuery(client: Client) {
  return queryOptions({
    queryKey: [...sidecarsKey, 'figures'],
    queryFn: ({ signal }) => unlessMissing(client.call(sidecarFigures, { signal, background: true }), null),
    ...pollingIfKnown(pollMs),
  });
}

/** Username of the account whose tokens agents use, also on reference servers. */
const agentsUser = 'graylog-sidecar';

/**
 * Reads the account of the agents and the server's address, for the install command of an agent. Reference servers do
 * not report their address, so that it is empty. The result is null if the account cannot be read.
 */
export function sidecarEnrolmentQuery(client: Client) {
  return queryOptions({
    queryKey: [...sidecarsKey, 'enrolment'],
    queryFn: async ({ signal }): Promise<SidecarEnrolment | null> => {
      const own = await unlessMissing(client.call(sidecarEnrolment, { signal }), null);
      if (own) return own;
      const user = await client.call(getUser, { params: { username: agentsUser }, signal }).catch(() => null);
      return user && { user_id: user.id, username: user.username, server_url: '' };
    },
    staleTime: Infinity,
  });
}

/** Reads the rollouts, those under way first; null when the server has no rollouts. */
export function rolloutsQuery(client: Client) {
  return queryOptions({
    queryKey: [...sidecarsKey, 'rollouts'],
    queryFn: async ({ signal }) => {
      const answer = await unlessMissing(client.call(listRollouts, { signal, background: true }), null);
      return answer && answer.rollouts;
    },
    ...pollingIfKnown(pollMs),
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: sidecarsKey });

export function steerRolloutMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ rolloutId, action }: { readonly rolloutId: string; readonly action: RolloutRequest['action'] }) =>
      client.call(steerRollout, { params: { rolloutId }, body: { action } }),
    onSuccess: async () => {
      await changed(queryClient);
      await queryClient.invalidateQueries({ queryKey: ['sidecarConfigurations'] });
    },
  });
}

export function assignMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: AssignRequest) => client.call(assignConfigurations, { body }),
    onSuccess: () => changed(queryClient),
  });
}

export function actMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: ActionRequest) => client.call(actOnCollectors, { body }),
    onSuccess: () => changed(queryClient),
  });
}

export function deleteSidecarMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (sidecarId: string) => client.call(deleteSidecar, { params: { sidecarId } }),
    onSuccess: () => changed(queryClient),
  });
}
