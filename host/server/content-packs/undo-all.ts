import { isMissing } from './kinds/missing.js';

/** Returns the end of a message about changes that could not be undone; it begins with "and". */
export function leftText(left: number): string {
  const [they, objects] = left === 1 ? ['It is', 'object'] : ['They are', 'objects'];
  return `and ${left} of its changes could not be undone. ${they} undone when the server starts again, together with later changes of the same ${objects}: restart it soon.`;
}

/**
 * Undoes changes, the last change first. A change whose entity is already gone counts as undone.
 * @param actions actions that undo the changes, in the order of the changes
 * @param onError called with the error of each change that could not be undone
 * @returns the number of changes that could not be undone
 */
export async function undoAll(
  actions: readonly (() => Promise<unknown>)[],
  onError: (error: unknown) => void,
): Promise<number> {
  let left = 0;
  for (const action of actions.toReversed()) {
    try {
      await action();
    } catch (error) {
      if (isMissing(error)) continue;
      left += 1;
      onError(error);
    }
  }
  return left;
}
