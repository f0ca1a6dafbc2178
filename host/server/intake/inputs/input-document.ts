/** Describes the document of a stored input (contract data-intake, inputs). */
import type { ExtractorDocument } from './running-extractor.js';

export interface InputDocument {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly global: boolean;
  /** Id of the node on which the input runs; null for a global input. */
  readonly node: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly static_fields: Readonly<Record<string, string>>;
  readonly creator_user_id: string;
  /** Creation time, ISO 8601 in UTC. */
  readonly created_at: string;
  /** State in which the next start of the server puts the input. */
  readonly desired_state: 'RUNNING' | 'STOPPED';
  readonly content_pack: string | null;
  /** Extractors of the input; absent: the input has no extractors. */
  readonly extractors?: readonly ExtractorDocument[];
}

/** Thrown for an unknown id of an input or input type. */
export class UnknownInputError extends Error {
  override name = 'UnknownInputError';
}
