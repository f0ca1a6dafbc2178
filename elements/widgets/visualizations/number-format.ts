/** Numbers of metrics: thousands separated, up to seven decimals (spec 2 §9). */
const full = new Intl.NumberFormat('en-US', { maximumFractionDigits: 7 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export function formatNumber(value: number | bigint): string {
  return full.format(value);
}

/** For axes: 800, 9,500, 12K, 1.5M. */
export function formatAxisNumber(value: number): string {
  return Math.abs(value) < 10_000 ? full.format(value) : short.format(value);
}
