/**
 * Describes the kinds of entities that the quick jump finds by name. The description of each kind defines who may find
 * its entities, how they are requested, and which page shows them. Where the server cannot search a list, the whole
 * list is requested and filtered in the browser.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../api/client.js';
import { definitionsPageQuery } from '../../api/queries/event-definitions.js';
import { indexSetsQuery } from '../../api/queries/index-sets.js';
import { inputsQuery } from '../../api/queries/inputs.js';
import { rolesPageQuery } from '../../api/queries/roles.js';
import { streamsPageQuery } from '../../api/queries/stream-administration.js';
import { usersPageQuery } from '../../api/queries/users.js';
import { dashboardsQuery, savedSearchesQuery } from '../../api/queries/views.js';
import { allowsAll, allowsForSome } from '../../api/permissions.js';
import { loadSections } from '../admin/configurations/pages.js';
import { entityRoute, inputRoute } from '../kit/entity-route.js';
import { matching, quoted, type QuickPlace } from './quick-entries.js';
import { texts as words } from './quick-texts.js';

const mostOfAKind = 10;

type Found = readonly (Pick<QuickPlace, 'label' | 'path'> & { readonly also?: string })[];

/** Connection and permissions (`granted`) of the user who searches. */
interface Asker {
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly granted: readonly string[];
}

export interface NamedKind {
  /** Heading of the group of entries. */
  readonly title: string;
  /** Name of the kind, which is shown beside each entry. */
  readonly kind: string;
  /**
   * Permission that the user needs for at least one entity of the kind; absent: the server lists what the user may
   * see.
   */
  readonly needs?: string;
  /** Returns the first entities whose name contains the text: about ten, or twenty for users. */
  readonly find: (name: string, asker: Asker) => Promise<Found>;
}

const pageOf = (name: string, sort = 'title') =>
  ({ page: 1, per_page: mostOfAKind, sort, order: 'asc', query: quoted(name) }) as const;

interface Person {
  readonly id: string;
  readonly username: string;
  readonly full_name?: string | null;
}

interface Titled {
  readonly id: string;
  readonly title: string;
}

const placesOf = (type: string, rows: readonly Titled[]): Found =>
  rows.map(({ id, title }) => ({ label: title, path: entityRoute({ type, id }) ?? '/' }));

const personPlace = ({ id, full_name: fullName, username }: Person): Found[number] => ({
  label: fullName && fullName !== username ? `${fullName} (${username})` : username,
  path: entityRoute({ type: 'user', id }) ?? '/',
});

/**
 * Returns the rows that contain all words of the text (`matching`), at most `mostOfAKind`.
 *
 * @param rows a whole list, which the server cannot search
 */
const filtered = (name: string, rows: Found): Found =>
  matching(
    rows.map((row) => ({ ...row, kind: '' })),
    name,
  )
    .slice(0, mostOfAKind)
    .map(({ label, path = '/' }) => ({ label, path }));

export const namedKinds: readonly NamedKind[] = [
  {
    title: words.groups.settings,
    kind: words.setting,
    needs: 'clusterconfigentry:read',
    find: async (name, { granted }) => {
      const { sectionRoute, sections } = await loadSections();
      return filtered(
        name,
        sections
          .filter(({ needs = [] }) => allowsAll(granted, needs))
          .map(({ key, title, heading }) => ({ label: title, also: heading, path: sectionRoute(key) })),
      );
    },
  },
  {
    title: words.groups.streams,
    kind: words.stream,
    needs: 'streams:read',
    find: async (name, { client, queryClient }) =>
      placesOf('stream', (await queryClient.fetchQuery(streamsPageQuery(client, pageOf(name)))).elements),
  },
  {
    title: words.groups.dashboards,
    kind: words.dashboard,
    find: async (name, { client, queryClient }) =>
      placesOf('dashboard', (await queryClient.fetchQuery(dashboardsQuery(client, pageOf(name)))).elements),
  },
  {
    title: words.groups.searches,
    kind: words.search,
    find: async (name, { client, queryClient }) =>
      placesOf('search', (await queryClient.fetchQuery(savedSearchesQuery(client, pageOf(name)))).elements),
  },
  {
    title: words.groups.definitions,
    kind: words.definition,
    needs: 'eventdefinitions:read',
    find: async (name, { client, queryClient }) =>
      placesOf('event_definition', (await queryClient.fetchQuery(definitionsPageQuery(client, pageOf(name)))).elements),
  },
  {
    title: words.groups.inputs,
    kind: words.input,
    needs: 'inputs:read',
    find: async (name, { client, queryClient }) => {
      const { inputs } = await queryClient.fetchQuery(inputsQuery(client));
      return filtered(
        name,
        inputs.map(({ title }) => ({ label: title, path: inputRoute(title) })),
      );
    },
  },
  {
    title: words.groups.indexSets,
    kind: words.indexSet,
    needs: 'indexsets:read',
    find: async (name, { client, queryClient }) => {
      const sets = await queryClient.fetchQuery(indexSetsQuery(client));
      return filtered(
        name,
        sets.flatMap(({ id, title }) =>
          id == null ? [] : [{ label: title, path: entityRoute({ type: 'index_set', id }) ?? '/' }],
        ),
      );
    },
  },
  {
    title: words.groups.users,
    kind: words.user,
    needs: 'users:list',
    find: async (name, { client, queryClient }) => {
      const page = pageOf(name, 'full_name');
      // The list searches full names unless the query names another field, and cannot search both at once.
      const [byFullName, byUsername] = await Promise.all(
        [page, { ...page, query: `username:${page.query}` }].map((query) =>
          queryClient.fetchQuery(usersPageQuery(client, query)),
        ),
      );
      const found = new Map(
        [...(byUsername?.elements ?? []), ...(byFullName?.elements ?? [])].map((one) => [one.id, one]),
      );
      // The built-in administrator is not part of the list that the server searches, so the name is compared here.
      const admin = byFullName?.admin;
      return [...filtered(name, admin ? [personPlace(admin)] : []), ...[...found.values()].map(personPlace)];
    },
  },
  {
    title: words.groups.roles,
    kind: words.role,
    needs: 'roles:read',
    find: async (name, { client, queryClient }) => {
      const { elements } = await queryClient.fetchQuery(rolesPageQuery(client, pageOf(name, 'name')));
      return placesOf(
        'role',
        elements.map((role) => ({ id: role.id, title: role.name })),
      );
    },
  },
];

/** Returns the kinds that need no permission, and those whose permission the user has for at least one entity. */
export const kindsFor = (granted: readonly string[]): readonly NamedKind[] =>
  namedKinds.filter(({ needs }) => needs === undefined || allowsForSome(granted, needs));
