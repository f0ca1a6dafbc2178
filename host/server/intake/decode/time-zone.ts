/** Converts dates that name no time zone to UTC, and lists the time zones (contract data-intake, syslog `timezone`). */
import moment from 'moment-timezone';
import type { ZoneToUtc } from './instants.js';

const localToUtc: ZoneToUtc = (wall) => {
  const date = new Date(wall);
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  ).getTime();
};

export const utc: ZoneToUtc = (wall) => wall;

/**
 * Returns the conversion from a time zone to UTC.
 * @param name IANA name of the zone; `NotSet`, empty or null: the server's own zone
 * @throws RangeError for an unknown zone
 */
export function zoneToUtc(name: string | null | undefined): ZoneToUtc {
  if (name === null || name === undefined || name === '' || name === 'NotSet') return localToUtc;
  const zone = moment.tz.zone(name);
  if (!zone) throw new RangeError(`Unknown time zone ${JSON.stringify(name)}.`);
  return (wall) => wall + zone.parse(wall) * 60_000;
}

/**
 * Returns the choices of time zones: IANA name to `UTC+hh:mm - name`, sorted by the offset at `now` and by name;
 * `NotSet` comes last.
 */
export function zoneChoices(now: number): Record<string, string> {
  const zones = moment.tz
    .names()
    .map((name) => ({ name, minutes: -(moment.tz.zone(name)?.utcOffset(now) ?? 0) }))
    .sort((a, b) => a.minutes - b.minutes || (a.name < b.name ? -1 : 1));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const entries = zones.map(({ name, minutes }): [string, string] => {
    const size = Math.abs(minutes);
    return [name, `UTC${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)} - ${name}`];
  });
  return Object.fromEntries([...entries, ['NotSet', 'Not configured']]);
}
