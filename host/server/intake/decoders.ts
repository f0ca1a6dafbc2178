/** What inputs make of the bytes of a message, by their settings. @throws Error that says which setting is wrong */
import { flagOr, numberOr, textOr, type Attributes } from './attributes.js';
import { defaultInflatedBytes } from './config-fields.js';
import { beatsDecoder } from './decode/beats.js';
import { cefDecoder, monthsToEnglish } from './decode/cef.js';
import type { Decode } from './decode/decoded.js';
import { gelfDecoder } from './decode/gelf.js';
import { jsonPathDecoder } from './decode/json-path-value.js';
import { jsonLineDecoder } from './decode/json-line.js';
import { rawDecoder } from './decode/raw.js';
import { syslogDecoder } from './decode/syslog.js';
import { textReader } from './decode/text.js';
import { zoneToUtc } from './decode/time-zone.js';

const textOf = (attributes: Attributes) => textReader(textOr(attributes, 'charset_name', undefined));
export const inflatedLimit = (attributes: Attributes) =>
  numberOr(attributes, 'decompress_size_limit', defaultInflatedBytes);

export const gelf = (attributes: Attributes) =>
  gelfDecoder({ textOf: textOf(attributes), sizeLimit: inflatedLimit(attributes) });
export const raw = (attributes: Attributes) => rawDecoder(textOf(attributes));
export const jsonLines = (attributes: Attributes) => jsonLineDecoder(textOf(attributes));
export const syslog = (attributes: Attributes) =>
  syslogDecoder({
    textOf: textOf(attributes),
    toUtc: zoneToUtc(textOr(attributes, 'timezone', undefined)),
    allowOverrideDate: flagOr(attributes, 'allow_override_date', true),
    storeFullMessage: flagOr(attributes, 'store_full_message', false),
    expandStructuredData: flagOr(attributes, 'expand_structured_data', false),
  });

export const beats = (attributes: Attributes) =>
  beatsDecoder({ textOf: textOf(attributes), prefixed: !flagOr(attributes, 'no_beats_prefix', false) });
export const jsonPathValue = (attributes: Attributes) =>
  jsonPathDecoder({
    textOf: textOf(attributes),
    path: textOr(attributes, 'path', '$'),
    source: textOr(attributes, 'source', 'unknown'),
    flatten: flagOr(attributes, 'enable_flattening', false),
  });
export const cef = (attributes: Attributes) =>
  cefDecoder({
    textOf: textOf(attributes),
    toUtc: zoneToUtc(textOr(attributes, 'timezone', undefined)),
    inEnglish: monthsToEnglish(textOr(attributes, 'locale', '')),
    useFullNames: flagOr(attributes, 'use_full_names', false),
  });

/** Decoders by the name of their codec (contract data-intake, codecs). @throws Error that says which setting is wrong */
export const codecs: ReadonlyMap<string, (attributes: Attributes) => Decode> = new Map([
  ['syslog', syslog],
  ['gelf', gelf],
  ['raw', raw],
  ['jsonpath', jsonPathValue],
  ['beats', beats],
  ['CEF', cef],
]);
