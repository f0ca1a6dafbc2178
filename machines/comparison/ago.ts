/** Expresses how long ago an earlier range is, in the largest unit that gives a whole number. */
export const agoUnits = [
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

export type AgoUnit = (typeof agoUnits)[number]['unit'];

export const secondsOf = (unit: AgoUnit): number => agoUnits.find((one) => one.unit === unit)?.seconds ?? 1;

/** Converts seconds to the largest unit that gives a whole number, for example 172,800 to 2 days. */
export function agoOf(seconds: number): { readonly count: number; readonly unit: AgoUnit } {
  const { unit, seconds: each } = agoUnits.find((one) => seconds % one.seconds === 0) ?? { unit: 'second', seconds: 1 };
  return { count: seconds / each, unit };
}
