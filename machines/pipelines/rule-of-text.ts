/**
 * Generates pipeline rules that extract fields from a text that the user has selected in a message. The rules use JSON,
 * key-value pairs, grok or regular expressions. The functions are pure.
 */
import { literalRegex } from '../../api/literal-regex.js';
import { fieldOf, isJsonObject, quoted } from './rule-of-message.js';
import { kindOfWhole, restKind, shortestKind, textParts, type PartKind, type TextPart } from './text-parts.js';

export type ProposalKind = 'json' | 'key_value' | 'grok' | 'regex';

export interface RuleProposal {
  readonly kind: ProposalKind;
  /** The pattern of the rule, or its call of the function that parses the text. */
  readonly pattern: string;
  readonly source: string;
}

/** Text that the user has selected in the value of a field; `from` and `to` are offsets in UTF-16 units. */
export interface MarkedText {
  readonly field: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** Maximum number of characters before and after the selected text that become part of a pattern. */
const contextBefore = 40;
const contextAfter = 20;
/**
 * Maximum number of characters of a selected text that is split into parts. A longer text becomes a single variable,
 * because its pattern would be unreadable.
 */
const longestSplit = 500;
/** Maximum number of variables in a pattern. */
const mostCaptures = 20;

interface Capture {
  readonly kind: PartKind;
  readonly name: string;
}
/** Part of a pattern: a literal, a variable part that is skipped, or a variable part that becomes a field. */
type PatternPart = string | PartKind | Capture;

const isCapture = (part: PatternPart): part is Capture => typeof part !== 'string' && 'kind' in part;

/** Returns the rules to propose; the kinds that usually extract the most fields come first. */
export function ruleProposals(marked: MarkedText): readonly RuleProposal[] {
  const { field, value, from, to } = marked;
  if (value.slice(from, to).trim() === '') return [];
  const text = `to_string(${fieldOf(field)})`;
  const parts = patternParts(trimmed(marked));
  const names = parts.filter(isCapture).map(({ name }) => name);
  return [
    ...jsonProposal(marked, text),
    ...pairsProposal(marked, text),
    grokProposal(field, text, parts, names),
    regexProposal(field, text, parts, names),
  ];
}

const ruleOf = (title: string, field: string, actions: readonly string[]): string =>
  [
    `rule ${quoted(title.replace(/["\\\r\n]/g, ''))}`,
    'when',
    `  has_field(${quoted(field)})`,
    'then',
    ...actions,
    'end',
    '',
  ].join('\n');

const titleOf = (names: readonly string[], field: string, how: string): string =>
  `take ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''} out of ${field} (${how})`;

function grokProposal(
  field: string,
  text: string,
  parts: readonly PatternPart[],
  names: readonly string[],
): RuleProposal {
  const pattern = parts
    .map((part) =>
      typeof part === 'string'
        ? escaped(part)
        : isCapture(part)
          ? `%{${part.kind.grok}:${part.name}}`
          : `%{${part.grok}}`,
    )
    .join('');
  const actions = [`  set_fields(grok(${quoted(pattern)}, ${text}, true));`];
  return { kind: 'grok', pattern, source: ruleOf(titleOf(names, field, 'grok'), field, actions) };
}

function regexProposal(
  field: string,
  text: string,
  parts: readonly PatternPart[],
  names: readonly string[],
): RuleProposal {
  const pattern = parts
    .map((part) => (typeof part === 'string' ? escaped(part) : isCapture(part) ? `(${part.kind.regex})` : part.regex))
    .join('');
  const list = names.map(quoted).join(', ');
  const actions = [`  set_fields(regex(${quoted(pattern)}, ${text}, [${list}]));`];
  return { kind: 'regex', pattern, source: ruleOf(titleOf(names, field, 'regular expression'), field, actions) };
}

/** Returns a regular expression for a literal; several spaces in a row match any number of spaces. */
const escaped = (literal: string): string =>
  literalRegex(literal).replace(/ {2,}/g, ' +').replace(/\t/g, '\\t').replace(/\r?\n/g, '\\s+');

/** Returns the selection without whitespace at its ends. */
function trimmed(marked: MarkedText): MarkedText {
  const text = marked.value.slice(marked.from, marked.to);
  const from = marked.from + (text.length - text.trimStart().length);
  return { ...marked, from, to: from + text.trim().length };
}

function patternParts({ value, from, to }: MarkedText): readonly PatternPart[] {
  const before = textParts(tail(value.slice(0, from)));
  const after = head(value.slice(to));
  const inside = value.slice(from, to);
  const names = new Names();
  const literalBefore = before.map((part) => part.text).join('');
  const captured: PatternPart[] = [];
  const split = inside.length <= longestSplit ? textParts(inside) : [];
  const whole = kindOfWhole(inside);
  const variables = split.filter((part) => part.kind !== undefined).length;
  if (whole || variables === 0 || variables > mostCaptures) {
    const kind = whole ?? (after === '' ? restKind : shortestKind);
    captured.push({ kind, name: names.after(literalBefore, kind) });
  } else {
    let passed = literalBefore;
    for (const { text, kind } of split) {
      captured.push(kind ? { kind, name: names.after(passed, kind) } : text);
      passed += text;
    }
  }
  return [...before.map((part: TextPart) => part.kind ?? part.text), ...captured, ...(after === '' ? [] : [after])];
}

/** Returns the last characters of the text before the selection, starting with a whole word. */
function tail(text: string): string {
  if (text.length <= contextBefore) return text;
  const cut = text.slice(-contextBefore);
  const words = cut.search(/\s/);
  return words < 0 ? cut.replace(/^\w+/, '') : cut.slice(words).trimStart();
}

/** Returns the punctuation and the word after the selection, which mark the end of a variable part of any length. */
const head = (text: string): string => /^[^\w\s]*(?:\s[A-Za-z]+(?=\s|$))?/.exec(text.slice(0, contextAfter))?.[0] ?? '';

/** Fields of a message that the rule must not overwrite with an extracted value. */
const taken = new Set(['message', 'full_message', 'source', 'timestamp', 'level', 'facility', 'streams']);
/** Matches words that are no useful name for the value that follows them. */
const vague = /^(?:a|an|and|as|at|by|for|from|in|is|of|on|or|the|to|was|with)$/;

/** Derives the names of fields from the text before each value; every name is used once. */
class Names {
  readonly #used = new Set<string>(taken);

