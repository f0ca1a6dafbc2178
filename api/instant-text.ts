const earliest = -62_167_219_200_000;
const latest = 253_402_300_799_999;

/** An instant (epoch milliseconds) as it is sent, `2026-11-20T18:44:51.902Z`; those of other than four digits of years as the nearest that have them. */
export function instantText(instant: number): string {
  return new Date(Math.min(Math.max(instant, earliest), latest)).toISOString();
}
