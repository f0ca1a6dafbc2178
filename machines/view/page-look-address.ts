/**
 * Reads and writes the settings of a search page that its address contains beside the query (page-look.ts). Only the
 * console has such addresses; an embedded search does not load this module.
 */
import { patternOrders } from './pattern-orders.js';
import type { AnswerForm } from '../question/config.js';
import { lengthInAddress, longestComputed, type PageLook } from './page-look.js';
import type { Stacking } from './stacking.js';

const names = [
  'columns',
  'sort',
  'stack',
  'message',
  'tab',
  'patterns',
  'question',
  'answer',
  'computed',
  'different',
] as const;
const mostColumns = 100;
/**
 * Maximum number of percent-encoded characters of a question or comparison in an address, because proxies refuse long
 * addresses. A longer text is left out as a whole: the page still shows it, but a part of it would mean something else.
 */
const longestText = 2000;
function shortText(parameters: URLSearchParams, name: string): string {
  const text = parameters.get(name) ?? '';
  return lengthInAddress(name, text) <= longestText ? text : '';
}
const escaped = (name: string): string => name.replace(/[%,]/g, encodeURIComponent);
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Reads the look of the page from an address; unreadable parts count as absent. */
export function readPageLook(search: string | URLSearchParams): PageLook {
  const parameters = new URLSearchParams(search);
  const columns = (parameters.get('columns') ?? '')
    .split(',')
    .map(unescaped)
    .filter((name) => name !== '');
  const sort = /^(.+):(asc|desc)$/.exec(parameters.get('sort') ?? '');
  const stacking = readStacking(parameters.get('stack') ?? '');
  const question = shortText(parameters, 'question');
  const answer = /^(bars|time|table)$/.exec(parameters.get('answer') ?? '')?.[0];
  const message = /^([^/]+)\/([^/]+)$/.exec(parameters.get('message') ?? '');
  const patternOrder = (['changed', ...patternOrders] as const).find((one) => one === parameters.get('patterns'));
  const computed = parameters.get('computed') ?? '';
  const compared = shortText(parameters, 'different');
  return {
    ...(columns.length > 0 && { columns: [...new Set(columns)].slice(0, mostColumns) }),
    ...(sort && { sort: { field: sort[1] ?? '', ascending: sort[2] === 'asc' } }),
    ...(stacking && { stacking }),
    ...(message && { message: { index: message[1] ?? '', id: message[2] ?? '' } }),
    ...(parameters.get('tab') === 'patterns' && { tab: 'patterns' as const }),
    ...(patternOrder && { patternOrder }),
    ...(question.trim() !== '' && { question }),
    // Cast: the expression above matches the three forms only.
    ...(question.trim() !== '' && answer !== undefined && { answer: answer as AnswerForm }),
    ...(compared !== '' && { compared }),
    ...(/^\{.*\}$/.test(computed) && lengthInAddress('computed', computed) <= longestComputed && { computed }),
  };
}

function readStacking(text: string): Stacking | undefined {
  if (text === 'level' || text === 'nothing') return { by: text };
  return text.startsWith('field:') && text.length > 6 ? { by: 'field', field: text.slice(6) } : undefined;
}

/** Returns the parameters of the address with the look of the page; other parameters stay. */
export function writePageLook(current: string | URLSearchParams, look: PageLook): URLSearchParams {
  const parameters = new URLSearchParams(current);
  for (const name of names) parameters.delete(name);
  const { columns, sort, stacking, message, tab, patternOrder, question, answer, computed, compared } = look;
  if (columns) parameters.set('columns', columns.map(escaped).join(','));
  if (sort) parameters.set('sort', `${sort.field}:${sort.ascending ? 'asc' : 'desc'}`);
  if (stacking) parameters.set('stack', stacking.by === 'field' ? `field:${stacking.field}` : stacking.by);
  if (message) parameters.set('message', `${message.index}/${message.id}`);
  if (tab) parameters.set('tab', tab);
  if (patternOrder) parameters.set('patterns', patternOrder);
  if (question !== undefined) parameters.set('question', question);
  if (answer) parameters.set('answer', answer);
  if (computed) parameters.set('computed', computed);
  if (compared) parameters.set('different', compared);
  return parameters;
}

/** Returns the look as an address contains it; an empty question line is not written. */
export const writtenLook = (look: PageLook): PageLook => readPageLook(writePageLook('', look));
