const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Natural order for displayed lists: `Input 2` before `input 10`. */
export const inOrder = (one: string, other: string): number => collator.compare(one, other);
