/**
 * Manages the loggers of the server's own log, whose levels can be changed at run time (contract administration
 * loggers.*). A change lasts until the next start.
 */
import type { LoggerLevel, LogLevelName, Subsystem } from '../../../api/contract/loggers.schema.js';

/**
 * Number of each level, larger for more detail. An entry is written if the number of its own level is at most the
 * number of its logger's level.
 */
const severities: Readonly<Record<LogLevelName, number>> = {
  off: 0,
  fatal: 100,
  error: 200,
  warn: 300,
  info: 400,
  debug: 500,
  trace: 600,
  all: 2_147_483_647,
};

const rootLogger = 'log-console';
/**
 * Last parts of the names of the loggers below the root logger. A part of the server selects its logger by
 * `log.with({ room })`; all other entries use the root logger.
 */
const rooms = ['http', 'authentication', 'store', 'search', 'intake', 'outputs', 'alerts', 'notifications'] as const;
const nameOf = (room: string): string => `${rootLogger}.${room}`;

interface Part {
  readonly title: string;
  readonly description: string;
  readonly categories: readonly string[];
}

/** Subsystems by their keys in the contract. */
const subsystems: ReadonlyMap<string, Part> = new Map(
  Object.entries({
    graylog: {
      title: 'Log Console',
      description: 'The server itself: requests, outputs, events and their notifications.',
      categories: [rootLogger, ...['http', 'outputs', 'alerts', 'notifications'].map(nameOf)],
    },
    indexer: {
      title: 'Indexer',
      description: 'The message store and the search.',
      categories: ['store', 'search'].map(nameOf),
    },
    authentication: {
      title: 'Authentication',
      description: 'Sign-ins, and the answers of authentication services.',
      categories: [nameOf('authentication')],
    },
    sockets: {
      title: 'Sockets',
      description: 'Inputs, their connections and what comes in over them.',
      categories: [nameOf('intake')],
    },
  }),
);

/** Returns the level with the given name; an unknown name means debug, as the contract requires. */
export function levelNamed(text: string): LogLevelName {
  const name = text.toLowerCase();
  return Object.hasOwn(severities, name) ? (name as LogLevelName) : 'debug';
}

const shown = (level: LogLevelName): LoggerLevel => ({ level, level_syslog: severities[level] });

export class Loggers {
  readonly #levels: Map<string, LogLevelName>;

  /** @param level initial level of every logger */
  constructor(level: LogLevelName) {
    this.#levels = new Map([rootLogger, ...rooms.map(nameOf)].map((name) => [name, level]));
  }

  /** Returns the name of the logger of a part of the server; the root logger for an unknown part. */
  nameOf(room: unknown): string {
    const name = typeof room === 'string' ? nameOf(room) : rootLogger;
    return this.#levels.has(name) ? name : rootLogger;
  }

  writes(name: string, level: LogLevelName): boolean {
    return severities[level] <= severities[this.#levels.get(name) ?? 'info'];
  }

  /** Changes the level of a logger. @returns false: the logger does not exist */
  set(name: string, level: LogLevelName): boolean {
    if (!this.#levels.has(name)) return false;
    this.#levels.set(name, level);
    return true;
  }

  /** Changes the level of all loggers of a subsystem. @returns false: the subsystem does not exist */
  setSubsystem(key: string, level: LogLevelName): boolean {
    const part = subsystems.get(key);
    for (const name of part?.categories ?? []) this.set(name, level);
    return part !== undefined;
  }

  all(): readonly (readonly [name: string, level: LoggerLevel])[] {
    return [...this.#levels].map(([name, level]) => [name, shown(level)]);
  }

  subsystems(): readonly (readonly [key: string, subsystem: Subsystem])[] {
    return [...subsystems].map(([key, { title, description, categories }]) => {
      const level = this.#levels.get(categories[0] ?? rootLogger) ?? 'info';
      return [key, { title, description, categories: [...categories], ...shown(level) }];
    });
  }
}
