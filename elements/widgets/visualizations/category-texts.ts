/** Shortens the times along a category axis by the parts that they have in common. */

const localTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * Returns the labels of an axis, shortened if all of them are local times: midnights of different days omit the time.
 * Other times omit the day if they are all on one day, otherwise the year, and the seconds if all are whole minutes.
 */
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
