/** What the account of the sidecars may call: agents share its tokens, which lie on many machines. */
import type { Endpoint } from '../../../api/contract/endpoint.js';
import { listCollectors, registerSidecar, renderConfiguration } from '../../../api/contract/sidecars.js';
import { ping } from '../../../api/contract/system.js';

const calls = new Set<unknown>([ping, registerSidecar, listCollectors, renderConfiguration]);

/** Whether an agent's token opens an endpoint, whatever roles its account has. */
export const isAgentCall = (endpoint: Endpoint): boolean => calls.has(endpoint);
