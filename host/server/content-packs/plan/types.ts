/** What a plan of an installation or upgrade consists of (design content-packs, section 4). */
import type { ContentEntity } from '../../../../api/contract/catalogue.schema.js';
import type {
  ContentPack,
  DryRun,
  InstalledEntity,
  InstallRequest,
  PlannedEntity,
} from '../../../../api/contract/content-packs.schema.js';
import type { ContentKind, Listed } from '../kind.js';
import type { PlainData } from '../values.js';

/** An entity of an installation as it is stored. */
export interface StoredEntity extends InstalledEntity {
  /** Hash of its data after the installation: another one now means that somebody changed it. */
  readonly snapshot?: string;
  /** Data that it had before the pack's took its place, with ids of this server. */
  readonly replaced?: PlainData;
}

export interface Step {
  readonly entity: ContentEntity;
  readonly kind: ContentKind;
  readonly data: PlainData;
  readonly planned: PlannedEntity;
  /** Undefined when the entity is left out, or when nobody has decided about it. */
  readonly act: 'create' | 'reuse' | 'take' | 'update' | 'unchanged' | 'keep' | undefined;
  /** The entity on the server that is reused or changed. */
  readonly existing?: Listed;
  /** The entity as the upgraded installation created it. */
  readonly was?: StoredEntity;
  /** Id of an entity of the pack that is the same: packs may hold one twice. */
  readonly twin?: string;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly gone: readonly StoredEntity[];
  readonly values: ReadonlyMap<string, unknown>;
  readonly dryRun: DryRun;
}

export interface Upgraded {
  readonly entities: readonly StoredEntity[];
  /** The revision that is installed, and the values it was installed with. */
  readonly pack: ContentPack;
  readonly values: ReadonlyMap<string, unknown>;
}

export interface PlanRequest extends InstallRequest {
  readonly upgraded?: Upgraded | undefined;
}
