/**
 * Parses headers of Cisco devices (IOS, IOS XE, NX-OS, UCS, ASA). The header is between the PRI and
 * `%FACILITY-SEVERITY-MNEMONIC:`. It consists of a sequence number, the origin, another sequence number, and a date or
 * the uptime; each of these is optional and followed by a colon.
 */
import type { ZoneToUtc } from './instants.js';
import { readDate, type Dated } from './syslog-date.js';

export interface CiscoHeader {
  /** Epoch milliseconds; undefined: the header has no valid date, or only the uptime. */
  readonly timestamp: number | undefined;
  readonly host: string | undefined;
  /** First sequence number of the header; undefined: the header has no sequence number. */
  readonly sequenceNumber: number | undefined;
  /** Text from the mnemonic on; for a header without mnemonic, the text behind the date. */
  readonly message: string;
}

/** Matches `%SYS-5-CONFIG_I:`, `%ASA-6-302013:`, `%DAEMON-SW1-3-SYSTEM_MSG:`; wireless controllers also write `#`. */
const mnemonic =
  /[%#][A-Za-z][A-Za-z0-9_]{0,40}(?:-[A-Za-z0-9_]{1,40}){0,3}-[0-7]-[A-Z][A-Z0-9_]{0,60}|%[A-Z]{2,10}(?:-[a-z]{1,20})?-[0-7]-\d{6}/;
/** Matches the name of the device within the mnemonic of Viptela: `%Viptela-edge-1-sysmgrd-6-INFO-1400002:`. */
const viptelaHost = /^%Viptela-([\w.-]{1,100})-[A-Za-z_]{1,40}-[0-7]-/;
/** Largest number of characters in front of the mnemonic. */
const longestHeader = 200;
const number = /^\d{1,10}$/;
const uptime = /^(?:\d{1,3}:\d\d:\d\d|\d{1,3}[ywdh]\d{1,3}[wdhm])$/;
/** Matches the process of IOS XR, and the task of wireless controllers. */
const task = /^(?:[A-Za-z][\w.-]{0,60}\[\d{1,10}\]|\*[A-Za-z][\w.-]{0,60})$/;
const hostName = /^[A-Za-z0-9_][A-Za-z0-9_.:@/%-]{0,254}$/;

/** Reads the date at the beginning of a part of the header, or after its first word. */
function readBehindHost(part: string, now: number, toUtc: ZoneToUtc): Dated {
  const dated = readDate(part, now, toUtc);
  const blank = part.indexOf(' ');
  if (dated.timestamp !== undefined || blank < 0) return dated;
  const behind = readDate(part.slice(blank + 1).trimStart(), now, toUtc);
  return behind.timestamp === undefined ? dated : { ...behind, rest: `${part.slice(0, blank)} ${behind.rest}` };
}

/**
 * Matches the parts in front of the date of a message without mnemonic, such as the output of `debug`: sequence number,
 * origin, and a further sequence number, each followed by a colon. Only the first colon is mandatory.
 */
const plainHeader =
  /^(?:(\d{1,10})?: +)(?:([A-Za-z0-9_][\w.@/-]{0,100}): +)?(?:\d{1,10}: +)?(?=[*.]?(?:\d{4} )?[A-Z][a-z]{2} {1,2}\d)/;

function parseWithoutMnemonic(text: string, now: number, toUtc: ZoneToUtc): CiscoHeader | undefined {
  const [header, sequence, host] = plainHeader.exec(text) ?? [];
  if (header === undefined) return undefined;
  const { timestamp, rest } = readDate(text.slice(header.length), now, toUtc);
  // A date of Cisco ends with a colon and a space; otherwise the line comes from another device.
  if (timestamp === undefined || rest === '' || !/: +$/.test(text.slice(0, text.length - rest.length)))
    return undefined;
  return { timestamp, host, sequenceNumber: sequence === undefined ? undefined : Number(sequence), message: rest };
}

/**
 * Parses the header of a Cisco device.
 * @param text text behind the PRI
 * @param now epoch milliseconds, for dates without a year
 * @param toUtc time zone of dates that name none
 * @returns undefined when the text does not begin with a header of Cisco
 */
export function parseCisco(text: string, now: number, toUtc: ZoneToUtc): CiscoHeader | undefined {
  const found = mnemonic.exec(text.slice(0, longestHeader + 120));
  if (!found || found.index > longestHeader) return parseWithoutMnemonic(text, now, toUtc);
  let timestamp: number | undefined;
  let host: string | undefined;
  let sequenceNumber: number | undefined;
  const parts = text
    .slice(0, found.index)
    .replace(/^:(?=[^ ])/, '')
    // `logging host … session-id` puts an element of structured data in front of the date.
    .replace(/\[syslog@9 (?:s_id="([\w.-]{1,100})(?::\d{1,5})?")?[^\]]{0,100}\](?=: )/, '$1')
    // IOS XR writes the node directly in front of the date: `RP/0/RSP0/CPU0:Jun 12 …`, `0/RP0/ADMIN0:Jun 12 …`.
    .replace(/(^| )(?:[A-Z]{2,4}|\d{1,3})\/\w{1,10}\/\w{1,10}(?:\/\w{1,10})?:(?=[*.]?[A-Z0-9])/, '$1')
    .split(/:(?: +|$)/)
    .map((part) => part.trim());
  for (const part of parts) {
    const dated = readBehindHost(part, now, toUtc);
    if (dated.timestamp !== undefined && !number.test(part)) timestamp ??= dated.timestamp;
    const words = (dated.rest === part || !number.test(part) ? dated.rest : part)
      .split(' ')
      .filter((word) => word !== '');
    for (const word of words) {
      if (number.test(word)) sequenceNumber ??= Number(word);
      else if (uptime.test(word) || task.test(word)) continue;
      // ASA writes a single colon after the host name.
      else if (word === ':') continue;
      // A relay may repeat the name that the device has written.
      else if ((host === undefined || host === word) && hostName.test(word)) host = word;
      else return undefined;
    }
  }
  const message = text.slice(found.index);
  return { timestamp, host: host ?? viptelaHost.exec(message)?.[1], sequenceNumber, message };
}