  after(before: string, kind: PartKind): string {
    const key = /([A-Za-z_][\w.-]*)["']?\s*[=:]\s*["'[(]?$/.exec(before)?.[1];
    const word = key ?? /([A-Za-z]+)[^\w]*$/.exec(before)?.[1];
    const plain = word?.toLowerCase().replace(/[^a-z0-9_]/g, '_');
    const name = plain === undefined ? kind.name : vague.test(plain) ? `${plain}_${kind.name}` : plain;
    let free = name;
    for (let number = 2; this.#used.has(free); number++)
      free = taken.has(name) && number === 2 ? `${name}_value` : `${name}_${number}`;
    this.#used.add(free);
    return free;
  }
}

/** Returns the proposal for a JSON object, if the selection or the whole value is one. */
function jsonProposal({ field, value, from, to }: MarkedText, text: string): readonly RuleProposal[] {
  const title = `take the JSON of ${field} apart`;
  const flat = (json: string): string => `set_fields(to_map(flatten_json(${json}, "json")));`;
  if (isJsonObject(value)) {
    const pattern = flat(text);
    return [{ kind: 'json', pattern, source: ruleOf(title, field, [`  ${pattern}`]) }];
  }
  if (!isJsonObject(value.slice(from, to))) return [];
  const pattern = flat('to_string(found["json"])');
  const open = value.slice(0, from).includes('{') ? `${escaped(tail(value.slice(0, from)))}(\\{.*\\})` : '(\\{.*\\})';
  const actions = [`  let found = regex(${quoted(open)}, ${text}, ["json"]);`, `  ${pattern}`];
  return [{ kind: 'json', pattern, source: ruleOf(title, field, actions) }];
}

/** Matches a pair `name=value`. */
const pair = /[\w.-]+=(?:"[^"]*"|[^\s",;|&]*)/g;

function pairsProposal({ field, value, from, to }: MarkedText, text: string): readonly RuleProposal[] {
  const inside = value.slice(from, to);
  const found = [...inside.matchAll(pair)];
  const [first, second] = found;
  if (!first) return [];
  const gap = second ? inside.slice(first.index + first[0].length, second.index) : '';
  const delimiter = /[,;|&]/.exec(gap)?.[0];
  const options = [
    `value: ${text}`,
    ...(delimiter === undefined ? [] : [`delimiters: ${quoted(/\s/.test(gap) ? `${delimiter} ` : delimiter)}`]),
    ...(inside.includes('"') ? [`trim_value_chars: "\\""`] : []),
  ];
  const pattern = `set_fields(key_value(${options.join(', ')}));`;
  return [{ kind: 'key_value', pattern, source: ruleOf(`take the pairs of ${field} apart`, field, [`  ${pattern}`]) }];
}
