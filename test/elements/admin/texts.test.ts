/**
 * Compares what the texts of administration say for one and for several things with a record, because most tests show
 * only one of both. `UPDATE_RECORDS=1` writes the record anew; read its difference before you commit it.
 */
import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { test } from 'node:test';

const folder = new URL('../../../elements/admin/', import.meta.url);
const record = new URL('texts.record.txt', import.meta.url);
type Called = (...given: unknown[]) => unknown;
const isCalled = (value: unknown): value is Called => typeof value === 'function' && value.length > 0;

/** Returns what a text says if all its arguments are the same value; undefined: that is no usable text. */
function saidBy(text: Called, value: unknown): string | undefined {
  try {
    const said = text(...Array.from({ length: text.length }, () => value));
    return typeof said === 'string' && !/NaN|undefined|Invalid/.test(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

function* linesOf(name: string, value: unknown): Generator<string> {
  if (isCalled(value)) {
    const [one, two, word] = [1, 2, 'Web'].map((given) => saidBy(value, given));
    const isPlural = one?.replaceAll('1', '2') !== two;
    yield [name, ...(isPlural ? [one, two] : [word ?? two])].join(' | ');
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* linesOf(name === '' ? key : `${name}.${key}`, inner);
}

test('texts of administration are those of their record, for one thing and for several', async () => {
  const files = (await readdir(folder, { recursive: true }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /texts\.ts$/.test(file))
    .sort();
  const lines: string[] = [];
  for (const file of files) {
    const path = file.replace(/texts\.ts$/, '');
    // The bundler finds the modules by this pattern.
    const module: unknown = await import(`../../../elements/admin/${path}texts.ts`);
    lines.push(`# ${file}`, ...linesOf('', module));
  }
  const found = `${lines.join('\n')}\n`;
  if (process.env['UPDATE_RECORDS'] === '1') await writeFile(record, found);
  else assert.equal(found, await readFile(record, 'utf8'));
});
