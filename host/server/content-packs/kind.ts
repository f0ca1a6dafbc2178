/** Describes a type of entity to content packs (design content-packs, section 2). */
import type { Client } from '../../../api/client.js';
import type { Endpoint } from '../../../api/contract/endpoint.js';
import type { View } from '../../../api/contract/views.js';
import type { PlainData } from './values.js';

/** The server as kinds speak with it: within the process, or over HTTP. */
export interface Api extends Pick<Client, 'call'> {
  serves(endpoint: Endpoint): boolean;
  /** Used only inside the process, where reading a view does not count as opening it. */
  readonly views?: {
    readonly read: (id: string) => Promise<Omit<View, 'favorite' | 'requires'> | undefined>;
    /** Gives a view the date that a pack says it was made on. */
    readonly date: (id: string, createdAt: string) => Promise<void>;
  };
}

/** An entity that another one depends on, by its id on the server. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** The id on one side of what has this id on the other; undefined: it is not known there. */
export type IdOf = (type: string, id: string) => string | undefined;

export interface Listed {
  /** Id on the server. */
  readonly id: string;
  readonly title: string;
  /** Key that identifies an existing entity, for kinds that are matched. */
  readonly key?: string;
}

export interface ReadEntity {
  readonly title: string;
  readonly references: readonly Reference[];
  /** The data as packs hold it, without value references; ids of other entities as `idOf` gives them, else as they are. */
  readonly data: (idOf: IdOf) => PlainData;
}

export interface ContentKind {
  readonly type: string;
  /** Version of the exported form. */
  readonly version: string;
  /** Name for people. */
  readonly title: string;
  /** Endpoint that a server must have to install entities of this kind. */
  readonly needs: Endpoint;
  readonly list: (api: Api) => Promise<Listed[]>;
  /** Undefined when the entity does not exist or is not exported. */
  readonly read: (api: Api, id: string) => Promise<ReadEntity | undefined>;
  /** Data with its leaves as value references. */
  readonly wrap: (data: PlainData) => object;
  readonly titleOf: (data: PlainData) => string;
  /** Ids in data that refer to other entities of the pack; `optional` ones may be missing there. */
  readonly references: (data: PlainData) => readonly (Reference & { readonly optional?: true })[];
  /** Finds the existing entity that matches; absent: none ever does. */
  readonly matching?: {
    readonly keyOf: (data: PlainData) => string;
    /** Texts of two entities of one key that differ are a conflict. Absent: never. */
    readonly text?: (data: PlainData) => string;
    /** Tells whether the server came with an entity of this data; such an entity is kept without asking. */
    readonly isOwn?: (data: PlainData) => boolean;
    /** A second one of the key is a conflict although the texts agree. */
    readonly unique?: true;
    /** The data under another key. */
    readonly renamed: (data: PlainData, name: string) => PlainData;
  };
  /** @returns its id on the server */
  readonly create: (api: Api, data: PlainData, idOf: IdOf) => Promise<string>;
  readonly update: (api: Api, id: string, data: PlainData, idOf: IdOf) => Promise<void>;
  readonly remove: (api: Api, id: string) => Promise<void>;
  /** A sentence that says what installing makes. */
  readonly detail?: (data: PlainData) => string;
}

/** Streams that every server has under the same ids, `00000000000000000000000` and a digit. */
export const isSystemStream = (id: string): boolean => /^0{23}\d$/.test(id);

/** All of a paged list. */
export const everything = { query: { page: 1, per_page: 0 } } as const;
