/**
 * Units of metrics. Durations, sizes and rates are scaled: 12,345 `ms` become 12.345 s, 3,200,000 `B` become 3.2 MB.
 * Shares become percent. Any other text is only appended to the number.
 */

interface Step {
  readonly symbol: string;
  /** Size of the step in units of the smallest step. */
  readonly size: number;
}
interface KnownUnit {
  /** Symbol that is stored, and displayed unless `sign` is present. */
  readonly symbol: string;
  readonly title: string;
  /** Steps from small to large between which values are scaled; absent: values are not scaled. */
  readonly steps?: readonly Step[];
  /** Size of this unit in units of the smallest step; 1 when it is absent. */
  readonly size?: number;
  /** Factor by which a number is multiplied before it is displayed. */
  readonly factor?: number;
  /** Text displayed in place of the symbol. */
  readonly sign?: string;
}

const decimal = (symbols: readonly string[]): readonly Step[] =>
  symbols.map((symbol, index) => ({ symbol, size: 1000 ** index }));

const durations: readonly Step[] = [
  { symbol: 'ns', size: 1 },
  { symbol: 'µs', size: 1e3 },
  { symbol: 'ms', size: 1e6 },
  { symbol: 's', size: 1e9 },
  { symbol: 'min', size: 6e10 },
  { symbol: 'h', size: 3.6e12 },
  { symbol: 'd', size: 8.64e13 },
];
const duration = (symbol: string, title: string, size: number): KnownUnit => ({
  symbol,
  title,
  steps: durations,
  size,
});

/** Units that users can choose for a metric. */
export const units: readonly KnownUnit[] = [
  duration('ns', 'Nanoseconds', 1),
  duration('µs', 'Microseconds', 1e3),
  duration('ms', 'Milliseconds', 1e6),
  duration('s', 'Seconds', 1e9),
  duration('min', 'Minutes', 6e10),
  duration('h', 'Hours', 3.6e12),
  duration('d', 'Days', 8.64e13),
  { symbol: 'B', title: 'Bytes', steps: decimal(['B', 'kB', 'MB', 'GB', 'TB', 'PB']) },
  { symbol: 'B/s', title: 'Bytes per second', steps: decimal(['B/s', 'kB/s', 'MB/s', 'GB/s', 'TB/s']) },
  { symbol: 'bit/s', title: 'Bits per second', steps: decimal(['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s']) },
  { symbol: '%', title: 'Percent (0 to 100)', sign: '%' },
  { symbol: 'ratio', title: 'Share (0 to 1, shown in percent)', factor: 100, sign: '%' },
];
const bySymbol = new Map(units.map((unit) => [unit.symbol, unit]));

export interface ScaledValue {
  readonly value: number;
  /** Unit to display after the number; an empty text if the number has no unit. */
  readonly symbol: string;
  /** True if the number was multiplied or divided, so that its last digits may be rounding errors. */
  readonly scaled: boolean;
}

/**
 * Scales a number to a readable size and returns it with its unit.
 * @param forAxis true for the ticks of an axis, which are multiples of powers of ten. Minutes, hours and days are then
 * used only if the unit itself is one of them.
 */
export function scaledValue(value: number, unit: string | undefined, forAxis = false): ScaledValue {
  const known = unit === undefined ? undefined : bySymbol.get(unit);
  if (!known) return { value, symbol: unit ?? '', scaled: false };
  const { steps, size = 1, factor, sign } = known;
  if (!steps) return { value: value * (factor ?? 1), symbol: sign ?? known.symbol, scaled: factor !== undefined };
  const allowed = forAxis && steps === durations ? decimalDurations(size) : steps;
  const smallest = value * size;
  const own = steps.find(({ symbol }) => symbol === known.symbol);
  const step = (smallest === 0 ? own : allowed.findLast((one) => Math.abs(smallest) >= one.size)) ?? allowed[0] ?? own;
  if (!step) return { value, symbol: known.symbol, scaled: false };
  return { value: smallest / step.size, symbol: step.symbol, scaled: step.size !== size };
}

/** Scale that all values of a column share, so that they can be compared. Its unit suits the largest value. */
export interface SharedScale {
  readonly symbol: string;
  /** Factor by which the values are multiplied. */
  readonly factor: number;
}
export function sharedScale(values: Iterable<number>, unit: string): SharedScale {
  let largest = 0;
  for (const value of values) if (Number.isFinite(value) && Math.abs(value) > Math.abs(largest)) largest = value;
  const { value, symbol } = scaledValue(largest, unit);
  return { symbol, factor: largest === 0 ? 1 : value / largest };
}

const largestDecimal = 1e9;
const decimalDurations = (size: number): readonly Step[] =>
  durations.filter((one) => (size > largestDecimal ? one.size === size : one.size <= largestDecimal));

/** Returns the unit that all metrics share; undefined when the units differ or are missing. */
export function sharedUnit(found: readonly (string | undefined)[]): string | undefined {
  const [first] = found;
  return first !== undefined && found.every((unit) => unit === first) ? first : undefined;
}
