import { useDelayed } from '../kit/use-delayed.js';

/** Milliseconds for which the shell delays its own requests, because the page's content comes first. */
const shellDelayMs = 1500;

/** Returns true once the shell may request its own data. */
export const usePageFirst = (): boolean => useDelayed(shellDelayMs);
