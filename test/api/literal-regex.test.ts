import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RE2JS } from 're2js';
import { literalRegex } from '../../api/literal-regex.js';

/** All printable ASCII characters, a hyphenated name, a line feed and a character outside the BMP. */
const written = [
  ...Array.from({ length: 95 }, (_, at) => `a${String.fromCharCode(32 + at)}b`),
  'db-01.internal',
  'a\nb',
  '🦊|🦊',
];

for (const flags of ['', 'iu', 'iv'])
  it(`an escaped text is a regular expression with the flags "${flags}" that matches only that text`, () => {
    for (const text of written) {
      const pattern = new RegExp(`^${literalRegex(text)}$`, flags);
      assert.deepEqual(
        written.filter((other) => pattern.test(other)),
        written.filter((other) => (flags === '' ? other === text : other.toLowerCase() === text.toLowerCase())),
        text,
      );
    }
  });

it('an escaped text is an RE2 regular expression that matches only that text', () => {
  for (const text of written) {
    const pattern = RE2JS.compile(literalRegex(text));
    assert.deepEqual(
      written.filter((other) => pattern.matches(other)),
      [text],
      text,
    );
  }
});
