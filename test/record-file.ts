/** Compares lines with a record, a text file beside a test. `UPDATE_RECORDS=1` writes the record anew. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';

/** @throws AssertionError that contains only the lines that differ from the record */
export async function expectRecord(record: URL, lines: readonly string[]): Promise<void> {
  const found = `${lines.join('\n')}\n`;
  if (process.env['UPDATE_RECORDS'] === '1') {
    await writeFile(record, found);
    return;
  }
  const stored = await readFile(record, 'utf8');
  const known = stored.trimEnd().split('\n');
  const [before, now] = [new Set(known), new Set(lines)];
  assert.deepEqual(
    lines.filter((line) => !before.has(line)),
    known.filter((line) => !now.has(line)),
  );
  assert.ok(stored === found, 'the lines have another order than in the record, or another number');
}
