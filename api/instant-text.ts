/** Start of the year 0000 in epoch milliseconds; `latest` is the last millisecond of the year 9999. */
const earliest = -62_167_219_200_000;
const latest = 253_402_300_799_999;

/**
 * Formats an instant (epoch milliseconds) for requests, for example `2026-11-20T18:44:51.902Z`. Instants outside the
 * years 0000–9999 become the nearest instant within them.
 */
export function instantText(instant: number): string {
  return new Date(Math.min(Math.max(instant, earliest), latest)).toISOString();
}
