/** The server's own log: one JSON object per line on stderr. Never holds a secret: what is named like one is redacted, deep inside too. */

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogDetails = Readonly<Record<string, unknown>>;

export interface LogEntry {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly level: LogLevel;
  /** What happened, in words. */
  readonly message: string;
  readonly details: LogDetails;
}

export interface Log {
  debug(message: string, details?: LogDetails): void;
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
  /** A log whose entries all carry these details as well. */
  with(details: LogDetails): Log;
}

/** A log whose entries can also be listened to, so that they go in as messages (running: first start). */
export interface RootLog extends Log {
  listen(listener: (entry: LogEntry) => void): () => void;
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const secretName = /pass(word|phrase)|secret|token|cookie|authorization|api[-_]?key|session[-_]?id|credential/i;
const authorizationText = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]{6,}/g;
const maxDepth = 6;

/** Replaces values whose name says that they are secret, and credentials inside texts. Errors become `{name, message, stack}`. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(authorizationText, '$1 [redacted]');
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return redact({ name, message, stack, ...(cause === undefined ? {} : { cause }) }, depth);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? '[redacted]' : redact(inner, depth + 1),
    ]),
  );
}

/** @param write takes one line with its line end; stderr if not given */
export function createLog(
  threshold: LogLevel = 'info',
  write: (line: string) => void = (line) => void process.stderr.write(line),
): RootLog {
  const listeners = new Set<(entry: LogEntry) => void>();
  const lowest = levels.indexOf(threshold);

  function emit(level: LogLevel, message: string, details: LogDetails): void {
    if (levels.indexOf(level) < lowest) return;
    const entry: LogEntry = {
      time: Date.now(),
      level,
      message: String(redact(message)),
      details: redact(details) as LogDetails,
    };
    write(
      `${JSON.stringify({ time: new Date(entry.time).toISOString(), level, message: entry.message, ...entry.details })}\n`,
    );
    for (const listener of listeners) listener(entry);
  }

  const bind = (base: LogDetails): Log => ({
    debug: (message, details) => emit('debug', message, { ...base, ...details }),
    info: (message, details) => emit('info', message, { ...base, ...details }),
    warn: (message, details) => emit('warn', message, { ...base, ...details }),
    error: (message, details) => emit('error', message, { ...base, ...details }),
    with: (details) => bind({ ...base, ...details }),
  });

  return {
    ...bind({}),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
