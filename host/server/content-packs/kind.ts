/** Describes how content packs read, compare and create the entities of one type. */
import type { Client } from '../../../api/client.js';
import type { Endpoint } from '../../../api/contract/endpoint.js';
import type { View } from '../../../api/contract/views.js';
import type { PlainData } from './values.js';

/** Interface to a server: within the process, or over HTTP. */
export interface Api extends Pick<Client, 'call'> {
  serves(endpoint: Endpoint): boolean;
  /** Available only inside the process, where reading a view does not count as opening it. */
  readonly views?: {
    readonly read: (id: string) => Promise<Omit<View, 'favorite' | 'requires'> | undefined>;
    /** Returns the time at which a search was created, in the format of ISO 8601. */
    readonly searchCreatedAt: (searchId: string) => Promise<string | undefined>;
    /** Sets the creation times of a view and of its search to the times in the pack, in the format of ISO 8601. */
    readonly date: (id: string, createdAt: { readonly view?: string; readonly search?: string }) => Promise<void>;
  };
  /**
   * Available only inside the process. Compiles grok patterns together with the stored patterns; a given pattern
   * replaces the stored pattern of the same name. The result contains the reason for each unusable pattern, by the
   * pattern's name.
   */
  readonly grokFaults?: (patterns: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, string>>;
}

/** An entity on which another entity depends, by its id on the server. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** Translates an id of a pack to an id of the server, or the reverse; undefined: the target has no such entity. */
export type IdOf = (type: string, id: string) => string | undefined;

export interface Listed {
  /** Id on the server. */
  readonly id: string;
  readonly title: string;
  /** Key that identifies an existing entity, for kinds with `matching`. */
  readonly key?: string;
}

/** Facts about the rest of a pack that the checks of one entity need. */
export interface PackNames {
  /** Explains why a grok pattern of the pack cannot be used; undefined: it can be used. */
  readonly patternProblem: (name: string) => string | undefined;
  /** Explains why a grok expression of an extractor of the pack cannot be used; undefined: it can be used. */
  readonly expressionProblem: (expression: string) => string | undefined;
  /** Tells whether the pack or the server has a lookup table of this name. */
  readonly hasTable: (name: string) => boolean;
}

/** Data without the parts that this server cannot create, and a sentence about each of these parts. */
export interface UsableParts {
  readonly data: PlainData;
  readonly left: readonly string[];
}

export interface ReadEntity {
  readonly title: string;
  readonly references: readonly Reference[];
  /**
   * Returns the data in the form of packs, without value references; ids of other entities are translated by `idOf`
   * where possible.
   */
  readonly data: (idOf: IdOf) => PlainData;
}

export interface ContentKind {
  readonly type: string;
  /** Version of the format in which packs contain entities of this type. */
  readonly version: string;
  /** Display name of the entity type. */
  readonly title: string;
  /** Endpoint that a server must have to install entities of this kind. */
  readonly needs: Endpoint;
  readonly list: (api: Api) => Promise<Listed[]>;
  /** Reads an entity; undefined: it does not exist or is not exported. */
  readonly read: (api: Api, id: string) => Promise<ReadEntity | undefined>;
  /** Converts the leaves of the data to value references. */
  readonly wrap: (data: PlainData) => object;
  readonly titleOf: (data: PlainData) => string;
  /** Lists the entities of the pack to which the data refers; entities marked `optional` may be missing in the pack. */
  readonly references: (data: PlainData) => readonly (Reference & { readonly optional?: true })[];
  /** Finds and compares an existing entity with the same key; absent: no existing entity is reused. */
  readonly matching?: {
    readonly keyOf: (data: PlainData) => string;
    /**
     * Returns the text to compare: two entities with the same key and different texts are in conflict. Absent: no
     * conflict occurs.
     */
    readonly text?: (data: PlainData) => string;
    /**
     * Tells whether the data belongs to an entity that came with the server; such an entity is kept without asking the
     * user.
     */
    readonly isOwn?: (data: PlainData) => boolean;
    /** True: a second entity with the key is a conflict even if the texts are equal. */
    readonly unique?: true;
    /** Returns the data with another name, which changes its key. */
    readonly renamed: (data: PlainData, name: string) => PlainData;
  };
  /**
   * Returns the data without references to entities that are left out. Absent: an entity needs every entity to which it
   * refers.
   */
  readonly without?: (data: PlainData, isLeftOut: (id: unknown) => boolean) => PlainData;
  /** Leaves out the parts of the data that this server cannot create. Absent: the data has no such parts. */
  readonly usable?: (api: Api, data: PlainData, names: PackNames) => Promise<UsableParts>;
  /**
   * Checks, without changing anything, whether this server can store the data. Absent: nothing prevents that.
   * @param id id on the server of the entity that is replaced; undefined: the entity is new
   * @throws ApiError with the reason that `create` would give
   */
  readonly check?: (api: Api, data: PlainData, names: PackNames, id: string | undefined) => Promise<void> | void;
  /** Creates an entity. @returns its id on the server */
  readonly create: (api: Api, data: PlainData, idOf: IdOf) => Promise<string>;
  readonly update: (api: Api, id: string, data: PlainData, idOf: IdOf) => Promise<void>;
  readonly remove: (api: Api, id: string) => Promise<void>;
  /** Returns a sentence that describes the effect of the installation. */
  readonly detail?: (data: PlainData) => string;
}

/** Tells whether a stream exists on every server under the same id: 23 zeros and a digit. */
export const isSystemStream = (id: string): boolean => /^0{23}\d$/.test(id);

/** Query that returns all pages of a list at once. */
export const everything = { query: { page: 1, per_page: 0 } } as const;
