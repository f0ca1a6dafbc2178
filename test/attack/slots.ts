/**
 * Slots: members of entities and messages that another user may have written. Each has a unique text, which would run a
 * script if a page treated the text as markup or as an address.
 */
/** Name of the function that each text calls with the number of its slot. */
export const calledName = 'attackSucceeded';

const names: string[] = [];

/** Names of the slots that were filled so far, by number. */
export const slotNames: readonly string[] = names;

/** Registers a slot. @returns its text, which is markup after any quotation mark */
export function markup(name: string): string {
  const number = names.push(name) - 1;
  return `slot${number}"'><img src=/attack-${number} onerror=${calledName}(${number})>`;
}

/** Registers a slot. @returns its text, which runs a script if it becomes the address of a link */
export function address(name: string): string {
  const number = names.push(name) - 1;
  return `javascript:${calledName}(${number})//slot${number}-`;
}

/**
 * Returns the numbers of the slots that a text contains. In the string of a rule, quotation marks are escaped by a
 * backslash.
 */
export const slotsIn = (text: string): readonly number[] =>
  [...text.matchAll(/slot(\d+)\\?["-]/g)].map(([, number]) => Number(number));
