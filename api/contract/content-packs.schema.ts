/**
 * Shapes of content packs, their installations and dry runs (contract data-intake content_packs.*).
 */
import { Type, type Static } from '@sinclair/typebox';
import type { ContentEntity, ModelType } from './catalogue.schema.js';

export type PackConstraint = ContentEntity['constraints'][number];

/** A leaf of an entity's data: a typed value, or the name of the parameter that supplies the value. */
export const ValueReference = Type.Object({
  '@type': Type.Union([
    Type.Literal('string'),
    Type.Literal('integer'),
    Type.Literal('long'),
    Type.Literal('double'),
    Type.Literal('float'),
    Type.Literal('boolean'),
    Type.Literal('parameter'),
  ]),
  '@value': Type.Unknown(),
});
export type ValueReference = Static<typeof ValueReference>;

export type ParameterType = Exclude<ValueReference['@type'], 'parameter'>;

export interface ContentPackParameter {
  name: string;
  title: string;
  description: string;
  type: ParameterType;
  /** Default value of the parameter; null when the file has none. */
  default_value: unknown;
}

/**
 * A content pack as the console reads it: members that are missing in the file have defaults. The endpoint
 * `downloadContentPack` returns the file itself.
 */
export interface ContentPack {
  v: '1';
  id: string;
  rev: number;
  name: string;
  summary: string;
  description: string;
  vendor: string;
  url: string;
  created_at?: string;
  server_version?: string;
  parameters: ContentPackParameter[];
  entities: ContentEntity[];
}

/** The uploaded file. The server stores it unchanged and reports unreadable parts with their paths. */
export const ContentPackFile = Type.Record(Type.String(), Type.Unknown());
export type ContentPackFile = Static<typeof ContentPackFile>;

/**
 * Answer to an upload. `warnings` names the parts of an older file format that could not be converted. Reference
 * servers answer without content.
 */
export interface UploadAnswer {
  id: string;
  rev: number;
  name: string;
  warnings: string[];
}

export interface ContentPackList {
  total: number;
  content_packs: ContentPack[];
  /** Metadata by pack id and then by revision. */
  content_packs_metadata: Record<string, Record<string, { installation_count: number }>>;
}

export interface ConstraintResult {
  constraint: PackConstraint;
  fulfilled: boolean;
}

export interface ContentPackRevisions {
  content_pack_revisions: Record<string, ContentPack>;
  constraints_result: Record<string, ConstraintResult[]>;
}

/** An installed entity; `id` identifies it on this server, `content_pack_entity_id` in the pack. */
export interface InstalledEntity {
  id: string;
  type: ModelType;
  content_pack_entity_id: string;
  title: string;
  /** True when the entity existed before the installation; uninstalling then leaves it. */
  found_on_system: boolean;
}

export interface ContentPackInstallation {
  _id: string;
  content_pack_id: string;
  content_pack_revision: number;
  parameters: Record<string, ValueReference>;
  entities: InstalledEntity[];
  comment: string;
  /** Time of the installation, ISO 8601 in UTC. */
  created_at: string;
  created_by: string;
}

/**
 * Decision about a pack entity that differs from the server's entity of the same name, or that this server cannot
 * create. Reference servers do not accept such decisions.
 */
export const ConflictChoice = Type.Object({
  /** `skip` leaves the entity out; an upgrade then leaves the installed entity as it is. */
  action: Type.Union([Type.Literal('keep'), Type.Literal('take'), Type.Literal('rename'), Type.Literal('skip')]),
  /** New name of the pack's entity; only for the action `rename`. */
  name: Type.Optional(Type.String({ maxLength: 500 })),
});
export type ConflictChoice = Static<typeof ConflictChoice>;

const installing = {
  parameters: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), ValueReference)),
  comment: Type.Optional(Type.Union([Type.String({ maxLength: 512 }), Type.Null()])),
  /** Decisions about entities, by the entity's id in the pack. Reference servers do not know this member. */
  choices: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), ConflictChoice)),
  /** True installs the pack although the server does not fulfil its constraints, such as the server version. */
  ignore_constraints: Type.Optional(Type.Boolean()),
};
export const InstallRequest = Type.Object(installing);
export type InstallRequest = Static<typeof InstallRequest>;

