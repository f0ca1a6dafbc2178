/** Numbers of metrics: thousands separated, up to seven decimals (spec 2 §9). */
const full = new Intl.NumberFormat('en-US', { maximumFractionDigits: 7 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

export function formatNumber(value: number | bigint): string {
  return full.format(value);
}

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/**
 * For axes: 0.0125, 800, 2.5k, 10k, 1.5M; never longer than a label may be.
 * @param shortFrom smaller values have all their digits: all labels of an axis of thousands are written alike
 */
export function formatAxisNumber(value: number, shortFrom = 1_000): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return value.toExponential(1).replace('.0e', 'e').replace('e+', 'e');
  return size < shortFrom ? digits.format(value) : short.format(value).replace('K', 'k');
}

/** 0.1977 → 19.77%. */
export function formatPercent(ratio: number): string {
  return `${(ratio * 100).toFixed(2)}%`;
}
