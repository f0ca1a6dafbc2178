/**
 * The character classes of Java by their names: `\p{…}`, and POSIX classes in brackets
 * (https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/regex/Pattern.html).
 */
import { both, either, not, propertySet, setOf, type SignSet } from './sign-set.js';

const digit = setOf([0x30, 0x39]);
const lower = setOf([0x61, 0x7a]);
const upper = setOf([0x41, 0x5a]);
const alpha = either([lower, upper]);
const alnum = either([alpha, digit]);
const space = setOf([0x09, 0x0d], [0x20, 0x20]);
const punct = setOf([0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]);
const cntrl = setOf([0x00, 0x1f], [0x7f, 0x7f]);
const blank = setOf([0x09, 0x09], [0x20, 0x20]);
const xdigit = setOf([0x30, 0x39], [0x41, 0x46], [0x61, 0x66]);
const word = either([alnum, setOf([0x5f, 0x5f])]);

/** POSIX classes, which contain ASCII characters only, by name. */
const posix: Readonly<Record<string, SignSet>> = {
  Lower: lower,
  Upper: upper,
  ASCII: setOf([0x00, 0x7f]),
  Alpha: alpha,
  Digit: digit,
  Alnum: alnum,
  Punct: punct,
  Graph: setOf([0x21, 0x7e]),
  Print: setOf([0x20, 0x7e]),
  Blank: blank,
  Cntrl: cntrl,
  XDigit: xdigit,
  Space: space,
};

const unicodeBlank = either([propertySet('Zs'), setOf([0x09, 0x09])]);
const unicodeGraph = not(either(['White_Space', 'Cc', 'Cs', 'Cn'].map(propertySet)));

/** The classes that POSIX names stand for if the flag `U` is set. */
const unicode: Readonly<Record<string, SignSet>> = {
  Lower: propertySet('Lowercase'),
  Upper: propertySet('Uppercase'),
  Alpha: propertySet('Alphabetic'),
  Digit: propertySet('Nd'),
  Alnum: either([propertySet('Alphabetic'), propertySet('Nd')]),
  Punct: propertySet('P'),
  Cntrl: propertySet('Cc'),
  XDigit: either([propertySet('Nd'), propertySet('Hex_Digit')]),
  Space: propertySet('White_Space'),
  Blank: unicodeBlank,
  Graph: unicodeGraph,
  Print: both(either([unicodeGraph, unicodeBlank]), not(propertySet('Cc'))),
};

const unicodeWord = either([
  propertySet('Alphabetic'),
  propertySet('M'),
  propertySet('Nd'),
  propertySet('Pc'),
  setOf([0x200c, 0x200d]),
]);

/** Classes of the escapes `\d`, `\w`, `\s`, `\h` and `\v`, by letter. */
const short: Readonly<Record<string, SignSet>> = {
  d: digit,
  w: word,
  s: space,
  h: setOf(
    [0x09, 0x09],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x180e, 0x180e],
    [0x2000, 0x200a],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
  ),
  v: setOf([0x0a, 0x0d], [0x85, 0x85], [0x2028, 0x2029]),
};
const shortUnicode: Readonly<Record<string, SignSet>> = {
  d: propertySet('Nd'),
  w: unicodeWord,
  s: propertySet('White_Space'),
};

/**
 * Classes of the names that begin with `java` and correspond to methods of `java.lang.Character`, such as
 * `javaLowerCase`.
 */
const ofJava: Readonly<Record<string, SignSet>> = {
  LowerCase: propertySet('Lowercase'),
  UpperCase: propertySet('Uppercase'),
  TitleCase: propertySet('Lt'),
  Letter: propertySet('L'),
  Alphabetic: propertySet('Alphabetic'),
  Digit: propertySet('Nd'),
  LetterOrDigit: either([propertySet('L'), propertySet('Nd')]),
  Defined: not(propertySet('Cn')),
  ISOControl: setOf([0x00, 0x1f], [0x7f, 0x9f]),
  SpaceChar: propertySet('Z'),
  Whitespace: either([
    setOf([0x09, 0x0d], [0x1c, 0x20], [0x1680, 0x1680], [0x2000, 0x2006], [0x2008, 0x200a]),
    setOf([0x2028, 0x2029], [0x205f, 0x205f], [0x3000, 0x3000]),
  ]),
  Mirrored: propertySet('Bidi_Mirrored'),
  Ideographic: propertySet('Ideographic'),
  UnicodeIdentifierStart: propertySet('ID_Start'),
  UnicodeIdentifierPart: propertySet('ID_Continue'),
};

