/**
 * RFC 3164 and what is sent under its name: `Oct 11 22:14:15 host tag[pid]: text`, with a year before or after the day or at the
 * end, fractions, a zone, ISO dates, without host, without tag.
 */
import type { ZoneToUtc } from './instants.js';
import { readDate } from './syslog-date.js';

export interface Rfc3164 {
  /** Epoch ms; undefined: no date was found. */
  readonly timestamp: number | undefined;
  readonly host: string | undefined;
  readonly application: string | undefined;
  readonly processId: string | undefined;
  readonly message: string;
}

/** `tag:`, `tag[pid]:`, `tag[pid]` and the blank after it; a tag has no blanks. */
const tag = /^([^\s:[\]<>{}"'=]{1,128})(?:\[([^\s\]]{0,128})\])?: ?/;
const tagWithPid = /^([^\s:[\]<>{}"'=]{1,128})\[(\d{1,10})\] /;
/** A host name, also an IPv6 address or one with `@` or `/` as some devices write it, followed by something. */
const hostThen = /^([A-Za-z0-9_][A-Za-z0-9_.\-:%@/]{0,254}) +/;

function readTag(text: string): { application?: string; processId?: string; message: string } {
  const match = tag.exec(text) ?? tagWithPid.exec(text);
  if (!match?.[1]) return { message: text };
  const message = text.slice(match[0].length);
  return { application: match[1], ...(match[2] ? { processId: match[2] } : {}), message };
}

function readHost(text: string): { host?: string; rest: string } {
  const match = hostThen.exec(text);
  const host = match?.[1];
  // `sshd[12]: text` and `kernel: text` begin with the tag: the host was left out.
  if (!match || host === undefined || (host.endsWith(':') && !host.endsWith('::'))) return { rest: text };
  return { host, rest: text.slice(match[0].length) };
}

/**
 * @param text what follows the PRI, or the whole line when it has none
 * @param now epoch ms, for dates without year
 * @param toUtc zone of dates without one
 */
export function parseRfc3164(text: string, now: number, toUtc: ZoneToUtc): Rfc3164 {
  const { timestamp, rest } = readDate(text.trimStart(), now, toUtc);
  // Without a date the line does not follow the format: its first word is no host, but a tag is recognisable.
  const dated = timestamp !== undefined || rest.length < text.trimStart().length;
  const { host, rest: body } = dated ? readHost(rest) : { host: undefined, rest };
  const { application, processId, message } = readTag(body);
  // A line of nothing but a tag keeps its text.
  return { timestamp, host, application, processId, message: message === '' ? body : message };
}
