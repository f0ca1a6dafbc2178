/** Rule functions that encode and decode texts (RFC 4648); null, and texts that cannot be decoded, are errors. */
import { defineFunction, EvaluationError, optional, parameter, type PipelineFunction } from '../function.js';
import { needed, spendText } from './bounds.js';

interface Encoding {
  readonly title: string;
  readonly alphabet: string;
  /** Number of bits that a character encodes. */
  readonly bits: number;
  /** Number of characters of a block; the last block is filled up with padding. */
  readonly block: number;
}

const digits = '0123456789';
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letters = capitals + capitals.toLowerCase();

const encodings: Readonly<Record<string, Encoding>> = {
  base16: { title: 'base 16 (hexadecimal, capital letters)', alphabet: `${digits}ABCDEF`, bits: 4, block: 2 },
  base32: {
    title: 'base 32 with the extended hexadecimal alphabet',
    alphabet: `${digits}ABCDEFGHIJKLMNOPQRSTUV`,
    bits: 5,
    block: 8,
  },
  base32human: {
    title: 'base 32 with the alphabet A to Z and 2 to 7',
    alphabet: `${capitals}234567`,
    bits: 5,
    block: 8,
  },
  base64: { title: 'base 64', alphabet: `${letters}${digits}+/`, bits: 6, block: 4 },
  base64url: {
    title: 'base 64 with the alphabet for web addresses',
    alphabet: `${letters}${digits}-_`,
    bits: 6,
    block: 4,
  },
};

function encoded(bytes: Buffer, { alphabet, bits, block }: Encoding, isPadded: boolean): string {
  let text = '';
  let [held, count] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    count += 8;
    for (; count >= bits; count -= bits) text += alphabet.charAt((held >> (count - bits)) & (2 ** bits - 1));
    held &= 2 ** count - 1;
  }
  if (count > 0) text += alphabet.charAt((held << (bits - count)) & (2 ** bits - 1));
  return isPadded ? text.padEnd(Math.ceil(text.length / block) * block, '=') : text;
}

function decoded(text: string, { title, alphabet, bits, block }: Encoding): Buffer {
  const values = valuesOf(alphabet);
  const body = text.replace(/=+$/, '');
  const isCut = ((body.length % block) * bits) % 8 >= bits;
  if (isCut) throw new EvaluationError(`A text of ${body.length} characters cannot be ${title}.`);
  const bytes = Buffer.alloc(Math.floor((body.length * bits) / 8));
  let [held, count, at] = [0, 0, 0];
  for (let index = 0; index < body.length; index += 1) {
    const value = values.get(body.charAt(index));
    if (value === undefined)
      throw new EvaluationError(`The character "${body.charAt(index)}" at ${index + 1} is none of ${title}.`);
    held = (held << bits) | value;
    count += bits;
    if (count >= 8) {
      count -= 8;
      bytes[at] = held >> count;
      at += 1;
      held &= 2 ** count - 1;
    }
  }
  return bytes;
}

const tables = new Map<string, ReadonlyMap<string, number>>();

function valuesOf(alphabet: string): ReadonlyMap<string, number> {
  const made = tables.get(alphabet) ?? new Map([...alphabet].map((letter, value) => [letter, value]));
  tables.set(alphabet, made);
  return made;
}

const omitPadding = optional('omit_padding', 'Boolean', 'Leaves out the signs "=" that fill up the last block.');

const pair = ([name, encoding]: readonly [string, Encoding]): readonly PipelineFunction[] => [
  defineFunction({
    name: `${name}_encode`,
    parameters: [parameter('value', 'String'), omitPadding],
    returns: 'String',
    description: `Encodes the text in UTF-8 as ${encoding.title}.`,
    evaluate([value, isShort], context) {
      const bytes = Buffer.from(needed(value, 'value'));
      spendText(context, Math.ceil((bytes.length * 8) / encoding.bits) + encoding.block);
      return encoded(bytes, encoding, isShort !== true);
    },
  }),
  defineFunction({
    name: `${name}_decode`,
    parameters: [parameter('value', 'String'), omitPadding],
    returns: 'String',
    description: `Decodes ${encoding.title} to a text in UTF-8. Padding may be there or not.`,
    evaluate([value], context) {
      const text = needed(value, 'value');
      context.spend(text.length);
      return decoded(text, encoding).toString('utf8');
    },
  }),
];

export const encodingFunctions: readonly PipelineFunction[] = Object.entries(encodings).flatMap(pair);
