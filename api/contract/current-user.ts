/**
 * One user by name. The endpoint has its own file, because every page loads the signed-in user at its start but no
 * other user endpoint.
 */
import { endpoint } from './endpoint.js';
import type { User } from './users.schema.js';

export const getUser = endpoint<{ answer: User }>()('GET', '/users/{username}', { needs: 'users:edit:{username}' });
