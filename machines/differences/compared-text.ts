/**
 * Reads and writes the comparison of the feature "What is different here?" as the text that the address of a page
 * contains (`PageLook`): `group QUERY`, or `range FROM TO` and the parameters of the longer range.
 */
import { instantOfWire } from '../time-range/local-time.js';
import { readAddress, writeRange } from '../view/address.js';
import { comparedGroup } from '../view/page-look.js';
import type { Compared } from './differences.js';

export function comparedText(compared: Compared): string {
  if (compared.by === 'group') return comparedGroup(compared.query);
  const within = new URLSearchParams();
  writeRange(within, compared.within);
  return `range ${compared.range.from} ${compared.range.to} ${within.toString()}`;
}

/** Returns the comparison; undefined if the text is unreadable. */
export function readCompared(text: string): Compared | undefined {
  const group = /^group (.*\S.*)$/s.exec(text);
  if (group) return { by: 'group', query: group[1] ?? '' };
  const [, from = '', to = '', parameters = ''] = /^range (\S+) (\S+) (\S+)$/.exec(text) ?? [];
  const within = readAddress(parameters).timeRange;
  if (!within || !((instantOfWire(from) ?? NaN) <= (instantOfWire(to) ?? NaN))) return undefined;
  return { by: 'range', range: { type: 'absolute', from, to }, within };
}
