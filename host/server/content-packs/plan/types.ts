/** Defines the types of the plan of an installation or upgrade. */
import type { ContentEntity } from '../../../../api/contract/catalogue.schema.js';
import type {
  ContentPack,
  DryRun,
  InstalledEntity,
  InstallRequest,
  PlannedEntity,
} from '../../../../api/contract/content-packs.schema.js';
import type { ContentKind, Listed } from '../kind.js';
import type { PackPlace } from '../pack-error.js';
import type { PlainData } from '../values.js';

/** An entity of an installation as it is stored. */
export interface StoredEntity extends InstalledEntity {
  /** Hash of the entity's data after the installation: a different hash means that a user has changed the entity. */
  readonly snapshot?: string;
  /** Former data that the pack's data replaced, with ids of this server. */
  readonly replaced?: PlainData;
}

export interface Step {
  readonly entity: ContentEntity;
  readonly kind: ContentKind;
  readonly data: PlainData;
  readonly planned: PlannedEntity;
  /**
   * Action of the step. Undefined: the entity is skipped, cannot be created or has a twin, or the user has not decided
   * its conflict.
   */
  readonly act: 'create' | 'reuse' | 'take' | 'update' | 'unchanged' | 'keep' | undefined;
  /** Existing entity on the server that is reused or changed. */
  readonly existing?: Listed;
  /** Upgrade only: the installed entity that corresponds to the step's entity. */
  readonly was?: StoredEntity;
  /** Id of an equal entity in the pack: packs may contain an entity twice. */
  readonly twin?: string;
}

export interface Plan {
  readonly steps: readonly Step[];
  /** Installed entities that the new revision does not contain. */
  readonly gone: readonly StoredEntity[];
  readonly values: ReadonlyMap<string, unknown>;
  /** Positions of problems in the pack, by the problem's text. */
  readonly places: ReadonlyMap<string, PackPlace>;
  readonly dryRun: DryRun;
}

export interface Upgraded {
  readonly entities: readonly StoredEntity[];
  /** Installed revision; `values` are the parameter values of its installation. */
  readonly pack: ContentPack;
  readonly values: ReadonlyMap<string, unknown>;
}

export interface PlanRequest extends InstallRequest {
  readonly upgraded?: Upgraded | undefined;
}
