/**
 * Decides which addresses the server may call on behalf of users: those that an administrator has listed (contract
 * administration urlWhitelist).
 */
import { RE2JS } from 're2js';
import type { UrlAllowList } from '../../../api/contract/cluster-config.schema.js';
import { isWebAddress } from '../../../api/web-address.js';
import { regexProblem } from '../regex/bounded-regex.js';
import { longestRegex, mostRegexSteps, regexSteps } from '../regex/regex-limits.js';
import { Yielder } from '../foundation/yielding.js';

/** Largest number of steps of all patterns of one list together, enough for a thousand patterns of usual length. */
export const mostStepsOfList = 100_000;

const webScheme = /^https?:$/;
/** Matches scheme and authority as written, up to the beginning of path, query or fragment. */
const beginning = /^([a-z][a-z\d+.-]*:)\/\/([^/?#\\\s]*)(?=[/?#]|$)/i;

/**
 * Returns the forms of an address that patterns are matched with: the normalised form, and the entered form if it names
 * the same place. Patterns match text, and `http://127.0.0.1?.example.org/` looks like a different host than the one
 * that is called.
 * @returns no form if the address is not http or https, or if its scheme or authority differs from the normalised one
 */
function matchedForms(entered: string): string[] {
  const found = beginning.exec(entered);
  // The URL parser drops or replaces control characters, so addresses with them are refused.
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
  // After a slash, no text can be mistaken for the host.
  if (rest === '' || rest.startsWith('/')) forms.push(`${url.protocol}//${called}${rest}`);
  return forms;
}

/**
 * Tells whether an address is listed. An entry that is no valid pattern, is too large, or exceeds the cost limit of the
 * list allows nothing.
 */
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

/** Matches anywhere in the address, unless the pattern is anchored. */
function isFound(pattern: string, url: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(url).find();
  } catch {
    return false;
  }
}

/** Largest number of entries, because each call checks all of them. */
const mostEntries = 1000;

/**
 * Validates a list before it is stored; returns problems by field, such as indistinguishable entries and patterns that
 * never match.
 */
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

/** Patterns of any text within a host, and of any text behind it. */
const anyHost = '[^/?#@:\\\\\\s]+?';
const anyText = '.*?';

/**
 * Returns a pattern that matches exactly the addresses that a template can produce, quoted as in Java. A placeholder
 * within scheme or host matches only text without delimiters.
 * @param placeholder text that is replaced in the template
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
