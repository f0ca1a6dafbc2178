import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';

/** Signs callers in. */
export interface Auth {
  /** Who calls, by session, token or password; undefined: nobody known. Prolongs a session unless the call asks not to. */
  identify(request: FastifyRequest): Promise<Caller | undefined>;
}
