/**
 * Lists the stored kinds of entities with their collection, name, and permissions to read and delete. A module that
 * stores documents of a kind opens their collection here, so that the catalogue is complete.
 */
import type { GrnType } from '../auth/grants.js';
import type { IndexSetDocument } from '../store/index.js';
import type { Collection, Documents } from '../store/types.js';
import { indexSetTitle } from './index-set-title.js';
import type { ViewRecord } from '../entities/views.js';

/** Members that the catalogue reads of any stored entity. */
export interface EntityDocument {
  readonly id: string;
  readonly [name: string]: unknown;
}

interface KindFacts {
  /** Name of the document collection; consoles send it as `related_collection`. */
  readonly collection: string;
  /**
   * Entity type in the resource name (GRN); null: entities of this kind have no GRN, so they can be neither shared nor
   * marked as favourites.
   */
  readonly grn: GrnType | null;
  /** True for kinds whose creator becomes owner and whose changes appear in the recent activity. */
  readonly owned?: true;
  /** Tells whether a document of the collection is of this kind; absent: all documents are. */
  readonly has?: (document: EntityDocument) => boolean;
  /** Members that hold the title; the first non-empty one counts. Suggestions are searched in them. */
  readonly titles: readonly [string, ...string[]];
  /** Computes the title; absent: a member holds it. */
  readonly titled?: (document: EntityDocument) => string;
  /** Permissions to read the entity, any of which suffices. */
  readonly read: readonly [string, ...string[]];
  /** Permissions to delete the entity, any of which suffices. */
  readonly remove: readonly [string, ...string[]];
  /** Members that identify the entity in permissions; `id` by default. */
  readonly named?: readonly [string, ...string[]];
}

const isView = (type: ViewRecord['type']) => (document: EntityDocument) => document['type'] === type;

const table = {
  dashboard: {
    collection: 'views',
    grn: 'dashboard',
    owned: true,
    has: isView('DASHBOARD'),
    titles: ['title'],
    read: ['view:read', 'dashboards:read'],
    remove: ['view:delete'],
  },
  search: {
    collection: 'views',
    grn: 'search',
    owned: true,
    has: isView('SEARCH'),
    titles: ['title'],
    read: ['view:read'],
    remove: ['view:delete'],
  },
  stream: {
    collection: 'streams',
    grn: 'stream',
    owned: true,
    titles: ['title'],
    read: ['streams:read'],
    remove: ['streams:edit'],
  },
  input: {
    collection: 'inputs',
    grn: null,
    titles: ['title'],
    read: ['inputs:read'],
    remove: ['inputs:terminate'],
  },
  output: {
    collection: 'outputs',
    grn: 'output',
    titles: ['title'],
    read: ['outputs:read'],
    remove: ['outputs:terminate'],
  },
  event_definition: {
    collection: 'event_definitions',
    grn: 'event_definition',
    owned: true,
    titles: ['title'],
    read: ['eventdefinitions:read'],
    remove: ['eventdefinitions:delete'],
  },
  notification: {
    collection: 'event_notifications',
    grn: 'notification',
    owned: true,
    titles: ['title'],
    read: ['eventnotifications:read'],
    remove: ['eventnotifications:delete'],
  },
  index_set: {
    collection: 'index_sets',
    grn: null,
    titles: ['title', 'prefix'],
    titled: (document) => indexSetTitle(document as EntityDocument & IndexSetDocument),
    read: ['indexsets:read'],
    remove: ['indexsets:delete'],
  },
  grok_pattern: {
    collection: 'grok_patterns',
    grn: null,
    titles: ['name'],
    read: ['inputs:read'],
    remove: ['inputs:edit'],
  },
  lookup_table: {
    collection: 'lookup_tables',
    grn: null,
    titles: ['title', 'name'],
    read: ['lookuptables:read'],
    remove: ['lookuptables:delete'],
  },
  lookup_cache: {
    collection: 'lookup_caches',
    grn: null,
    titles: ['title', 'name'],
    read: ['lookuptables:read'],
    remove: ['lookuptables:delete'],
  },
  lookup_adapter: {
    collection: 'lookup_adapters',
    grn: null,
    titles: ['title', 'name'],
    read: ['lookuptables:read'],
    remove: ['lookuptables:delete'],
  },
  pipeline: {
    collection: 'pipelines',
    grn: null,
    titles: ['title'],
    read: ['pipeline:read'],
    remove: ['pipeline:delete'],
  },
  pipeline_rule: {
    collection: 'pipeline_rules',
    grn: null,
    titles: ['title'],
    read: ['pipeline_rule:read'],
    remove: ['pipeline_rule:delete'],
  },
  sidecar_collector: {
    collection: 'sidecar_collectors',
    grn: null,
    titles: ['name'],
    read: ['sidecar_collectors:read'],
    remove: ['sidecar_collectors:delete'],
  },
  sidecar_configuration: {
    collection: 'sidecar_configurations',
    grn: null,
    titles: ['name'],
    read: ['sidecar_collector_configurations:read'],
    remove: ['sidecar_collector_configurations:delete'],
  },
  sidecar_variable: {
    collection: 'sidecar_variables',
    grn: null,
    titles: ['name'],
    read: ['sidecar_collector_configurations:read'],
    remove: ['sidecar_collector_configurations:update'],
  },
  authentication_service: {
    collection: 'authentication_services',
    grn: null,
    titles: ['title'],
    read: ['authservicebackend:read'],
    remove: ['authservicebackend:delete'],
  },
  decorator: {
    collection: 'decorators',
    grn: null,
    titles: ['type'],
    read: ['decorators:read'],
    remove: ['decorators:edit'],
  },
  user: {
    collection: 'users',
    grn: 'user',
    titles: ['full_name', 'username'],
    read: ['users:read', 'users:edit'],
    remove: ['users:edit'],
    named: ['username'],
  },
  role: {
    collection: 'roles',
    grn: 'role',
    titles: ['name'],
    read: ['roles:read'],
    remove: ['roles:delete'],
    named: ['id', 'name'],
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type EntityType = keyof typeof table;
export const kinds: Readonly<Record<EntityType, KindFacts>> = table;

export interface EntityKind extends KindFacts {
  readonly type: EntityType;
}
export const entityKinds: readonly EntityKind[] = Object.entries(kinds).map(([type, facts]) => ({
  type: type as EntityType,
  ...(facts as KindFacts),
}));

/**
 * Returns the collection of a kind that is completely in memory. Other modules read these documents through this
 * function.
 */
export function entityCollection<T extends { id: string }>(
  documents: Documents,
  type: Exclude<EntityType, 'dashboard' | 'search'>,
): Collection<T> {
  return documents.collection<T>(kinds[type].collection);
}
