/**
 * Routes of the server's own log: levels by logger and by subsystem, and its latest lines (contract administration
 * loggers.*).
 */
import * as endpoints from '../../../api/contract/loggers.js';
import { RecentLinesQuery } from '../../../api/contract/loggers.schema.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { NotFoundError } from '../foundation/errors.js';
import { levelNamed } from '../log/loggers.js';
import { keptLines } from '../log/recent-lines.js';
import type { Registry } from '../http/registry.js';

export function registerLoggers(
  registry: Registry,
  { log, ownLog: { loggers, recent }, nodeId }: Needs<'log' | 'ownLog' | 'nodeId'>,
): void {
  function readable(caller: Caller) {
    const seen = loggers.all().filter(([name]) => can(caller, permissionOn('loggers:read', name)));
    return { total: seen.length, loggers: Object.fromEntries(seen) };
  }
  function readableSubsystems(caller: Caller) {
    const seen = loggers.subsystems().filter(([key]) => can(caller, permissionOn('loggers:readsubsystem', key)));
    return { subsystems: Object.fromEntries(seen) };
  }
  registry.serve(endpoints.nodeLoggers, {}, ({ user }) => readable(user));
  registry.serve(endpoints.clusterLoggers, {}, ({ user }) => ({ [nodeId]: readable(user) }));
  registry.serve(endpoints.nodeSubsystems, {}, ({ user }) => readableSubsystems(user));
  registry.serve(endpoints.clusterSubsystems, {}, ({ user }) => ({ [nodeId]: readableSubsystems(user) }));

  function setSubsystem(key: string, text: string, { username }: Caller): undefined {
    const level = levelNamed(text);
    if (!loggers.setSubsystem(key, level)) throw new NotFoundError(`Subsystem ${key} not found`);
    log.info('The level of a subsystem of the log was changed', { subsystem: key, to: level, by: username });
  }
  function setLogger(name: string, text: string, { username }: Caller): undefined {
    const level = levelNamed(text);
    if (!loggers.set(name, level)) throw new NotFoundError(`Logger ${name} not found`);
    log.info('The level of a logger was changed', { logger: name, to: level, by: username });
  }
  registry.serve(endpoints.setSubsystemLevel, {}, ({ params: { nodeId: node, subsystem, level }, user }) => {
    if (node !== nodeId) throw new NotFoundError(`Node ${node} not found`);
    return setSubsystem(subsystem, level, user);
  });
  registry.serve(endpoints.setNodeSubsystemLevel, {}, ({ params: { subsystem, level }, user }) =>
    setSubsystem(subsystem, level, user),
  );
  registry.serve(endpoints.setNodeLevel, {}, ({ params: { loggerName, level }, user }) =>
    setLogger(loggerName, level, user),
  );
  registry.serve(endpoints.setClusterLevel, {}, ({ params: { loggerName, level }, user }) => {
    setLogger(loggerName, level, user);
    const response = { success: true, code: 204, entity: null, error_text: null };
    return { [nodeId]: { call_executed: true, server_error_message: null, response } };
  });

  registry.serve(endpoints.recentLines, { query: RecentLinesQuery }, ({ query: { limit = keptLines } }) =>
    recent
      .last(Math.min(limit, keptLines))
      .map((line) => `${line}\n`)
      .join(''),
  );
}
