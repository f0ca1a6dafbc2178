import { errorOf } from '../foundation/caught.js';
import { TakeBackLaterError } from '../store/errors.js';

/** Returns the end of a message about changes that could not be undone; it begins with "and". */
export function leftText(left: number): string {
  return `and ${left} of its changes could not be undone. When the server starts again, it restores the former state of every object that was changed, and later changes of these objects are lost: restart it soon.`;
}

/**
 * Returns the error of a change with another reason. An error about an object that is left half-made keeps that fact.
 * @param as returns the reason with the place of the change
 */
export function withReason(error: unknown, as: (reason: unknown) => unknown): unknown {
  if (!(error instanceof TakeBackLaterError)) return as(error);
  const { left, removal } = error;
  return new TakeBackLaterError(errorOf(as(error.cause)).message, left, { cause: error, removal });
}

/**
 * Undoes changes, the last change first.
 * @param cause error because of which the changes are undone; it may count a change that could not be undone
 * @param actions actions that undo the changes, in the order of the changes
 * @param onError called with the error of each change that could not be undone
 * @returns the number of changes that could not be undone
 */
export async function undoAll(
  cause: unknown,
  actions: readonly (() => Promise<unknown>)[],
  onError: (error: unknown) => void,
): Promise<number> {
  let left = 0;
  if (cause instanceof TakeBackLaterError) {
    left = cause.left;
    if (cause.removal !== undefined) onError(cause.removal);
  }
  for (const action of actions.toReversed()) {
    try {
      await action();
    } catch (error) {
      left += 1;
      onError(error);
    }
  }
  return left;
}
