/**
 * Recognises time zones in dates of syslog: abbreviations, names of the IANA database and offsets such as `GMT+02:00`.
 */
import type { ZoneToUtc } from './instants.js';
import { zoneToUtc } from './time-zone.js';

/**
 * Minutes east of UTC by abbreviation of the time zone. Ambiguous abbreviations have their usual meaning in syslog,
 * such as IST for India and CST for North America.
 */
export const zoneMinutes: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  MET: 60,
  CEST: 120,
  MEST: 120,
  EET: 120,
  SAST: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  ICT: 420,
  CCT: 480,
  HKT: 480,
  SGT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  AEST: 600,
  ACDT: 630,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  BRT: -180,
  ART: -180,
  CLT: -240,
  AST: -240,
  ADT: -180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
};

/** Regular expression for most names of time zones in the IANA database, such as `America/Argentina/Salta`. */
const placeNames = String.raw`(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_-]{3,30}(?:\/[A-Za-z_-]{3,30})?`;
/** Regular expression for abbreviations and names of time zones, and for offsets such as `GMT+02:00`, `TZ-6`. */
export const zoneNames = `(?:GMT|UTC|TZ)[+-]\\d{1,2}(?::?\\d\\d)?|${Object.keys(zoneMinutes).join('|')}|${placeNames}`;
/**
 * Returns the minutes east of UTC for `+0200`, `-04:00`, `GMT+2` or an abbreviation in `zoneMinutes`; undefined for
 * other texts.
 */
export function zoneOffset(zone: string): number | undefined {
  const [, sign, hours, minutes = 0] = /^(?:GMT|UTC|TZ)?([+-])(\d\d?):?(\d\d)?$/i.exec(zone) ?? [];
  if (sign === undefined) return zoneMinutes[zone.toUpperCase()];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns the conversion from a time zone to UTC by the zone's IANA name; undefined: no zone has this name. */
export function placeToUtc(name: string): ZoneToUtc | undefined {
  try {
    return zoneToUtc(name);
  } catch {
    return undefined;
  }
}
