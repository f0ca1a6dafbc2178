/** Contains the texts of the marks of alerts and events, and of marks made by hand. */
import type { AlertMark } from '../../../../machines/pivot/alert-marks.js';
import { isolated } from '../../../kit/isolated.js';
import { markTexts } from '../../marks/texts.js';
import { formatNumber } from '../../values/number-format.js';

const priorities: Readonly<Record<number, string>> = { 1: 'Low', 2: 'Normal', 3: 'High' };

const about = ({ key, priority, hand }: AlertMark, time: string): string =>
  hand
    ? [markTexts.kinds[hand.kind], markTexts.by(hand.created_by, hand.changed_by), time].join(' · ')
    : [priorities[priority] ?? String(priority), ...(key === null ? [] : [isolated(key)]), time].join(' · ');

/** Noun for a group of marks: `mark` if at least one of them was made by hand, otherwise `alert`. */
export type MarkNoun = 'alert' | 'mark';
export const nounOf = (alerts: readonly AlertMark[]): MarkNoun => (alerts.some(({ hand }) => hand) ? 'mark' : 'alert');

export const alertMarkTexts = {
  group: (count: number, noun: MarkNoun): string => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`,
  /** Text of a mark, which has room for two digits. */
  count: (count: number): string => (count > 99 ? '99+' : String(count)),
  /** Text for several alerts or marks; `count` is the number as displayed on their common mark. */
  several: (count: string, noun: MarkNoun): string => `${count} ${noun}s`,
  about,
  /** Text beside a mark: the title of its first alert, and the number of further alerts. */
  caption: ([first, ...further]: readonly AlertMark[]): string =>
    `${isolated(first?.title ?? '')}${further.length > 0 ? ` +${formatNumber(further.length)}` : ''}`,
  line: (alert: AlertMark, time: string): string => `${isolated(alert.title)} · ${about(alert, time)}`,
  more: (count: number): string => `and ${formatNumber(count)} more`,
};
