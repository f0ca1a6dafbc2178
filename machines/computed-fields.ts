/**
 * Fields that the server computes from a stored field while a search runs. A view stores their definitions as JSON
 * texts among the titles of every page (see view/widget-looks.ts). A reference server keeps these texts unchanged.
 */
import type { ComputedDefinition, ComputedKind } from '../api/contract/computed-fields.schema.js';
import { computedKind } from './view/titles.js';
import { stateOf, type ViewDocument } from './view/document.js';
import { storedLook } from './view/widget-looks.js';

export interface ComputedField extends ComputedDefinition {
  readonly name: string;
}

const kinds: readonly ComputedKind[] = ['regex', 'grok', 'key_value', 'json'];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the computed fields of a page; definitions that cannot be read are left out. */
export function computedFieldsOf(document: ViewDocument, queryId: string): readonly ComputedField[] {
  const { titles } = stateOf(document, queryId);
  return Object.keys(titles?.[computedKind] ?? {}).flatMap((name): ComputedField[] => {
    const stored = storedLook(titles, computedKind, name);
    const kind = kinds.find((one) => one === stored['kind']);
    const [source, pattern, capture] = [text(stored['source']), text(stored['pattern']), text(stored['capture'])];
    if (kind === undefined || source === '' || pattern === '') return [];
    return [
      { name, kind, source, pattern, ...(capture && { capture }), ...(stored['number'] === true && { number: true }) },
    ];
  });
}

/** Returns definitions in the form in which a view stores them and a search sends them. */
export const definitionsOf = (fields: readonly ComputedField[]): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map(({ name, ...definition }) => [name, JSON.stringify(definition)]));

export const isComputedName = (name: string): boolean => /^(?!__proto__$)[\w@.-]{1,256}$/.test(name);

/**
 * Returns the name that a field gets unless the user writes another one: the key, or the last name of a JSON path. The
 * name is empty for regular expressions and grok patterns, and when the key or last name is no valid field name.
 */
export function suggestedName(kind: ComputedKind, pattern: string): string {
  const last = kind === 'json' ? pattern.split(/[.[\]'"]+/).findLast((part) => part !== '') : pattern;
  const isNamed = kind === 'key_value' || kind === 'json';
  return isNamed && last !== undefined && isComputedName(last) ? last : '';
}

/** Returns a text as a string literal of the rule language; line breaks become spaces. */
const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&').replace(/[\n\r]/g, ' ')}"`;

/** Returns `capture`, or else the first capture that the grok pattern names; undefined: it names no capture. */
export const grokCapture = (pattern: string, capture: string | undefined): string | undefined =>
  capture ?? /%\{\w+:([^:;}]+)/.exec(pattern)?.[1];

/** Returns the captures of a pattern that convert their value to a number, such as `took` of `%{NUMBER:took:int}`. */
export function numericCaptures(kind: ComputedKind, pattern: string): ReadonlySet<string> {
  const typed =
    kind === 'grok' ? pattern.matchAll(/%\{\w+:([^:;}]+)[:;](?:byte|short|int|integer|long|float|double)\}/g) : [];
  return new Set([...typed].map(([, name = '']) => name));
}

/** Matches the texts that searches read as numbers; a text of another form gives no value. */
const numberPattern = '^[-+]?[0-9]{1,15}([.][0-9]{0,15})?([eE][-+]?[0-9]{1,2})?$';

const numberText = new RegExp(numberPattern);

/** Returns true for a text that a search reads as a number; a search does not trim the text. */
export const isNumberText = (value: string): boolean => numberText.test(value);

/** Returns the source of a pipeline rule that sets the field in each new message, so that the field is stored. */
export function ruleOfComputed({ name, kind, source, pattern, capture, number = false }: ComputedField): string {
  const value = `to_string($message.${/^[A-Za-z_]\w*$/.test(source) ? source : `\`${source}\``})`;
  const found: Readonly<Record<ComputedKind, string>> = {
    regex: `regex(pattern: ${quoted(pattern)}, value: ${value})[${quoted(String(groupIndex(pattern, capture)))}]`,
    grok: `grok(pattern: ${quoted(pattern)}, value: ${value}, only_named_captures: true)[${quoted(grokCapture(pattern, capture) ?? name)}]`,
    key_value: `key_value(value: ${value}, delimiters: " ,;&", kv_delimiters: "=:", allow_dup_keys: true, handle_dup_keys: "take_first", trim_value_chars: "\\"")[${quoted(pattern)}]`,
    json: `select_jsonpath(json: parse_json(value: ${value}), paths: { value: ${quoted(`$.${pattern}`)} })["value"]`,
  };
  const text = `to_string(${found[kind]})`;
  return [
    `rule ${quoted(`Set ${name} from ${source}`)}`,
    'when',
    `  has_field(${quoted(source)})`,
    // The rule checks the form of the text, because `to_double` returns 0 for a text that is no number.
    ...(number ? [`  && regex(pattern: ${quoted(numberPattern)}, value: ${text}).matches == true`] : []),
    'then',
    `  let found = ${number ? `to_double(${text})` : found[kind]};`,
    `  set_field(field: ${quoted(name)}, value: found);`,
    'end',
  ].join('\n');
}

/**
 * Returns the position of a named capture among all capturing groups of a pattern, counted from 0 as in the rule
 * language. Returns 0 if no capture is given or the pattern has no group of this name.
 */
export function groupIndex(pattern: string, capture: string | undefined): number {
  const openings = pattern.match(/\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?P?<[A-Za-z]\w*>/g) ?? [];
  const groups = openings.filter((one) => one.startsWith('('));
  const found = capture === undefined ? 0 : groups.findIndex((one) => one.endsWith(`<${capture}>`));
  return Math.max(0, found);
}
