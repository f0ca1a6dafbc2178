/**
 * Wall-clock time of an IANA zone from the browser's own zone data; no library, so that it can be in the first paint.
 * An unknown zone counts as UTC: a wrong setting must not take the messages off the screen.
 */

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) {
    try {
      formats.set(
        zone,
        new Intl.DateTimeFormat('en-US', {
          timeZone: zone,
          hourCycle: 'h23',
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
        }),
      );
    } catch {
      formats.set(zone, undefined);
    }
  }
  return formats.get(zone);
}

/** Offsets change at whole quarter hours only, so one look-up serves a quarter of an hour. */
const slotMs = 900_000;
const slotLimit = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** What has to be added to an instant (ms since 1970) to get the wall clock of the zone, in ms. */
export function zoneOffset(instant: number, zone: string): number {
  const slot = Math.floor(instant / slotMs);
  let known = offsets.get(zone);
  if (!known || known.size > slotLimit) offsets.set(zone, (known = new Map<number, number>()));
  const offset = known.get(slot) ?? readOffset(slot * slotMs, zone);
  known.set(slot, offset);
  return offset;
}

function readOffset(instant: number, zone: string): number {
  const format = formatOf(zone);
  if (!format || !Number.isFinite(instant)) return 0;
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
    format.format(instant).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant at which the zone's clock shows `wall` (its fields read as if they were UTC, in ms). A time that the
 * clock skips gives the instant after the gap; a time it shows twice gives the first.
 */
export function instantOfWall(wall: number, zone: string): number {
  const dayMs = 86_400_000;
  const before = wall - zoneOffset(wall - dayMs, zone);
  if (before + zoneOffset(before, zone) === wall) return before;
  const after = wall - zoneOffset(wall + dayMs, zone);
  return after + zoneOffset(after, zone) === wall ? after : Math.max(before, after);
}

/** The zone's wall clock as a Date whose UTC getters give its fields. */
export function wallClock(instant: number, zone: string): Date {
  return new Date(instant + zoneOffset(instant, zone));
}
