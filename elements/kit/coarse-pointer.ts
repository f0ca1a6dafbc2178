/** Returns whether the primary pointer is a finger, which has no keys to hold and needs large targets. */
export const hasCoarsePointer = (): boolean => matchMedia('(pointer: coarse)').matches;
