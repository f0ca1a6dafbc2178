/** The rule function parse_cef, which parses a message in the Common Event Format. */
import { cefFullName, cefValue } from '../../cef/cef-names.js';
import { cefBegin, cefExtensions, cefHeader, headerParts, mostExtensions } from '../../cef/cef-text.js';
import { defineFunction, parameter, type PipelineFunction } from '../function.js';
import { jsonInteger, type Value } from '../values.js';

const headerNames = [
  'cef_version',
  'device_vendor',
  'device_product',
  'device_version',
  'device_event_class_id',
  'name',
  'severity',
];

/** Matches the custom extensions, whose names the sender defines: `cs1Label=Policy` names the extension `cs1`. */
const customField = /^(?:cs|cn|cfp|c6a|flexDate|flexNumber|flexString|deviceCustomDate)\d+$/;

const version = (text: string): Value => {
  const [digits] = /\d{1,9}$/.exec(text) ?? [];
  return digits === undefined ? text : jsonInteger(Number(digits));
};

/** Converts an extension value to a value of the rule language; integers get 32 or 64 bits. */
const tagged = (value: unknown): Value =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
    ? jsonInteger(value)
    : (value as string | number);

function extensionsOf(text: string, withFullNames: boolean): Map<string, Value> {
  const found = new Map<string, string>();
  for (const [key, value] of cefExtensions(text)) {
    if (found.size >= mostExtensions) break;
    found.set(key, value);
  }
  const named = new Map<string, Value>();
  for (const [key, value] of found) {
    const isLabel = key.endsWith('Label') && customField.test(key.slice(0, -5));
    if (isLabel && found.has(key.slice(0, -5))) continue;
    const label = customField.test(key) ? found.get(`${key}Label`) : undefined;
    const name = label !== undefined && label !== '' ? label : withFullNames ? cefFullName(key) : key;
    named.set(name, tagged(cefValue(key, value)));
  }
  return named;
}

const parseCef = defineFunction({
  name: 'parse_cef',
  parameters: [
    parameter('cef_string', 'String'),
    parameter('use_full_names', 'Boolean', 'Gives extensions the full names of the dictionary.'),
  ],
  returns: 'CEFParserResult',
  description: 'Takes a text in the Common Event Format (CEF:0|…) apart. A text that is none gives null.',
  evaluate([text, useFullNames], context) {
    const at = text === null ? -1 : text.search(cefBegin);
    if (text === null || at < 0) return null;
    context.spend(text.length);
    const { parts, rest } = cefHeader(text.slice(at));
    if (parts.length < headerParts) return null;
    const header = parts.map((part, index): [string, Value] => [
      headerNames[index] ?? '',
      index === 0 ? version(part) : part,
    ]);
    return new Map<string, Value>([...header, ...extensionsOf(rest, useFullNames === true)]);
  },
});

export const cefFunctions: readonly PipelineFunction[] = [parseCef];
