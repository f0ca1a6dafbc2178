/** One user by name, in a file of its own: every page asks for the person who is signed in, and for no other endpoint of users at its start. */
import { endpoint } from './endpoint.js';
import type { User } from './users.schema.js';

export const getUser = endpoint<{ answer: User }>()('GET', '/users/{username}', { needs: 'users:edit:{username}' });
