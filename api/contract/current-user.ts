/**
 * The endpoint for one user by username. It has its own module, because every page loads the signed-in user at its
 * start, but needs none of the other user endpoints.
 */
import { endpoint } from './endpoint.js';
import type { User } from './users.schema.js';

export const getUser = endpoint<{ answer: User }>()('GET', '/users/{username}', { needs: 'users:edit:{username}' });
