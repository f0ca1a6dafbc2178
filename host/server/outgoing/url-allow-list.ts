/** Decides which addresses the server may call for its users: those an administrator has listed (contract administration urlWhitelist). */
import { RE2JS } from 're2js';
import type { UrlAllowList } from '../../../api/contract/cluster-config.schema.js';
import { isWebAddress } from '../../../api/web-address.js';
import { regexProblem } from '../regex/bounded-regex.js';
import { longestRegex, mostRegexSteps, regexSteps } from '../regex/regex-limits.js';
import { Yielder } from '../foundation/yielding.js';

/** Steps that the programs of all patterns of one list may have together, which is a thousand patterns of usual length. */
export const mostStepsOfList = 100_000;

const webScheme = /^https?:$/;
/** Scheme and authority as they are written, up to where the path, the query or the fragment begins. */
const beginning = /^([a-z][a-z\d+.-]*:)\/\/([^/?#\\\s]*)(?=[/?#]|$)/i;

/**
 * The forms of an address that patterns are held against: as the call will be made, and as it was entered where that names the same
 * place. Patterns look at text, and `http://127.0.0.1?.example.org/` looks like another host than the one that is called.
 * @returns nothing when it is no address of http or https, or its scheme or authority is written otherwise than it is called
 */
function matchedForms(entered: string): string[] {
  const found = beginning.exec(entered);
  // Reading an address drops control characters or replaces them, so addresses with them are refused.
  if (!found || /\p{Cc}/u.test(entered) || !URL.canParse(entered)) return [];
  const url = new URL(entered);
  url.hash = '';
  const [before = '', scheme = '', authority = ''] = found;
  const called = beginning.exec(url.href)?.[2] ?? '';
  const usualPort = url.protocol === 'https:' ? ':443' : ':80';
  const written = authority.toLowerCase();
  const isSame = written === called.toLowerCase() || written === `${called.toLowerCase()}${usualPort}`;
  if (!webScheme.test(url.protocol) || scheme.toLowerCase() !== url.protocol || !isSame || authority === '') return [];
  const rest = entered.slice(before.length).replace(/#.*$/s, '');
  const forms = [url.href];
  // Behind a slash nothing can be taken for the host any more.
  if (rest === '' || rest.startsWith('/')) forms.push(`${url.protocol}//${called}${rest}`);
  return forms;
}

/** An entry that is no pattern, or too large a one, or beyond what a list may cost, allows nothing. */
export async function isUrlAllowed({ disabled, entries }: UrlAllowList, url: string): Promise<boolean> {
  if (disabled || entries.some(({ type, value }) => type === 'literal' && value === url)) return true;
  const forms = matchedForms(url);
  if (forms.length === 0) return false;
  const yielder = new Yielder();
  let left = mostStepsOfList;
  for (const { type, value } of entries) {
    if (type !== 'regex' || value.length > longestRegex) continue;
    const steps = regexSteps(value);
    if (steps > Math.min(left, mostRegexSteps)) continue;
    left -= steps;
    if (yielder.isOver) await yielder.pause();
    if (forms.some((form) => isFound(value, form))) return true;
  }
  return false;
}

/** Anywhere in the address, unless the pattern says otherwise. */
function isFound(pattern: string, url: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(url).find();
  } catch {
    return false;
  }
}

/** Entries of the list; each call checks all of them. */
const mostEntries = 1000;

/** Checks a list before it is stored, by field: indistinguishable entries, and patterns that can never match. */
export async function allowListProblems({ entries }: UrlAllowList): Promise<Readonly<Record<string, string>>> {
  if (entries.length > mostEntries) return { entries: `has more than ${mostEntries} entries` };
  const yielder = new Yielder();
  let left = mostStepsOfList;
  for (const [index, { type, title, value }] of entries.entries()) {
    if (title.trim() === '') return { [`entries.${index}.title`]: 'must not be empty' };
    if (type === 'literal') {
      if (!isWebAddress(value)) return { [`entries.${index}.value`]: 'must be an address of http or https' };
      continue;
    }
    if (yielder.isOver) await yielder.pause();
    const problem = value === '' ? 'must not be empty' : regexProblem(value);
    if (problem !== undefined) return { [`entries.${index}.value`]: `is not a valid regular expression: ${problem}` };
    left -= regexSteps(value);
    if (left < 0) return { entries: 'has patterns that are too large together' };
  }
  return {};
}

const quoted = (text: string): string => (text === '' ? '' : `\\Q${text.replaceAll('\\E', '\\E\\\\E\\Q')}\\E`);

/** Any text within a host, and any text behind it. */
const anyHost = '[^/?#@:\\\\\\s]+?';
const anyText = '.*?';

/**
 * A pattern of exactly the addresses that a template makes, quoted as in Java. A placeholder within scheme or host stands for text that
 * stays there.
 * @param placeholder what stands for any text
 */
export function patternOfTemplate(template: string, placeholder: string | undefined): string {
  const parts = placeholder === undefined || placeholder === '' ? [template] : template.split(placeholder);
  let before = '';
  let pattern = '';
  for (const [index, part] of parts.entries()) {
    const isBehindHost = /^[a-z]+:\/\/[^/?#]+[/?#]/i.test(before);
    if (index > 0) pattern += isBehindHost ? anyText : anyHost;
    pattern += quoted(part);
    before += `${index > 0 ? 'x' : ''}${part}`;
  }
  return `^${pattern}$`;
}
