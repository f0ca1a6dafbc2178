/**
 * Local times of a time zone ↔ instants, with the platform's zone data (the zone data of a library
 * would be 35 KiB). A local time that a clock change skips moves forward by the gap; one that occurs twice means the
 * first.
 */

/** A wall-clock time expressed as if it were UTC, in ms, which makes arithmetic simple. */
export type LocalMs = number;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const options: Intl.DateTimeFormatOptions = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  };
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  } catch {
    made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
  formats.set(zone, made);
  return made;
}

/** Tells whether the platform knows the zone; an unknown one is treated as UTC. */
export function isTimeZone(zone: string): boolean {
  return (
    formatFor(zone).resolvedOptions().timeZone !== 'UTC' ||
    /^(etc\/)?(utc|uct|zulu|universal|gmt|greenwich)/i.test(zone)
  );
}

/**
 * Since 1973 offsets have only changed at whole quarter hours, so a looked-up offset is cached for a quarter of an
 * hour.
 */
const slotsFrom = Date.UTC(1973, 0);
const slotMs = 900_000;
const slotLimit = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** Returns the zone's offset from UTC (ms) at an instant. */
export function offsetAt(instant: number, zone: string): number {
  if (!Number.isFinite(instant)) return 0;
  if (instant < slotsFrom) return readOffset(instant, zone);
  const slot = Math.floor(instant / slotMs);
  let known = offsets.get(zone);
  if (!known || known.size > slotLimit) offsets.set(zone, (known = new Map<number, number>()));
  const offset = known.get(slot) ?? readOffset(slot * slotMs, zone);
  known.set(slot, offset);
  return offset;
}

function readOffset(instant: number, zone: string): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatFor(zone).formatToParts(instant)) parts[type] = value;
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
  local.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']));
  return local.getTime() - Math.floor(instant / 1000) * 1000;
}

/** Returns the local time at an instant. */
export function localOf(instant: number, zone: string): LocalMs {
  return instant + offsetAt(instant, zone);
}

const day = 86_400_000;

/** Returns the instant at which the zone's clock shows a local time. */
export function instantOf(local: LocalMs, zone: string): number {
  const before = offsetAt(local - day, zone);
  const after = offsetAt(local + day, zone);
  // The earlier of two readings has the larger offset, so it is tried first.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetAt(local - offset, zone) === offset) return local - offset;
  }
  // The clock skips this time: it is read with the previous offset, which moves it forward by the gap.
  return local - before;
}
