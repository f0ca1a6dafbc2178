/** Recognises names of levels in lines. */
import { setField } from '../decode/field-names.js';
import { setLevel } from '../decode/field-values.js';
import type { Fields } from '../decode/decoded.js';
import { severityOf } from '../decode/syslog-priority.js';

export interface WrittenLevel {
  readonly name: string;
  /** Offset of the first character behind the level. */
  readonly end: number;
}

const names =
  'TRACE|DEBUG|INFO|INFORMATION|NOTICE|WARN|WARNING|ERR|ERROR|SEVERE|CRIT|CRITICAL|FATAL|ALERT|EMERG|EMERGENCY|PANIC|FINE|FINER|FINEST|VERBOSE|VRB|TRC|DBG|INF|WRN|FTL';
const bare = new RegExp(`(?:${names})(?=[\\s:|,\\]]|$)`, 'y');
/**
 * Matches a level, ignoring case. Because a level in lower case may be an ordinary word, punctuation or spaces must
 * follow it.
 */
const setOff = new RegExp(`(?:${names})(?=\\t|:\\s| \\||\\s-\\s|  )`, 'iy');
const whole = new RegExp(`^(?:${names})$`, 'i');

/** Level names that `severityOf` does not know, with corresponding names that it knows. */
const others: ReadonlyMap<string, string> = new Map([
  ['severe', 'error'],
  ['verbose', 'debug'],
  ['fine', 'debug'],
  ['finer', 'debug'],
  ['finest', 'debug'],
  // Levels of Serilog and zerolog.
  ['vrb', 'debug'],
  ['trc', 'debug'],
  ['dbg', 'debug'],
  ['inf', 'info'],
  ['wrn', 'warning'],
  ['ftl', 'fatal'],
  // Level of PostgreSQL.
  ['log', 'info'],
]);

export const isLevel = (text: string): boolean => text.length <= 11 && whole.test(text);

/** Reads the name of a level at a position; undefined: there is no level at this position. */
export function readLevel(text: string, at: number): WrittenLevel | undefined {
  for (const pattern of [bare, setOff]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { name: match[0], end: pattern.lastIndex };
  }
  return undefined;
}

export function setLevelName(fields: Fields, name: string): void {
  const severity = severityOf(others.get(name.toLowerCase()) ?? name);
  if (severity === undefined) return setLevel(fields, name);
  setField(fields, 'level', severity);
  setField(fields, 'level_name', name);
}
