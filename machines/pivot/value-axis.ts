/** Computes the limits of a value axis and the distance of its grid lines, so that they are round numbers. */

export type AxisType = 'linear' | 'logarithmic';

export interface ValueAxis {
  readonly type: AxisType;
  readonly min: number;
  readonly max: number;
  /** Distance between grid lines; on a logarithmic axis the number of powers of ten between them. */
  readonly step: number;
}
export interface ValueAxisInput {
  readonly type?: AxisType;
  /** Number of grid lines to aim at, not counting the lowest. */
  readonly lines?: number;
  /** True when all values are integers, so that grid lines must not have fractions. */
  readonly whole?: boolean;
}

/**
 * Returns the axis type stored in a widget, linear by default (spec 2 §3).
 * @throws Error 'Unable to parse axis type' when the stored type is neither linear nor logarithmic (spec 2 §8)
 */
export function axisTypeOf(config: { visualization_config: Record<string, unknown> | null }): AxisType {
  const type = config.visualization_config?.['axis_type'] ?? 'linear';
  if (type !== 'linear' && type !== 'logarithmic') throw new Error(`Unable to parse axis type: ${textOf(type)}`);
  return type;
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Computes a value axis. A linear axis begins at zero, or below it if there are negative values. A logarithmic axis
 * begins at a power of ten that is less than the smallest positive value.
 * @param extent smallest and largest value; for a logarithmic axis only of the positive values; undefined: there are
 * none
 */
export function valueAxis(
  extent: { readonly min: number; readonly max: number } | undefined,
  { type = 'linear', lines = 4, whole = false }: ValueAxisInput = {},
): ValueAxis {
  return type === 'logarithmic' ? logarithmicAxis(extent, lines) : linearAxis(extent, lines, whole);
}

function linearAxis(extent: { min: number; max: number } | undefined, lines: number, whole: boolean): ValueAxis {
  const low = Math.min(0, extent?.min ?? 0);
  const high = Math.max(0, extent?.max ?? 0);
  if (!(high > low) || !Number.isFinite(high - low)) return { type: 'linear', min: 0, max: 1, step: 1 };
  const rough = (high - low) / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 3, 5, 10].find((one) => one * power >= rough - power * 1e-9) ?? 10;
  let step = factor * power;
  if (whole) step = Math.max(1, Number.isInteger(step) ? step : Math.ceil(step));
  const round = (value: number) => Number((value * step).toPrecision(12));
  return {
    type: 'linear',
    min: low < 0 ? round(Math.floor(low / step + 1e-9)) : 0,
    max: high > 0 ? round(Math.ceil(high / step - 1e-9)) : 0,
    step,
  };
}

/** Computes a logarithmic axis. @param extent smallest and largest of the positive values */
function logarithmicAxis(extent: { min: number; max: number } | undefined, lines: number): ValueAxis {
  const positive = extent !== undefined && extent.max > 0;
  const low = positive ? Math.floor(Math.log10(extent.min > 0 ? extent.min : extent.max) + 1e-9) : 0;
  const high = positive ? Math.max(low + 1, Math.ceil(Math.log10(extent.max) - 1e-9)) : 1;
  // A bar whose value equals the start of the axis would have no height. So the axis starts one power of ten lower.
  const from = positive && extent.min <= 10 ** low * (1 + 1e-9) ? low - 1 : low;
  const step = Math.max(1, Math.ceil((high - from) / lines));
  return { type: 'logarithmic', min: 10 ** from, max: 10 ** (from + step * Math.ceil((high - from) / step)), step };
}

/** Returns the values at which grid lines are drawn, in ascending order. */
export function axisTicks({ type, min, max, step }: ValueAxis): readonly number[] {
  const ticks: number[] = [];
  if (type === 'logarithmic') {
    for (let power = Math.round(Math.log10(min)); power <= Math.log10(max) + 1e-9; power += step)
      ticks.push(10 ** power);
    return ticks;
  }
  for (let index = 0; min + index * step <= max + step * 1e-6; index++) {
    ticks.push(Number((min + index * step).toPrecision(12)));
  }
  return ticks;
}

/**
 * Returns the position of a value on the axis: 0 at its start, 1 at its end. Returns undefined if the value has no
 * logarithm.
 */
export function shareOf({ type, min, max }: ValueAxis, value: number): number | undefined {
  if (type === 'linear') return (value - min) / (max - min);
  if (!(value > 0)) return undefined;
  return (Math.log10(value) - Math.log10(min)) / (Math.log10(max) - Math.log10(min));
}
