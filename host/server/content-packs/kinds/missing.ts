import { NotFoundError } from '../../foundation/errors.js';
import type { Api, ContentKind } from '../kind.js';
import { ApiFailure } from '../../../../api/failures.js';

/** Tells whether a call failed because nothing has the id, within the process or over HTTP. */
export const isMissing = (error: unknown): boolean =>
  error instanceof NotFoundError || (error instanceof ApiFailure && error.status === 404);

/** The answer; undefined: there is nothing of the id. @throws every other failure */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Completes an entity that was made by a first call. @returns its id; where completing fails, the entity is gone */
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
    await remove(api, id);
    throw error;
  }
}
