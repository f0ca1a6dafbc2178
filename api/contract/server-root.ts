/**
 * The root of the API. The endpoint has its own file, because every page calls it at its start but no other system
 * endpoint.
 */
import { endpoint } from './endpoint.js';
import type { ServerRoot } from './system.schema.js';

/** Answers without a session; consoles ping it every 20 s. */
export const ping = endpoint<{ answer: ServerRoot }>()('GET', '/', 'public');
