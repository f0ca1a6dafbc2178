/** Recognises syslog levels: the eight names of RFC 5424 in common spellings. */

/** Names of levels from most to least severe; the index is the syslog number. */
export const levelNames = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'informational',
  'debug',
] as const;
export type LevelName = (typeof levelNames)[number];

const spellings: Readonly<Record<string, LevelName>> = {
  emerg: 'emergency',
  emergency: 'emergency',
  panic: 'emergency',
  alert: 'alert',
  crit: 'critical',
  critical: 'critical',
  fatal: 'critical',
  err: 'error',
  error: 'error',
  severe: 'error',
  warn: 'warning',
  warning: 'warning',
  notice: 'notice',
  info: 'informational',
  information: 'informational',
  informational: 'informational',
  debug: 'debug',
  trace: 'debug',
  verbose: 'debug',
};

/**
 * Returns the level of a value, which may be 0–7 as number or text, a common spelling of the name, or a decorated text
 * such as `Error (3)`; undefined for any other value.
 */
export function levelOf(value: unknown): LevelName | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return levelNames[Number(value)];
  if (typeof value !== 'string' || value.length > 24) return undefined;
  const text = value.trim().toLowerCase();
  if (/^[0-7]$/.test(text)) return levelNames[Number(text)];
  const decorated = /^([a-z]+) ?\(([0-7])\)$/.exec(text);
  const name = decorated?.[1] ?? text;
  return Object.hasOwn(spellings, name) ? spellings[name] : undefined;
}

/**
 * Returns the displayed text of a level: a number gets the name of the level, as in `error (3)`; other values stay
 * unchanged.
 */
export function levelLabel(value: unknown): string {
  const level = levelOf(value);
  return level && /^[0-7]$/.test(String(value).trim()) ? `${level} (${String(value).trim()})` : String(value);
}
