/**
 * Lists the endpoints that the account of the sidecars may call. They are few, because tokens of this account are on
 * many machines.
 */
import type { Endpoint } from '../../../api/contract/endpoint.js';
import { listCollectors, registerSidecar, renderConfiguration } from '../../../api/contract/sidecars.js';
import { ping } from '../../../api/contract/server-root.js';

const calls = new Set<unknown>([ping, registerSidecar, listCollectors, renderConfiguration]);

/** Tells whether an agent's token may call an endpoint, whatever roles its account has. */
export const isAgentCall = (endpoint: Endpoint): boolean => calls.has(endpoint);
