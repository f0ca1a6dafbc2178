/** The root of the API, in a file of its own: every page asks for it at its start and needs no other endpoint of the system then. */
import { endpoint } from './endpoint.js';
import type { ServerRoot } from './system.schema.js';

/** Answers without a session; pinged every 20 s. */
export const ping = endpoint<{ answer: ServerRoot }>()('GET', '/', 'public');
