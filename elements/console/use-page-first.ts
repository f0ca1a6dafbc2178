import { useDelayed } from '../kit/use-delayed.js';

/** ms after which the shell asks for what it tells: the page's own content comes first. */
const shellDelayMs = 1500;

/** True once the shell may ask the server for something of its own. */
export const usePageFirst = (): boolean => useDelayed(shellDelayMs);
