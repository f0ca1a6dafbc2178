/**
 * Endpoints of the server's own log: levels of its subsystems, and the latest lines (contract administration
 * loggers.*).
 */
import { endpoint } from './endpoint.js';
import type { CallResult, LoggerList, RecentLinesQuery, SubsystemList } from './loggers.schema.js';

export type * from './loggers.schema.js';

const nothing = { produces: 'nothing' } as const;
const loggersRead = { handler: 'only loggers with loggers:read:{name}' } as const;
const subsystemsRead = { handler: 'only subsystems with loggers:readsubsystem:{key}' } as const;

/** Returns the loggers with their levels by node id; null for a node that did not answer. */
export const clusterLoggers = endpoint<{ answer: Record<string, LoggerList | null> }>()(
  'GET',
  '/cluster/system/loggers',
  loggersRead,
);
export const clusterSubsystems = endpoint<{ answer: Record<string, SubsystemList | null> }>()(
  'GET',
  '/cluster/system/loggers/subsystems',
  subsystemsRead,
);
/** Sets the log level of a subsystem; an unknown name of a level sets debug. */
export const setSubsystemLevel = endpoint<{ answer: undefined }>()(
  'PUT',
  '/cluster/system/loggers/{nodeId}/subsystems/{subsystem}/level/{level}',
  { needs: 'loggers:editsubsystem:{subsystem}' },
  nothing,
);
export const setClusterLevel = endpoint<{ answer: Record<string, CallResult> }>()(
  'PUT',
  '/cluster/system/loggers/{loggerName}/level/{level}',
  { needs: 'loggers:edit:{loggerName}' },
);

export const nodeLoggers = endpoint<{ answer: LoggerList }>()('GET', '/system/loggers', loggersRead);
export const nodeSubsystems = endpoint<{ answer: SubsystemList }>()(
  'GET',
  '/system/loggers/subsystems',
  subsystemsRead,
);
export const setNodeSubsystemLevel = endpoint<{ answer: undefined }>()(
  'PUT',
  '/system/loggers/subsystems/{subsystem}/level/{level}',
  { needs: 'loggers:editsubsystem:{subsystem}' },
  nothing,
);
export const setNodeLevel = endpoint<{ answer: undefined }>()(
  'PUT',
  '/system/loggers/{loggerName}/level/{level}',
  { needs: 'loggers:edit:{loggerName}' },
  nothing,
);
/** Returns the latest lines of the log, oldest first. */
export const recentLines = endpoint<{ query: RecentLinesQuery; answer: string }>()(
  'GET',
  '/system/loggers/messages/recent',
  { needs: 'loggersmessages:read' },
  { produces: 'text' },
);
