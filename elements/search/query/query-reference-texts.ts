/** The short reference of the query language that the search bar opens. */

export interface ReferenceSection {
  /** Section id; validation findings link to these sections (contract search Q*). */
  readonly id: 'basics' | 'fields' | 'operators' | 'ranges' | 'syntax' | 'parameters' | 'types';
  readonly title: string;
  readonly text: string;
  readonly examples: readonly (readonly [query: string, meaning: string])[];
}

export const referenceTitle = 'Query language';

export const referenceSections: readonly ReferenceSection[] = [
  {
    id: 'basics',
    title: 'Words and phrases',
    text: 'A word finds messages that contain it, in upper or lower case. Quotes keep words together. * stands for any characters, ? for exactly one. An empty query finds everything.',
    examples: [
      ['ssh', 'messages with the word ssh'],
      ['ssh login', 'messages with ssh or login'],
      ['"ssh login"', 'messages with exactly these words in a row'],
      ['time*out', 'timeout, time-out and similar words'],
    ],
  },
  {
    id: 'fields',
    title: 'Fields',
    text: 'field:value looks into one field. Field names are written as in the message, upper and lower case matter. A name that no message in the searched streams and time range has gives a warning: check its spelling, or widen the time range.',
    examples: [
      ['source:web-03', 'the field source is web-03'],
      ['http_method:(GET OR POST)', 'one of two values'],
      ['_exists_:user_id', 'the message has the field user_id'],
      ['NOT _exists_:user_id', 'the message lacks it'],
    ],
  },
  {
    id: 'operators',
    title: 'AND, OR, NOT',
    text: 'Operators are written in capitals; a lower-case "and" is taken for a word to look for. Brackets group. Without an operator between two words, either is enough.',
    examples: [
      ['ssh AND NOT root', 'the first without the second'],
      ['(error OR warning) AND source:db-01', 'brackets decide what belongs together'],
    ],
  },
  {
    id: 'ranges',
    title: 'Ranges and numbers',
    text: 'Square brackets include the ends of a range, curly ones leave them out; * leaves an end open. Numbers and dates can also be compared.',
    examples: [
      ['http_response_code:[500 TO 504]', 'from 500 to 504, both included'],
      ['bytes:{0 TO 64}', 'more than 0 and less than 64'],
      ['took_ms:>=1000', 'a thousand and more'],
      ['timestamp:["2026-11-20 09:00:00" TO *]', 'from a date on'],
    ],
  },
  {
    id: 'types',
    title: 'Values and types',
    text: 'Fields with numbers, dates or addresses can only be compared with a value of their kind. A range or comparison with words on such a field is refused.',
    examples: [['http_response_code:404', 'a number in a number field']],
  },
  {
    id: 'syntax',
    title: 'Special characters',
    text: 'These characters have a meaning and need a backslash in front, or quotes around the whole value: && || : \\ / + - ! ( ) { } [ ] ^ " ~ * ?  Text between slashes is a regular expression.',
    examples: [
      ['resource:\\/posts\\/45326', 'a value with slashes'],
      ['resource:"/posts/45326"', 'the same in quotes'],
      ['ssh_user:/ro{2}t/', 'a regular expression'],
      ['sssh~', 'words that are spelled nearly so'],
    ],
  },
  {
    id: 'parameters',
    title: 'Parameters',
    text: '$name$ is replaced by a value that is entered below the query. Without a value the search does not run. Declaring parameters, with a title and a default, is an enterprise feature; write \\$ for a dollar sign itself.',
    examples: [['source:$host$', 'the value of the parameter host']],
  },
];
