import { errorOf } from '../../foundation/caught.js';
import { NotFoundError } from '../../foundation/errors.js';
import { TakeBackLaterError } from '../../store/errors.js';
import type { Api, ContentKind } from '../kind.js';
import { ApiFailure } from '../../../../api/failures.js';

/** Tells whether a call, within the process or over HTTP, failed because no entity has the id. */
export const isMissing = (error: unknown): boolean =>
  error instanceof NotFoundError || (error instanceof ApiFailure && error.status === 404);

/** Returns the answer of a call; undefined: no entity has the id. @throws every other failure */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Completes an entity that an earlier call has created. If completing fails, the entity is removed and the error is
 * thrown.
 * @returns the id of the entity
 * @throws TakeBackLaterError, whose cause is the error, if the entity cannot be removed either
 */
export async function orRemoved(
  api: Api,
  { remove }: Pick<ContentKind, 'remove'>,
  id: string,
  complete: () => Promise<void>,
): Promise<string> {
  try {
    await complete();
    return id;
  } catch (error) {
    await unlessMissing(remove(api, id)).catch((removal: unknown) => {
      throw new TakeBackLaterError(errorOf(error).message, 1, { cause: error, removal });
    });
    throw error;
  }
}
