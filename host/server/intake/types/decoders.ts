/**
 * Creates decoders from the settings of inputs. A function that creates a decoder throws an Error when a setting is
 * invalid.
 */
import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { defaultInflatedBytes } from '../types/config-fields.js';
import { beatsDecoder } from '../decode/beats.js';
import { cefDecoder, monthsToEnglish } from '../decode/cef.js';
import { DecodeFailure, type Decode } from '../decode/decoded.js';
import { gelfDecoder } from '../decode/gelf.js';
import { jsonPathDecoder } from '../decode/json-path-value.js';
import { jsonLineDecoder } from '../decode/json-line.js';
import { rawDecoder } from '../decode/raw.js';
import { syslogDecoder } from '../decode/syslog.js';
import { textReader } from '../decode/text.js';
import { zoneToUtc } from '../decode/time-zone.js';
import { readNetFlow } from '../netflow/packets.js';
import { Templates } from '../netflow/templates.js';
import { randomHttpMessage } from '../transport/random-http.js';

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
    keepProgramName: flagOr(attributes, 'keep_program_name', false),
    expandStructuredData: flagOr(attributes, 'expand_structured_data', false),
  });

export const beats = (attributes: Attributes) =>
  beatsDecoder({ textOf: textOf(attributes), prefixed: !flagOr(attributes, 'no_beats_prefix', false) });
export const olderBeats = (attributes: Attributes) => beatsDecoder({ textOf: textOf(attributes), prefixed: true });
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

/**
 * Creates a decoder that returns the first flow of a NetFlow packet. The packet is written as hexadecimal digits,
 * because the codec takes text.
 */
function netFlowText(attributes: Attributes): Decode {
  if (textOr(attributes, 'netflow9_definitions_Path', '') !== '')
    throw new Error('"netflow9_definitions_Path" is read by inputs only');
  return (bytes, now) => {
    const digits = bytes.toString().replace(/\s+/g, '');
    if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) throw new DecodeFailure('A packet is written as hexadecimal digits.');
    const sender = { address: 'the sender', port: 0 };
    const [flow] = readNetFlow(Buffer.from(digits, 'hex'), sender, now, new Templates(), new Map());
    if (!flow) throw new DecodeFailure('The packet has no flow.');
    return flow;
  };
}

/** Creates a decoder that ignores its bytes and returns a generated message about an HTTP request. */
const madeUp = (attributes: Attributes): Decode => {
  const source = textOr(attributes, 'source', 'example.org');
  return (_bytes, now) => randomHttpMessage(0, now, source, Math.random);
};

/**
 * Functions that create decoders, by codec name (contract data-intake, codecs); they throw an Error for invalid
 * settings.
 */
export const codecs: ReadonlyMap<string, (attributes: Attributes) => Decode> = new Map([
  ['syslog', syslog],
  ['gelf', gelf],
  ['raw', raw],
  ['jsonpath', jsonPathValue],
  ['beats', beats],
  ['beats-deprecated', olderBeats],
  ['CEF', cef],
  ['netflow', netFlowText],
  ['random-http-msg', madeUp],
]);
