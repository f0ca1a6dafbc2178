/** What every route gets: the rooms of the server, opened in this order by main.ts. */
import type { Auth } from './auth/auth.js';
import type { Log } from './log.js';
import type { ServerOptions } from './options.js';
import type { Documents, MessageStore } from './store/types.js';

export interface ServerContext {
  readonly options: ServerOptions;
  readonly log: Log;
  /** UUID, made at the first start and kept in the documents. */
  readonly nodeId: string;
  readonly clusterId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly documents: Documents;
  readonly store: MessageStore;
  readonly auth: Auth;
  // `intake: Intake` and `search: SearchEngine` stand here as soon as their rooms export these types; each room may add its line.
  /** Resolves the process's orderly end, as SIGTERM does. */
  readonly stop: () => void;
}
