/** Shortens the names along an axis by their common beginning. */

const localTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Times within one day omit the day, whole minutes omit the seconds; other names stay unchanged. */
export function shortLabels(labels: readonly string[]): readonly string[] {
  const times = labels.filter((label) => localTime.test(label));
  if (times.length === 0 || times.length < labels.length) return labels;
  const days = new Set(times.map((label) => label.slice(0, 10)));
  const whole = times.every((label) => label.endsWith(':00'));
  if (days.size === times.length && times.every((label) => label.endsWith(' 00:00:00'))) {
    return labels.map((label) => label.slice(0, 10));
  }
  return labels.map((label) => label.slice(days.size === 1 ? 11 : 5, whole ? 16 : 19));
}
