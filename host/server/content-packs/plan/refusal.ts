/** Adds the entity and the position to errors of an installation. */
import { ApiError } from '../../foundation/errors.js';
import type { ContentKind } from '../kind.js';
import { PackError } from '../pack-error.js';
import type { Step } from './types.js';

/** Returns the name of an entity in messages. */
export const nameOf = (kind: ContentKind, title: string): string => `${kind.title} ${JSON.stringify(title)}`;

/** Returns the reason of an error without its entity, and the path of the value that it concerns. */
export function reasonOf(error: ApiError): { readonly reason: string; readonly path: string | undefined } {
  const more = Object.entries((error as { errors?: Record<string, readonly string[]> }).errors ?? {});
  return {
    reason: more.length > 0 ? more.map(([field, texts]) => `${field}: ${texts.join(' ')}`).join('; ') : error.message,
    path: error instanceof PackError ? error.place.path : more[0]?.[0],
  };
}

/** Wraps an ApiError with the entity and the position at which it occurred; other errors are returned unchanged. */
export function refusal(error: unknown, { entity, kind, planned }: Pick<Step, 'entity' | 'kind' | 'planned'>): unknown {
  if (!(error instanceof ApiError)) return error;
  const about = { id: entity.id, type: entity.type.name, title: planned.title };
  const { reason, path } = reasonOf(error);
  return new PackError(`${nameOf(kind, planned.title)}: ${reason}`, {
    entity: about,
    ...(path !== undefined && { path }),
  });
}
