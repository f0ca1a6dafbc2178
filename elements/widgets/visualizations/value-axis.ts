/** Round ends and steps for a value axis from zero. */

export interface ValueAxis {
  readonly max: number;
  readonly step: number;
}

/** At most `lines` steps from 0 to just above `highest`; whole numbers only where `whole`. */
export function valueAxis(highest: number, lines = 4, whole = true): ValueAxis {
  if (!(highest > 0)) return { max: 1, step: 1 };
  const rough = highest / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 3, 5, 10].find((one) => one * power >= rough - power * 1e-9) ?? 10;
  let step = factor * power;
  if (whole) step = Math.max(1, Number.isInteger(step) ? step : Math.ceil(step));
  return { max: step * Math.ceil(highest / step - 1e-9), step };
}
