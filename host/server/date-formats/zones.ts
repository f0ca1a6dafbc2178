/** Finds time zones by name or offset, and their UTC offsets at an instant. */
import moment from 'moment-timezone';
import { minuteMs } from './calendar.js';

/** IANA name in the spelling of the time zone database, or a fixed offset such as `+02:00`. */
export type ZoneName = string;

const fixedOffset = /^([+-])(\d{2})(?::?(\d{2}))?(?::?(\d{2}))?$/;

/** Returns the offset of a name such as `+02:00` in milliseconds; undefined for any other text. */
function fixedOffsetMs(name: string): number | undefined {
  const [, sign, hours, minutes = '0', seconds = '0'] = fixedOffset.exec(name) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const size = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1_000;
  return sign === '-' ? -size : size;
}

const isUtc = (zone: ZoneName): boolean => zone === 'UTC';

/** Returns the time zone of a name in rule functions: case is ignored, and an unknown name means UTC. */
export function zoneOrUtc(name: string | null | undefined): ZoneName {
  const key = name ?? '';
  // Other texts are never names of time zones, and some of them are not safe as keys of the time zone database's
  // tables.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(key)) return 'UTC';
  const zone = moment.tz.zone(key);
  return zone === null || /^(?:etc\/)?(?:utc|uct|zulu)$/i.test(zone.name) ? 'UTC' : zone.name;
}

/** Returns the time zone with exactly this name or offset; undefined: it does not exist. */
export function exactZone(name: string): ZoneName | undefined {
  if (isUtc(name)) return name;
  if (fixedOffset.test(name)) return fixedOffsetMs(name) === undefined ? undefined : name;
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  return moment.tz.zone(name)?.name === name ? name : undefined;
}

/** Returns the milliseconds by which local time is ahead of UTC. */
export function offsetAt(instant: number, zone: ZoneName): number {
  if (isUtc(zone)) return 0;
  const fixed = fixedOffset.test(zone) ? fixedOffsetMs(zone) : undefined;
  if (fixed !== undefined) return fixed;
  // The time zone database counts minutes behind UTC; before the introduction of standard time they have fractions.
  return -Math.round((moment.tz.zone(zone)?.utcOffset(instant) ?? 0) * minuteMs);
}

const localTime = (instant: number, zone: ZoneName): number => instant + offsetAt(instant, zone);

/**
 * Returns the instant at which clocks of the zone show a local time. If they show it twice, the first instant is
 * returned.
 * @returns undefined if clocks skip the time (daylight saving begins)
 */
export function instantOfLocal(local: number, zone: ZoneName): number | undefined {
  const early = local - offsetAt(local - 86_400_000, zone);
  const late = local - offsetAt(local + 86_400_000, zone);
  for (const instant of early <= late ? [early, late] : [late, early]) {
    if (localTime(instant, zone) === local) return instant;
  }
  // With two changes of the clocks within two days, the offset at the time itself decides.
  const near = local - offsetAt(local, zone);
  return localTime(near, zone) === local ? near : undefined;
}

/** Does the same as `instantOfLocal`, but moves a local time that daylight saving skips by the length of the gap. */
export const instantOfLocalOrLater = (local: number, zone: ZoneName): number =>
  instantOfLocal(local, zone) ?? local - offsetAt(local - 86_400_000, zone);

/** Returns the abbreviation at an instant, such as `CEST`; for a zone without one, its offset. */
export function zoneAbbreviation(instant: number, zone: ZoneName): string {
  if (isUtc(zone) || fixedOffset.test(zone)) return zone;
  const abbreviation = moment.tz.zone(zone)?.abbr(instant) ?? zone;
  return /^[+-]/.test(abbreviation) ? offsetText(offsetAt(instant, zone), true) : abbreviation;
}

/** Formats an offset as `+0200` or, with separators, `+02:00`. */
export function offsetText(offsetMs: number, withSeparators: boolean): string {
  const minutes = Math.floor(Math.abs(offsetMs) / minuteMs);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${withSeparators ? ':' : ''}${two(minutes % 60)}`;
}

/**
 * Abbreviations of time zones that texts may use: those that the parser of Joda-Time accepts, and the European summer
 * times.
 */
const abbreviations: Readonly<Record<string, ZoneName>> = {
  UT: 'UTC',
  UTC: 'UTC',
  GMT: 'UTC',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  CEST: 'CET',
  EEST: 'EET',
  WEST: 'WET',
};

/** Returns the time zone of an abbreviation or name at a position of a text; undefined: there is none. */
export function zoneNameAt(text: string, at: number): { readonly zone: ZoneName; readonly length: number } | undefined {
  const [found] = /^[A-Za-z][\w+/-]{0,63}/.exec(text.slice(at, at + 64)) ?? [];
  if (found === undefined) return undefined;
  // Longer words are tried first, so that "Etc/GMT-14" is not read as "Etc/GMT".
  for (let length = found.length; length > 1; length -= 1) {
    const word = found.slice(0, length);
    const zone = Object.hasOwn(abbreviations, word) ? abbreviations[word] : exactZone(word);
    if (zone !== undefined) return { zone, length };
  }
  return undefined;
}
