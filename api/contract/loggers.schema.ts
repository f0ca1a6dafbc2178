/** Shapes of the server's own log (contract administration loggers.*). */
import { Type, type Static } from '@sinclair/typebox';

export type LogLevelName = 'off' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'all';

export interface LoggerLevel {
  level: LogLevelName;
  /** Numeric level, from 100 for fatal to 600 for trace. */
  level_syslog: number;
}
export interface LoggerList {
  total: number;
  loggers: Record<string, LoggerLevel>;
}

export interface Subsystem extends LoggerLevel {
  title: string;
  /** Names of the loggers that belong to the subsystem. */
  categories: string[];
  description: string;
}
export interface SubsystemList {
  subsystems: Record<string, Subsystem>;
}

/** Answer of one node to a call that is sent to all nodes. */
export interface CallResult<Entity = null> {
  call_executed: boolean;
  server_error_message: string | null;
  response: { success: boolean; code: number; entity: Entity; error_text: string | null } | null;
}

export const RecentLinesQuery = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 0 })) });
export type RecentLinesQuery = Static<typeof RecentLinesQuery>;
