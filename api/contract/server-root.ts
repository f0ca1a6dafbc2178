/**
 * The root endpoint of the API. It has its own module, because every page needs it at its start, but none of the other
 * system endpoints.
 */
import { endpoint } from './endpoint.js';
import type { ServerRoot } from './system.schema.js';

/**
 * Returns the server's version without authentication; consoles call it every 20 s to see whether the server answers.
 */
export const ping = endpoint<{ answer: ServerRoot }>()('GET', '/', 'public');
