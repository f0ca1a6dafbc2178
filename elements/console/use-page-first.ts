import { useDelayed } from '../kit/use-delayed.js';

/** Milliseconds after which the shell requests its own data: the page's content comes first. */
const shellDelayMs = 1500;

/** True once the shell may request its own data. */
export const usePageFirst = (): boolean => useDelayed(shellDelayMs);
