/**
 * Converts local times of a time zone to instants and back. It uses the platform's time zone data, because the data of
 * a library would add 35 KiB. A local time that a clock change skips moves forward by the length of the gap. Of a local
 * time that occurs twice, the first occurrence counts.
 */

/** A local time as epoch milliseconds, as if the local time were UTC; this makes calculations simple. */
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

/** Tells whether the platform knows a time zone; unknown time zones are treated as UTC. */
export function isTimeZone(zone: string): boolean {
  return (
    formatFor(zone).resolvedOptions().timeZone !== 'UTC' ||
    /^(etc\/)?(utc|uct|zulu|universal|gmt|greenwich)/i.test(zone)
  );
}

/**
 * First instant whose offset is cached, in epoch milliseconds. Offsets are cached per quarter of an hour, because since
 * 1973 almost all changes were at full quarters. A few changes were one minute later, for example in Newfoundland until
 * 2011. For the rest of such a quarter of an hour, the cache returns the offset before the change.
 */
const slotsFrom = Date.UTC(1973, 0);
const slotMs = 900_000;
const slotLimit = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** Returns the offset of a time zone from UTC in ms at an instant. */
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

/** Returns the local time in a time zone at an instant. */
export function localOf(instant: number, zone: string): LocalMs {
  return instant + offsetAt(instant, zone);
}

const day = 86_400_000;

/** Returns the instant at which clocks in a time zone show a local time. */
export function instantOf(local: LocalMs, zone: string): number {
  const before = offsetAt(local - day, zone);
  const after = offsetAt(local + day, zone);
  // If a local time occurs twice, the earlier instant has the larger offset, so that this offset is tried first.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetAt(local - offset, zone) === offset) return local - offset;
  }
  // The clock skips this time: the offset before the change moves it forward by the length of the gap.
  return local - before;
}