/**
 * JavaScript's names of properties and general categories, by the names of Java's binary properties in lower case
 * without underscores.
 */
const binary: Readonly<Record<string, string>> = {
  alphabetic: 'Alphabetic',
  ideographic: 'Ideographic',
  letter: 'L',
  lowercase: 'Lowercase',
  uppercase: 'Uppercase',
  titlecase: 'Lt',
  punctuation: 'P',
  control: 'Cc',
  whitespace: 'White_Space',
  digit: 'Nd',
  hexdigit: 'Hex_Digit',
  joincontrol: 'Join_Control',
  noncharactercodepoint: 'Noncharacter_Code_Point',
  emoji: 'Emoji',
  emojipresentation: 'Emoji_Presentation',
};

const categories = /^(?:C[cfnos]?|L[Clmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/;

/** Returns the class of a Unicode property; undefined: JavaScript's regular expressions do not support the property. */
function known(name: string): SignSet | undefined {
  try {
    new RegExp(`\\p{${name}}`, 'u');
    return propertySet(name);
  } catch {
    return undefined;
  }
}

/**
 * Returns the class of a script by its name, such as `greek` or `OLD_ITALIC`, in capitals, lower case or mixed case;
 * undefined: it is unknown.
 */
const scriptOf = (name: string): SignSet | undefined =>
  known(`Script=${name.toLowerCase().replace(/(?:^|_)[a-z]/g, (letter) => letter.toUpperCase())}`) ??
  known(`Script=${name}`);

/**
 * Returns the class of a name in `\p{…}`.
 * @param isUnicode true: the flag `U` is on
 * @returns undefined for an unknown name
 */
export function namedSet(name: string, isUnicode: boolean): SignSet | undefined {
  const ascii = Object.hasOwn(posix, name) ? posix[name] : undefined;
  if (ascii) return isUnicode && Object.hasOwn(unicode, name) ? unicode[name] : ascii;
  if (name === 'L1') return setOf([0x00, 0xff]);
  if (name === 'LD') return ofJava['LetterOrDigit'];
  if (name === 'all') return setOf([0, 0x10ffff]);
  if (categories.test(name)) return propertySet(name);
  const [, kind = '', value = ''] = /^(\w+)=(\w+)$/.exec(name) ?? [];
  if (/^(?:gc|general_category)$/i.test(kind)) return categories.test(value) ? propertySet(value) : undefined;
  if (/^(?:sc|script)$/i.test(kind)) return scriptOf(value);
  if (name.startsWith('java')) {
    const method = name.slice('java'.length);
    return Object.hasOwn(ofJava, method) ? ofJava[method] : undefined;
  }
  if (!name.startsWith('Is')) return undefined;
  const rest = name.slice('Is'.length);
  if (categories.test(rest)) return propertySet(rest);
  const plain = rest.toLowerCase().replaceAll('_', '');
  if (plain === 'assigned') return not(propertySet('Cn'));
  return Object.hasOwn(binary, plain) ? propertySet(binary[plain] ?? '') : scriptOf(rest);
}

/** Returns the class of an escape such as `\d` by its lower-case letter; undefined: the letter stands for no class. */
export function shortSet(letter: string, isUnicode: boolean): SignSet | undefined {
  const wide = isUnicode && Object.hasOwn(shortUnicode, letter) ? shortUnicode[letter] : undefined;
  return wide ?? (Object.hasOwn(short, letter) ? short[letter] : undefined);
}

/** Returns the class of a POSIX name in `[:…:]`, such as `alpha`; undefined: the name is unknown. */
export function posixSet(name: string): SignSet | undefined {
  if (name === 'word') return word;
  const found = Object.keys(posix).find((own) => own.toLowerCase() === name);
  return found === undefined ? undefined : posix[found];
}
