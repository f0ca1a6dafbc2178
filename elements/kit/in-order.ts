const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares texts in the natural order of displayed lists, ignoring case: `Input 2` comes before `input 10`. */
export const inOrder = (one: string, other: string): number => collator.compare(one, other);