export const UpgradeRequest = Type.Object({
  ...installing,
  revision: Type.Integer({ minimum: 1 }),
  /** Ids, in the pack, of entities that the new revision no longer contains and that the upgrade removes. */
  remove: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 2000 })),
});
export type UpgradeRequest = Static<typeof UpgradeRequest>;

export const DryRunRequest = Type.Object({
  ...installing,
  /** Id of the installation to upgrade; absent: the dry run plans a new installation. */
  installation_id: Type.Optional(Type.String({ maxLength: 100 })),
});
export type DryRunRequest = Static<typeof DryRunRequest>;

/**
 * The planned action for an entity:
 * – `create`, `reuse`, `skip`: no decision is needed
 * – `conflict`: a choice is needed
 * – `impossible`: the entity cannot be created on this server; the pack is installed only if the entity is left out
 * – `update`, `unchanged`: only in upgrades
 * – `gone`: only in upgrades; the entity is no longer in the pack, and the upgrade removes it only on request
 */
export type PlannedAction = 'create' | 'reuse' | 'conflict' | 'impossible' | 'skip' | 'update' | 'unchanged' | 'gone';

export interface PlannedEntity {
  /** Id of the entity in the pack. */
  id: string;
  type: ModelType;
  title: string;
  action: PlannedAction;
  /** One sentence that describes the action. */
  detail: string;
  /** Warnings about parts that will not work although the entity can be installed, such as a port already in use. */
  warnings: string[];
  /** Names of parameters used in the entity's values. */
  parameters: string[];
  /** Present for `conflict`: the server's text, the pack's text and the possible choices. */
  conflict?: {
    mine: string;
    theirs: string;
    /** Number of references in the pack that a renaming of the entity would change. */
    references: number;
    choices: ConflictChoice['action'][];
    /** A name that no entity on the server has yet, for the choice `rename`. */
    suggestion: string;
    /** The choice in the request; null: the request contains none for this entity. */
    chosen: ConflictChoice | null;
  };
}

export interface PlannedParameter extends ContentPackParameter {
  /** Value that the installation would use; null: the parameter has no value. */
  value: unknown;
  problem: string | null;
  warning: string | null;
  /** Value that would resolve the warning. */
  suggestion: unknown;
}

export interface DryRun {
  /** Entities in the order of installation. */
  entities: PlannedEntity[];
  parameters: PlannedParameter[];
  constraints: ConstraintResult[];
  /** Unknown parts of the file, and parts that were converted from an older format. */
  warnings: string[];
  /** Reasons why the installation is not possible; empty: it is possible. */
  problems: string[];
}

export interface UninstallDetails {
  /** Entities that uninstalling removes. */
  entities: InstalledEntity[];
  /**
   * Entities that uninstalling leaves, because they existed before the installation or another installation uses them.
   * Reference servers send neither this member nor `changed`.
   */
  kept: InstalledEntity[];
  /** Ids, on this server, of entities that a user has changed since their installation. */
  changed: string[];
}

/** `keep`: ids, on this server, of installed entities that uninstalling leaves. Reference servers ignore this query. */
export const UninstallQuery = Type.Object({
  keep: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 2000 })])),
});
export type UninstallQuery = Static<typeof UninstallQuery>;

export interface Uninstalled {
  content_pack: ContentPack;
  uninstalled: {
    entities: InstalledEntity[];
    failed_entities: InstalledEntity[];
    skipped_entities: InstalledEntity[];
  };
}

/** A content pack that is shipped with the server. Reference servers have no such library. */
export interface LibraryPack {
  id: string;
  rev: number;
  name: string;
  summary: string;
  vendor: string;
  description: string;
  /** True when the server already stores this revision of the pack. */
  stored: boolean;
}
