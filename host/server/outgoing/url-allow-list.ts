/**
 * Checks URLs by the URL whitelist, in which an administrator lists the URLs that the server may call on behalf of
 * users (contract administration urlWhitelist).
 */
import { RE2JS } from 're2js';
import type { UrlAllowList } from '../../../api/contract/cluster-config.schema.js';
import { isWebAddress } from '../../../api/web-address.js';
import { regexProblem } from '../regex/bounded-regex.js';
import { longestRegex, mostRegexSteps, regexSteps } from '../regex/regex-limits.js';
import { Yielder } from '../foundation/yielding.js';

/**
 * Largest number of steps (`regexSteps`) of all patterns of a list together. For instance, a thousand patterns may have
 * a hundred steps each.
 */
export const mostStepsOfList = 100_000;

const webScheme = /^https?:$/;
/** Matches the address of a name server or of a registry, which has a port and no path: `dns://[::1]:53`. */
const serviceAddress = /^(?:dns|whois):\/\/(?:\[[\da-f:.]+\]|[a-z\d._-]+):\d{1,5}$/i;
/** Matches scheme and authority as written, up to the beginning of path, query or fragment. */
const beginning = /^([a-z][a-z\d+.-]*:)\/\/([^/?#\\\s]*)(?=[/?#]|$)/i;

/**
 * Returns the forms of a URL against which patterns are matched: the normalised form and the entered form. The entered
 * form is left out if its text suggests another host than the one that is called, as in
 * `http://127.0.0.1?.example.org/`.
 * @returns no form if the URL is neither http nor https nor a `serviceAddress`, or if its scheme or authority differs
 * from the normalised form
 */
function matchedForms(entered: string): string[] {
  if (serviceAddress.test(entered)) return [entered.toLowerCase()];
  const found = beginning.exec(entered);
  // URLs with control characters are refused, because the URL parser drops or replaces these characters.
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
  // Text after a slash cannot be mistaken for the host.
  if (rest === '' || rest.startsWith('/')) forms.push(`${url.protocol}//${called}${rest}`);
  return forms;
}

/**
 * Tells whether the list allows a URL; a disabled list allows every URL. A pattern that is invalid, too large, or
 * exceeds the cost limit of the list allows nothing.
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

/** Tells whether a pattern matches anywhere in a URL; an invalid pattern matches nothing. */
function isFound(pattern: string, url: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(url).find();
  } catch {
    return false;
  }
}

/** Largest number of entries, because a call may have to check all of them. */
const mostEntries = 1000;

/**
 * Validates a list before it is stored; returns the first problem by field: too many entries, an empty title, or an
 * invalid or too large value.
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

/** Pattern for any text within scheme and host. */
const anyHost = '[^/?#@:\\\\\\s]+?';
/** Pattern for any text after the host. */
const anyText = '.*?';

/**
 * Returns a pattern that matches exactly the URLs that a template can produce, with literal text quoted as in Java. A
 * placeholder within scheme or host matches only text without delimiters.
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
