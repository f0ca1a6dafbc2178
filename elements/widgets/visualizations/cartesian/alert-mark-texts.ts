/** Texts of alert marks. */
import type { AlertMark } from '../../../../machines/pivot/alert-marks.js';
import { isolated } from '../../../kit/isolated.js';
import { formatNumber } from '../../values/number-format.js';

const priorities: Readonly<Record<number, string>> = { 1: 'Low', 2: 'Normal', 3: 'High' };

const about = ({ key, priority }: AlertMark, time: string): string =>
  [priorities[priority] ?? String(priority), ...(key === null ? [] : [isolated(key)]), time].join(' · ');

export const alertMarkTexts = {
  group: (count: number): string => `${formatNumber(count)} ${count === 1 ? 'alert' : 'alerts'}`,
  /** Text of a mark, which has room for two digits. */
  count: (count: number): string => (count > 99 ? '99+' : String(count)),
  /** Text for several alerts; `count` is the number as displayed on the mark. */
  several: (count: string): string => `${count} alerts`,
  about,
  line: (alert: AlertMark, time: string): string => `${isolated(alert.title)} · ${about(alert, time)}`,
  more: (count: number): string => `and ${formatNumber(count)} more`,
};
