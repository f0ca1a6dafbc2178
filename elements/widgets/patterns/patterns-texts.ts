/** Contains the texts of the message patterns. */
import { formatNumber } from '../../kit/format.js';

const hits = (count: number) => `${formatNumber(count)} ${count === 1 ? 'hit' : 'hits'}`;

export const patternsTexts = {
  failed: 'The patterns could not be found.',
  finding: 'Looking for patterns …',
  list: 'Patterns',
  /** Text with the number of patterns and the number of examined messages. */
  extent: (patterns: number, examined: number, total: number) =>
    `${formatNumber(patterns)} ${patterns === 1 ? 'pattern' : 'patterns'} of ${
      examined >= total ? `all ${hits(total)}` : `the newest ${formatNumber(examined)} of ${hits(total)}`
    }`,
  sampled: 'This server does not find patterns itself: they are found here, in the newest 1,000 messages at most.',
  /** Text after the last pattern. */
  end: (count: number) =>
    `${formatNumber(count)} more ${count === 1 ? 'message is' : 'messages are'} in rarer patterns. Narrow the search to see them.`,
  rest: (count: number) => `${formatNumber(count)} in rarer patterns`,
  about:
    '<*> marks the parts that vary. The filters are approximate: they search for the words that do not vary, which other messages may contain as well.',
  order: 'Order of the patterns',
  changed: 'Changes first',
  orders: { frequent: 'Most frequent', rare: 'Rarest', new: 'First seen last', grown: 'Grown most' },
  changes: { new: 'new', gone: 'gone', grown: 'grown', shrunk: 'shrunk', same: '', unknown: '' },
  before: (count: number) => `previously ${formatNumber(count)}`,
  /** Returns the summary of a comparison; `name` is the name of the earlier range, the numbers count patterns. */
  compared: (name: string, fresh: number, gone: number, grown: number) =>
    `Compared with ${name}: ${formatNumber(fresh)} new, ${formatNumber(gone)} gone, ${formatNumber(grown)} grown`,
  comparing: (name: string) => `Comparing with ${name} …`,
  notCompared: (name: string, reason: string) => `The patterns could not be compared with ${name}: ${reason}`,
  nothingEarlier: (name: string) => `There is no range to compare with (${name}).`,
  again: 'Find again',
  include: 'Show only messages like these (approximate)',
  exclude: 'Exclude messages like these (approximate)',
  nothingFixed: 'Nothing in this pattern is the same in all its messages',
  count: (count: number, share: string) => `${formatNumber(count)} (${share})`,
  seen: (first: string, last: string) => (first === last ? first : `${first} – ${last}`),
  otherLevels: (count: number) => `${formatNumber(count)} of other levels`,
  trend: (peak: number) => `Messages over time, at most ${formatNumber(peak)} in one part`,
  noText: '(Empty Value)',
  none: 'No messages were found.',
};
