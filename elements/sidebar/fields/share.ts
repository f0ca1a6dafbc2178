/** Formats a share of messages in whole percent: 0% and 100% are only shown for exactly none and all. */
export function shareText(count: number, total: number): string {
  if (total <= 0 || count <= 0) return '0%';
  const percent = (count / total) * 100;
  if (percent < 1) return '<1%';
  return `${count >= total ? 100 : Math.min(99, Math.round(percent))}%`;
}
