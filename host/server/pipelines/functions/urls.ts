/** Rule functions on URLs. */
import { defineFunction, EvaluationError, optional, parameter, prepared, type PipelineFunction } from '../function.js';
import { textOf } from '../value-text.js';
import { UrlValue, type Value } from '../values.js';
import { spendText, TextBuilder } from './bounds.js';

const longestUrl = 65_536;

/** Converts a value to a URL; undefined: its text is no http or https URL. */
function urlOf(value: Value): UrlValue | undefined {
  if (value instanceof UrlValue) return value;
  const text = value === null ? undefined : textOf(value)?.trim();
  if (text === undefined || text.length > longestUrl || !/^https?:\/\/[^/?#]/i.test(text)) return undefined;
  try {
    return new UrlValue(text, new URL(text));
  } catch {
    return undefined;
  }
}

const toUrl = defineFunction({
  name: 'to_url',
  parameters: [
    parameter('url', 'Object'),
    optional('default', 'String', 'Address to use when the value is no address.'),
  ],
  returns: 'URL',
  description: 'Reads a web address (http or https). Any other value becomes the default, or null.',
  evaluate: ([value, otherwise]) => urlOf(value) ?? urlOf(otherwise ?? null) ?? null,
});

interface Charset {
  encode(text: string): Buffer;
  decode(bytes: Uint8Array): string;
}

/** Charsets to which texts can be encoded: names of Node.js by the names of the WHATWG Encoding Standard. */
const writable: Readonly<Record<string, BufferEncoding>> = {
  'utf-8': 'utf8',
  'utf-16le': 'utf16le',
  'windows-1252': 'latin1',
};

/** Returns a charset by its name. @throws EvaluationError for an unknown name */
function charsetOf(name: string): Charset {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name.trim(), { ignoreBOM: true });
  } catch {
    throw new EvaluationError(`There is no character set "${name.slice(0, 40)}".`);
  }
  const encoding = writable[decoder.encoding];
  return {
    decode: (bytes) => decoder.decode(bytes),
    encode(text) {
      if (encoding === undefined)
        throw new EvaluationError(`Texts cannot be written in ${decoder.encoding}: use UTF-8, ISO-8859-1 or UTF-16LE.`);
      // Characters that the charset lacks become question marks.
      return encoding === 'latin1'
        ? Buffer.from(text.replace(/[^\u0000-\u00ff]/gu, '?'), 'latin1') // oxlint-disable-line no-control-regex -- the class is all of Latin-1, control characters included
        : Buffer.from(text, encoding);
    },
  };
}

const charset = prepared(
  optional('charset', 'String', 'Name of a character set, by default UTF-8.'),
  charsetOf,
  'java.nio.charset.Charset',
);

const utf8 = charsetOf('utf-8');

/**
 * Decodes form encoding (https://url.spec.whatwg.org/#urlencoded-parsing), where `+` is a space.
 * @throws EvaluationError when the text has an invalid escape
 */
function decoded(text: string, { decode }: Charset): string {
  const bad = /%(?![0-9A-Fa-f]{2})/.exec(text);
  if (bad)
    throw new EvaluationError(
      `"${text.slice(bad.index, bad.index + 3)}" at ${bad.index + 1} is no escape of a web address.`,
    );
  return text
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => decode(Buffer.from(run.replaceAll('%', ''), 'hex')));
}

const urlDecode = defineFunction({
  name: 'urldecode',
  parameters: [parameter('value', 'String'), charset],
  returns: 'String',
  description: 'Decodes a text of a web form: "+" becomes a space, %41 a letter. A bad escape is an error.',
  evaluate([text, given], context) {
    if (text === null) return null;
    spendText(context, text.length);
    return decoded(text, given ?? utf8);
  },
});

const urlEncode = defineFunction({
  name: 'urlencode',
  parameters: [parameter('value', 'String'), charset],
  returns: 'String',
  description: 'Encodes a text for a web form: letters, digits and . - * _ stay, a space becomes "+".',
  evaluate([text, given], context) {
    if (text === null) return null;
    const result = new TextBuilder(context);
    for (const [part, plain] of text.matchAll(/([A-Za-z0-9.\-*_]+)|[^A-Za-z0-9.\-*_]{1,1000}/gsu)) {
      if (plain !== undefined) result.add(part);
      else result.add(part.replace(/ |[^ ]+/gsu, (run) => (run === ' ' ? '+' : escaped((given ?? utf8).encode(run)))));
    }
    return result.text;
  },
});

const escaped = (bytes: Buffer): string => bytes.toString('hex').toUpperCase().replace(/../g, '%$&');

export const urlFunctions: readonly PipelineFunction[] = [toUrl, urlDecode, urlEncode];
