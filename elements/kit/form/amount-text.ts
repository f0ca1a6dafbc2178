/** Reads what is typed into an input for a duration with a unit. The functions are pure. */
import { parseDuration } from '../../../api/duration.js';
import { normalPeriod } from '../../../machines/time-range/searches-config-form.js';

export interface AmountUnit<Name extends string> {
  readonly value: Name;
  readonly label: string;
  /** Length of the unit in seconds. */
  readonly seconds: number;
}

export interface Amount<Name extends string> {
  readonly value: number;
  readonly unit: Name;
}

/**
 * Reads a number of the selected unit, or a duration in words (`5 minutes`) or in ISO 8601 (`PT5M`). A duration is
 * expressed in the longest of the units that gives a whole number.
 * @returns undefined when the text is neither, for months and years, whose length is not fixed, and for a duration of
 * which no unit gives a whole number
 */
export function amountOfText<Name extends string>(
  text: string,
  unit: Name,
  units: readonly AmountUnit<Name>[],
): Amount<Name> | undefined {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return { value: number, unit };
  const duration = parseDuration(normalPeriod(text));
  if (!duration || duration.months > 0) return undefined;
  const longestFirst = units.toSorted((one, other) => other.seconds - one.seconds);
  const fitting = longestFirst.find(({ seconds }) => seconds >= 1 && duration.seconds % seconds === 0);
  return fitting && { value: duration.seconds / fitting.seconds, unit: fitting.value };
}
