/** Shapes of content packs, their installations and dry runs (contract data-intake content_packs.*; design content-packs). */
import { Type, type Static } from '@sinclair/typebox';
import type { ContentEntity, ModelType } from './catalogue.schema.js';

export type PackConstraint = ContentEntity['constraints'][number];

/** A leaf of an entity's data: a value with its type, or the name of the parameter that gives the value. */
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
  /** Null where the file names none. */
  default_value: unknown;
}

/** A pack as the console reads it: what the file leaves out is filled in. `download` gives the file itself. */
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

/** The text of the file is stored; unreadable parts are reported with their paths. */
export const ContentPackFile = Type.Record(Type.String(), Type.Unknown());
export type ContentPackFile = Static<typeof ContentPackFile>;

/** Parts of an uploaded file of another format that could not be converted. Beyond the contract, which answers nothing. */
export interface UploadAnswer {
  id: string;
  rev: number;
  name: string;
  warnings: string[];
}

export interface ContentPackList {
  total: number;
  content_packs: ContentPack[];
  /** Pack id → revision → facts. */
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

/** An entity of an installation: `id` is the one it has on this server. */
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
  /** ISO 8601, UTC. */
  created_at: string;
  created_by: string;
}

/** Choice for an entity that differs from the one of its name on the server. Beyond the contract. */
export const ConflictChoice = Type.Object({
  action: Type.Union([Type.Literal('keep'), Type.Literal('take'), Type.Literal('rename')]),
  /** The other name, for `rename`. */
  name: Type.Optional(Type.String({ maxLength: 500 })),
});
export type ConflictChoice = Static<typeof ConflictChoice>;

const installing = {
  parameters: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), ValueReference)),
  comment: Type.Optional(Type.Union([Type.String({ maxLength: 512 }), Type.Null()])),
  /** Choices by entity id. The reference does not have this member. */
  choices: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), ConflictChoice)),
  /** Installs although the pack asks for another version of the server. */
  ignore_constraints: Type.Optional(Type.Boolean()),
};
export const InstallRequest = Type.Object(installing);
export type InstallRequest = Static<typeof InstallRequest>;

export const UpgradeRequest = Type.Object({
  ...installing,
  revision: Type.Integer({ minimum: 1 }),
  /** Ids that entities have in the pack: those that the new revision no longer has, and that are to be removed. */
  remove: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 2000 })),
});
export type UpgradeRequest = Static<typeof UpgradeRequest>;

export const DryRunRequest = Type.Object({
  ...installing,
  /** The installation that would be upgraded; a new one if not said. */
  installation_id: Type.Optional(Type.String({ maxLength: 100 })),
});
export type DryRunRequest = Static<typeof DryRunRequest>;

/**
 * The planned action for an entity. `create`, `reuse` and `skip` are decided; `conflict` needs a choice; `update`, `unchanged` and `gone`
 * are of upgrades: `gone` is no longer in the pack and is removed only where that is asked for.
 */
export type PlannedAction = 'create' | 'reuse' | 'conflict' | 'skip' | 'update' | 'unchanged' | 'gone';

export interface PlannedEntity {
  /** Id in the pack. */
  id: string;
  type: ModelType;
  title: string;
  action: PlannedAction;
  /** One sentence about what happens. */
  detail: string;
  /** Warnings about parts that will not work although the entity can be installed: a taken port, a missing file. */
  warnings: string[];
  /** Names of parameters that the entity's values come from. */
  parameters: string[];
  /** Both texts and the possible choices of a conflict. */
  conflict?: {
    mine: string;
    theirs: string;
    /** Number of references in the pack that another name would rewrite. */
    references: number;
    choices: ConflictChoice['action'][];
    /** A free name. */
    suggestion: string;
    /** The choice that was sent. */
    chosen: ConflictChoice | null;
  };
}

export interface PlannedParameter extends ContentPackParameter {
  /** The value that would be used; null: there is none. */
  value: unknown;
  problem: string | null;
  warning: string | null;
  /** A value that would mend the warning. */
  suggestion: unknown;
}

export interface DryRun {
  /** In the order of installation. */
  entities: PlannedEntity[];
  parameters: PlannedParameter[];
  constraints: ConstraintResult[];
  /** Unknown parts of the file, and parts that were converted. */
  warnings: string[];
  /** Why it cannot be installed as asked; empty: it can. */
  problems: string[];
}

export interface UninstallDetails {
  /** Entities that uninstalling removes. */
  entities: InstalledEntity[];
  /** Entities that stay: they existed before, or another installation uses them. Beyond the contract, like `changed`. */
  kept: InstalledEntity[];
  /** Ids on this server of entities that somebody changed since they were installed. */
  changed: string[];
}

/** Ids on this server of entities that stay although the installation made them. Beyond the contract. */
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

/** A pack that comes with the server. Beyond the contract. */
export interface LibraryPack {
  id: string;
  rev: number;
  name: string;
  summary: string;
  vendor: string;
  description: string;
  /** True when the server already stores this revision. */
  stored: boolean;
}
