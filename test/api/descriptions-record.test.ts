/**
 * Compares the descriptions from which forms of the administration are made with a record: types of data adapters,
 * caches, extractors and converters, the values that their fields accept, and the catalogue of permissions.
 * `UPDATE_RECORDS=1` writes the record anew; read its difference before you commit it.
 */
import { test } from 'node:test';
import { converterTypeOf, converterTypes } from '../../api/extractors/converters.js';
import { initialConfig, partProblem, type ConfigPart } from '../../api/extractors/parts.js';
import { extractorTypes } from '../../api/extractors/types/index.js';
import { adapterTypes } from '../../api/lookup/adapters/index.js';
import { cacheTypes } from '../../api/lookup/caches.js';
import { cleanConfig, configProblems, defaultConfig, milliseconds, timeUnits } from '../../api/lookup/fields.js';
import { permissionCatalogue } from '../../api/permission-catalogue.js';
import { permissionActions } from '../../host/server/auth/permission-list.js';
import { expectRecord } from '../record-file.js';

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'function' ? '(function)' : inner)) ?? 'undefined';

/** Values that a field may be given, of all kinds and at the ends of most ranges. */
const values: readonly unknown[] = [
  ...[undefined, null, '', ' ', 'a', 'ab', 'é', '👍', 'a\0', 'x'.repeat(100_001)],
  ...[-1, 0, 1, 2, 2.5, 150, Number.MAX_SAFE_INTEGER + 1, true, false, [], ['a'], {}, { A: 'b' }],
  ...[{ A: 1 }, { 'A b': 'c' }, { A: 'b\n' }, 'SECONDS', 'MINUTES', 'DOMAINS'],
];
const nameOf = (value: unknown): string => {
  const text = shown(value);
  return text.length > 40 ? `a text of ${text.length - 2} characters` : text;
};

/** Returns the values with the same result in one line each: `result: value, value`. */
function byResult(resultOf: (value: unknown) => unknown): string[] {
  const found = new Map<string, string[]>();
  for (const value of values) {
    const result = shown(resultOf(value));
    found.set(result, [...(found.get(result) ?? []), nameOf(value)]);
  }
  return [...found].map(([result, all]) => `    ${result}: ${all.join(', ')}`);
}

const linesOfParts = (type: string, parts: readonly ConfigPart[]): string[] => [
  `  new ${type}: ${shown(initialConfig(parts))}`,
  ...parts.flatMap((part) => [
    `  ${part.name} ${shown(part)}`,
    ...byResult((value) => partProblem(part, { ...initialConfig(parts), [part.name]: value })),
  ]),
];

test('types of adapters, caches, extractors and converters are described as their record says', async () => {
  const lines: string[] = [];
  for (const description of [...adapterTypes, ...cacheTypes]) {
    const { type, fields, ...others } = description;
    const usual = defaultConfig(description);
    lines.push(`# ${type} ${shown(others)}`, `  new: ${shown(usual)}`);
    lines.push(`  kept: ${shown(cleanConfig(description, { ...usual, other: 1, type: 'other', timeout: null }))}`);
    for (const [name, field] of Object.entries(fields))
      lines.push(
        `  ${name} ${shown(field)}`,
        ...byResult((value) => configProblems(description, { ...usual, [name]: value })),
      );
  }
  for (const { type, ...others } of extractorTypes) {
    lines.push(`# extractor ${type} ${shown(others)}`, ...linesOfParts(type, others.parts));
  }
  for (const type of converterTypes) {
    const { parts, ...others } = converterTypeOf(type);
    lines.push(`# converter ${type} ${shown(others)}`, ...linesOfParts(type, parts));
  }
  lines.push(`# units ${shown(timeUnits)}`);
  for (const unit of ['SECONDS', 'DAYS', 'toString', undefined, 7])
    lines.push(`  ${String(unit)}`, ...byResult((amount) => milliseconds(amount, unit)));
  await expectRecord(new URL('descriptions.record.txt', import.meta.url), lines);
});

test('permissions are described as their record says', async () => {
  const lines = permissionCatalogue(permissionActions).flatMap(({ resource, title, permissions }) => [
    `# ${resource}: ${title}`,
    ...permissions.map(({ permission, action, description }) => `${permission} | ${action} | ${description}`),
  ]);
  await expectRecord(new URL('permissions.record.txt', import.meta.url), lines);
});
