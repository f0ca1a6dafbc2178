/** Requests to each list of administration: every attribute by which it is sorted, searched and filtered. */

/** A list, and the values of its parameters that the tests send. */
export interface ListRequests {
  readonly path: string;
  readonly sorts: readonly string[];
  /** Queries in the language of the lists. */
  readonly searches: readonly string[];
  /** Further parameters, such as filters. */
  readonly more?: readonly string[];
}

const users: Omit<ListRequests, 'path'> = {
  sorts: ['id', 'username', 'full_name', 'email', 'none'],
  searches: ['otto', 'id:{anna}', 'username:rob', 'full_name:ant', 'email:a@b', 'none:otto'],
};
const lookup = {
  sorts: ['id', 'title', 'name', 'description', 'none'],
  more: ['sort=title&order=asc', 'resolve=true'],
};

export const lists: readonly ListRequests[] = [
  { path: '/users/paginated', ...users },
  { path: '/authz/roles/{reader_role}/assignees', ...users },
  { path: '/authz/roles/user/otto', sorts: ['name', 'description', 'id'], searches: ['night', 'description:night'] },
  {
    path: '/authz/roles',
    sorts: ['id', 'name', 'description', 'none'],
    searches: ['night', 'name:=day', 'description:shift', 'id:{night}', '-name:night'],
  },
  {
    path: '/streams/paginated',
    sorts: ['_id', 'id', 'title', 'description', 'none'],
    searches: ['mill', 'title:=yard', 'description:otto', '_id:{mill}', 'id:{mill}', 'title:yard,mill', '-title:mill'],
    more: [
      // Streams with equal values are in the order of their ids, which are random.
      'query=title:mill,apron,yard&sort=created_at',
      'query=title:mill,apron,yard&sort=created_at&order=desc',
      'query=title:mill,apron,all&sort=index_set_id',
      'query=title:mill,apron,all&sort=index_set_title&order=desc',
      'query=title:mill,apron&sort=disabled',
      'query=title:mill,apron&sort=disabled&order=desc',
      'filters=index_set_id:{beta}',
      'filters=disabled:true',
      'filters=disabled:false&filters=index_set_id:{defaultSet}',
      'filters=created_at:2099-01-01T00:00:00.000Z%3E%3C',
      'filters=created_at:%3E%3C2099-01-01T00:00:00.000Z',
      'filters=title:mill',
      'query=created_at:%3E2099',
      // These requests use the parts of the lists' query language.
      'query=title:"mill"',
      "query='yard'%20title:mill",
      'query=title:"mi\\"ll"',
      'query=a:b:c',
      'query=title:mill,apron%20created_at:%3E=2020-01-01',
      'query=title:mill,apron%20created_at:%3C2020-01-01',
      'query=title:mill,apron%20created_at:%3C=2020-01-01',
      'query=created_at:x',
      'query=title:=~%5EM.l',
      'query=title:=~(',
      `query=title:=~${'a'.repeat(2000)}`,
      'query=disabled:true',
      'query=disabled:FALSE',
      'query=none:mill',
      'query=%25',
      `query=${Array.from({ length: 21 }, (_, at) => `w${at}`).join('%20')}`,
      'filters=created_at:x%3E%3C',
      'filters=created_at:2020-01-01',
    ],
  },
  {
    path: '/system/indices/index_sets',
    sorts: [],
    searches: [],
    more: ['skip=1', 'limit=2', 'skip=1&limit=1', 'skip=9', 'limit=0', 'stats=true&limit=1'],
  },
  {
    path: '/system/grok/paginated',
    sorts: [],
    searches: ['ZZ', 'name:=ZZ_LAST', 'pattern:zz_last', 'id:{grokA}'],
    more: ['query=ZZ&sort=name&order=desc', 'query=ZZ&sort=pattern', 'query=ZZ&sort=pattern&order=desc'],
  },
  {
    path: '/system/pipelines/pipeline/paginated',
    sorts: ['id', 'title', 'description', 'created_at', 'modified_at', 'none'],
    searches: ['wash', 'title:dry', 'description:b', 'id:{dry}'],
  },
  {
    path: '/system/pipelines/rule/paginated',
    sorts: ['id', 'title', 'description', 'created_at', 'modified_at', 'none'],
    searches: ['cut', 'title:late', 'description:second', 'id:{cut}'],
  },
  { path: '/system/lookup/tables', ...lookup, searches: ['Names', 'name:remote', 'description:w', 'id:{table2}'] },
  { path: '/system/lookup/adapters', ...lookup, searches: ['Rows', 'name:adapter-b', 'description:k', 'id:{http}'] },
  { path: '/system/lookup/caches', ...lookup, searches: ['Zinc', 'name:cache-b', 'description:m', 'id:{cache1}'] },
  {
    path: '/system/lookup/adapters/{rows}/rows',
    sorts: ['key', 'value', 'floor', 'expires_at', 'note', 'none'],
    searches: ['bill', 'n', '10', 'none'],
  },
  {
    path: '/events/definitions/paginated',
    sorts: ['title', 'description', 'priority', 'status', 'none'],
    searches: ['cpu', 'title:disk', 'description:busy', 'id:{cpu}', 'priority:3'],
    more: ['filters=title:Cpu', 'query=cpu&sort=id'],
  },
  { path: '/events/definitions', sorts: ['priority'], searches: ['cpu', 'description:busy'] },
  {
    path: '/events/notifications/paginated',
    sorts: ['_id', 'id', 'title', 'description', 'type', 'none'],
    searches: ['hook', 'title:alarm', 'description:calls', '_id:{hook}', 'id:{hook}', 'type:email'],
  },
  { path: '/events/notifications', sorts: ['title', 'type'], searches: ['hook', 'description:about'] },
  {
    path: '/events/alerts/silences',
    sorts: ['reason', 'query', 'starts_at', 'ends_at', 'none'],
    searches: ['main', 'reason:build', 'query:loud', 'phase:ended', 'phase:active', 'changed_by:admin'],
    more: ['query=main&sort=changed_by', 'query=reason:main,build&sort=phase'],
  },
  {
    path: '/system/authentication/services/backends',
    sorts: ['id', 'title', 'description', 'type', 'none'],
    searches: ['house', 'title:annex', 'description:f', 'type:oidc', 'id:{ldap2}'],
  },
  { path: '/system/authentication/services/backends/{ldap1}/users', sorts: ['username'], searches: [] },
  {
    path: '/sidecars',
    sorts: [
      'node_name',
      'name',
      'node_id',
      'sidecar_version',
      'last_seen',
      'operating_system',
      'node_details.operating_system',
      'status',
      'node_details.status.status',
      'id',
    ],
    searches: ['west', 'node_id:node-a', 'operating_system:linux', 'status:failing', 'status:running', 'id:node-b'],
    more: ['only_active=true', 'query=sidecar_version:1.5.6', 'query=last_seen:%3E2020-01-01'],
  },
  {
    path: '/sidecar/collectors/summary',
    sorts: [],
    searches: ['mover', 'id:{collector}', 'name:mover', 'name:mover%20operating_system:windows'],
    more: ['asc', 'desc'].map((order) => `query=name:mover,winlogbeat&sort=operating_system&order=${order}`),
  },
  {
    path: '/sidecar/configurations',
    sorts: ['name', 'id', 'none'],
    searches: ['web', 'name:app', 'id:{conf2}', 'collector_id:{collector}', 'collector_id:none'],
  },
  {
    path: '/authz/shares/user/{anna}',
    sorts: ['title'],
    searches: ['yard', 'disk', 'none'],
    more: ['capability=manage', 'capability=own', 'entity_type=stream', 'entity_type=dashboard', 'capability=none'],
  },
  {
    path: '/entity_suggestions',
    sorts: [],
    searches: [],
    more: [
      'collection=streams',
      'collection=streams&query=mill',
      'collection=streams&page=2&per_page=2',
      'collection=streams&column=title&query=a',
      'collection=streams&column=description',
      'collection=users',
      'collection=users&column=username&query=o',
      'collection=none',
    ],
  },
  {
    path: '/system/inputs/{raw}/failures',
    sorts: [],
    searches: [],
    more: ['limit=1'],
  },
];

/** Returns the query strings of the requests to a list. */
export function queriesOf({ sorts, searches, more = [] }: ListRequests): string[] {
  const pages =
    sorts.length + searches.length === 0
      ? []
      : ['page=1&per_page=1', 'page=2&per_page=1', 'page=9&per_page=5', 'per_page=0'];
  return [
    ...(sorts.length > 0 ? pages : []),
    ...sorts.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`)),
    ...searches.map((query) => `query=${query}`),
    ...more,
  ];
}
