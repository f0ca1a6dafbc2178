/** Time zones of dates in rules: names of the zone database, and fixed offsets (`+02:00`). */
import moment from 'moment-timezone';

const byLowerCase = new Map<string, string>();

function namesByLowerCase(): ReadonlyMap<string, string> {
  if (byLowerCase.size === 0) for (const name of moment.tz.names()) byLowerCase.set(name.toLowerCase(), name);
  return byLowerCase;
}

const offsetZone = /^([+-])(\d{2}):?(\d{2})$/;

/** A fixed offset in the form that Joda gives it: `+02:00`, and `UTC` for zero. */
export function fixedZone(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const absolute = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
}

const offsetMinutes = (zone: string): number | undefined => {
  const found = offsetZone.exec(zone);
  if (!found) return undefined;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return minutes > 23 * 60 + 59 ? undefined : found[1] === '-' ? -minutes : minutes;
};

/** The zone that a rule names, whatever the case; unknown names mean UTC. */
export function zoneNamed(name: string): string {
  return exactZone(namesByLowerCase().get(name.toLowerCase()) ?? name) ?? 'UTC';
}

/** The zone with exactly this name; undefined: there is none. */
export function exactZone(name: string): string | undefined {
  if (name === 'UTC') return 'UTC';
  const offset = offsetMinutes(name);
  if (offset !== undefined) return fixedZone(offset);
  return namesByLowerCase().get(name.toLowerCase()) === name ? name : undefined;
}

/** Minutes that a zone is ahead of UTC at an instant; negative in the west. @param millis epoch milliseconds */
export function offsetAt(zone: string, millis: number): number {
  if (zone === 'UTC') return 0;
  const fixed = offsetMinutes(zone);
  if (fixed !== undefined) return fixed;
  return -(moment.tz.zone(zone)?.utcOffset(millis) ?? 0);
}

/**
 * The instant at which clocks of a zone show this time.
 * @param local the time as if it were UTC, epoch milliseconds
 * @returns of two such instants the earlier; of none (a gap in spring) the one as many minutes later as the gap is wide
 */
export function instantOf(zone: string, local: number): number {
  const before = local - offsetAt(zone, local - 86_400_000) * 60_000;
  if (offsetAt(zone, before) * 60_000 === local - before) return before;
  const after = local - offsetAt(zone, local + 86_400_000) * 60_000;
  if (offsetAt(zone, after) * 60_000 === local - after) return after;
  return before;
}
