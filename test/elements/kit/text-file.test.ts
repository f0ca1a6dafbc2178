/** Tests how a chosen file is read as text: encodings, byte order marks, line ends, sizes, and files that are gone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTextFile } from '../../../elements/kit/text-file.js';

const limit = { mostBytes: 10, tooLarge: 'too large' };
const bytes = (...given: readonly number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(given);
const notUtf8 = { problem: 'The file is not text in UTF-8. Save it as UTF-8 and choose it again.' };
const empty = { problem: 'The file is empty.' };

const contents: readonly (readonly [what: string, content: BlobPart, expected: object])[] = [
  ['a text', 'Zürich', { text: 'Zürich' }],
  ['a text after a byte order mark', '\uFEFFa', { text: 'a' }],
  ['line ends of Windows, and a byte order mark inside', 'a\r\n\uFEFFb\r', { text: 'a\r\n\uFEFFb\r' }],
  ['as many bytes as allowed', '0123456789', { text: '0123456789' }],
  ['more bytes than allowed', '01234567890', { problem: 'too large' }],
  ['more bytes than allowed, in fewer characters', 'üüüüüü', { problem: 'too large' }],
  ['nothing', '', empty],
  ['only white space', ' \r\n\t', empty],
  ['only a byte order mark', '\uFEFF', empty],
  ['ISO 8859-1', bytes(0x5a, 0xfc), notUtf8],
  ['UTF-16 with the low byte first', bytes(0xff, 0xfe, 0x61, 0), notUtf8],
  ['UTF-16 with the high byte first', bytes(0xfe, 0xff, 0, 0x61), notUtf8],
  ['a character without its last byte', bytes(0x61, 0xe2, 0x82), notUtf8],
  ['half of a surrogate pair', bytes(0xed, 0xa0, 0x80), notUtf8],
];

for (const [what, content, expected] of contents)
  test(`a file with ${what} is read as text or has a problem`, async () => {
    assert.deepEqual(await readTextFile(new File([content], 'a.txt'), limit), expected);
  });

test('a file that can no longer be read has a problem', async () => {
  const gone = new File(['a'], 'a.txt');
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  assert.deepEqual(await readTextFile(gone, limit), { problem: 'The file cannot be read. Choose it again.' });
});
