/** Contains the texts of the fields that are computed while a search runs. */
import type { ComputedKind } from '../../../api/contract/computed-fields.schema.js';

const kinds: Readonly<Record<ComputedKind, string>> = {
  regex: 'Regular expression',
  grok: 'Grok pattern',
  key_value: 'Key and value',
  json: 'JSON path',
};
const patterns: Readonly<Record<ComputedKind, readonly [label: string, help: string]>> = {
  regex: ['Regular expression', 'Put what is wanted in ( ), or name it: (?<verb>[A-Z]+). Look-around is not possible.'],
  grok: [
    'Grok pattern',
    'Name what is wanted: %{WORD:verb} %{NUMBER:took:int}. A type such as int or float makes it a number.',
  ],
  key_value: ['Key', 'Finds key=value and key: value, also in quotes.'],
  json: ['Path', 'Write names with dots between them, such as user.name or items[0].id.'],
};

export const computedTexts = {
  kinds,
  patterns,
  title: 'Fields at query time',
  intro:
    'The server takes these fields from the text of a stored field while it searches. They are columns, filters and groups of this view, and are saved with it.',
  referenceServer:
    'A reference server keeps these fields with the view but cannot compute them; use an extractor or a pipeline rule there.',
  tooLong:
    'These fields are too long for the address of the page: a link shows them to others only once the search is saved.',
  none: 'This view has no such fields yet.',
  add: 'Add fields',
  edit: (name: string): string => `Edit ${name}`,
  remove: (name: string): string => `Remove ${name}`,
  rule: (name: string): string => `Make ${name} a rule`,
  toExtractor: (name: string): string => `Make ${name} an extractor`,
  extractor: {
    title: (name: string): string => `Make ${name} an extractor`,
    intro: 'The extractor stores the field in every new message of the input. Its form opens filled in.',
    json: (path: string): string =>
      `The extractor stores every value of the JSON text in new messages of the input; this one becomes the field ${path.replace(/[.[]/g, '_').replaceAll(']', '')}. Its form opens filled in.`,
    input: 'Input',
    choose: 'Choose an input',
    none: 'There is no input that you may change.',
    failed: (reason: string): string => `The inputs could not be read: ${reason}`,
    submit: 'Open the extractor',
  },
  about: (source: string, kind: ComputedKind, pattern: string): string => `${kinds[kind]} on ${source}: ${pattern}`,
  close: 'Close',
  form: {
    title: 'Add fields at query time',
    editTitle: (name: string): string => `Edit ${name}`,
    source: 'From field',
    kind: 'How',
    samples: 'Sample texts',
    samplesHelp:
      'Enter one text per line. The first texts come from the messages on the page. The server computes the values below from them.',
    manySamples: (most: number, count: number): string =>
      `The values below come from the first ${most} of ${count} texts. Remove texts to see the values of others.`,
    patternTooLong: (most: string, length: string): string =>
      `A pattern has at most ${most} characters, and this one has ${length}. Shorten it, or split it into several fields.`,
    otherSamples: 'Take other messages',
    name: 'Name of the field',
    names: (count: number): string => (count === 1 ? 'Name of the field' : 'Names of the fields'),
    nameInvalid: 'Use letters, digits, underscores, dots and hyphens.',
    nameTaken: 'There is already a field of this name.',
    number: 'The values are numbers',
    preview: 'Values in the samples',
    nothing: 'nothing',
    noNumber: (value: string): string => `${value} (no number)`,
    full: (most: number): string => `A view has at most ${most} fields at query time.`,
    back: 'Back',
    take: 'Add',
    change: 'Save',
  },
} as const;
