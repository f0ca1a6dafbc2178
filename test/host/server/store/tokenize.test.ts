import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAsciiWords, tokenize, tokenText } from '../../../../host/server/store/tokenize.js';

const cases: readonly [string, readonly string[]][] = [
  ['', []],
  [' -- !? ', []],
  ['Hello, World!', ['hello', 'world']],
  ['user_id=42 took 13ms', ['user_id', '42', 'took', '13ms']],
  ['from 10.0.0.1:514 to 192.168.1.254.', ['from', '10.0.0.1', '514', 'to', '192.168.1.254']],
  ['www.example.org/index.html?q=1', ['www.example.org', 'index.html', 'q', '1']],
  ["it's Ann's 'quoted' word’s end.", ["it's", "ann's", 'quoted', 'word’s', 'end']],
  ['v1.x 3.14 1,000 a,b 1.a', ['v1', 'x', '3.14', '1,000', 'a', 'b', '1', 'a']],
  ['a..b .c d. _.e', ['a', 'b', 'c', 'd', '_', 'e']],
  ['Größe ÄÖÜ naïve', ['größe', 'äöü', 'naïve']],
  ['re\u0301sume\u0301', ['r\u00e9sum\u00e9']],
  ['ünï.cødé 10.0.0.1 über-all', ['ünï.cødé', '10.0.0.1', 'über', 'all']],
  ['日本語 テスト ひら 한국어', ['日', '本', '語', 'テスト', 'ひ', 'ら', '한국어']],
  ['ошибка соединения № 5', ['ошибка', 'соединения', '5']],
  ['emoji 🔥 fire\u0000nul\u2028line', ['emoji', '🔥', 'fire', 'nul', 'line']],
  ['done ✅ 👩‍💻👍🏽 🇩🇪🇫🇷 ☀️ ©x 日本🚀', ['done', '✅', '👩‍💻', '👍🏽', '🇩🇪', '🇫🇷', '☀️', 'x', '日', '本', '🚀']],
  ['{"key":"value","n":1}', ['key', 'value', 'n', '1']],
  ['٣٤ ④ x\u200dy', ['٣٤', '④', 'x', 'y']],
];

for (const [text, words] of cases)
  test(`${JSON.stringify(text)} is split into the expected words`, () => {
    assert.deepEqual(tokenize(text), words);
    assert.equal(tokenText(text), words.length ? ` ${words.join(' ')} ` : '');
  });

test('ASCII text is split into the same words with and without a non-ASCII letter in it', () => {
  const text = "The quick_brown fox's 3.14 jumps, over 1,000 www.dogs.org; 10.1.2.3 v1.x a..b (end).";
  assert.deepEqual(tokenize(`${text} ü`), [...tokenize(text), 'ü']);
});

test('the words of ASCII bytes are those of the text, for all pairs and triples of characters of each class', () => {
  const bytesBefore = 3;
  const characters = [..."aZ09_.,'-: \0\x7f"];
  const texts = characters.flatMap((a) =>
    characters.flatMap((b) => characters.flatMap((c) => [`${a}${b}${c}`, `x${a}${b}${c}1`, `1${a}${b}${c}x.`])),
  );
  for (const text of texts) {
    const words: string[] = [];
    const bytes = Buffer.from(`---${text.toLowerCase()}a.1`);
    findAsciiWords(bytes, bytesBefore, bytesBefore + text.length, (from, to) =>
      words.push(bytes.toString('latin1', from, to)),
    );
    assert.deepEqual(words, tokenize(text), JSON.stringify(text));
  }
});

test('a combining mark outside the BMP belongs to its letter, and splitting words again yields the same words', () => {
  for (const word of ['葛\u{e0100}', '\u{11103}\u{11127}\u{11103}', 'a\u{10a01}b']) {
    assert.deepEqual(tokenize(`x ${word}, y`), ['x', word, 'y']);
    // The inverted index splits the stored UTF-8 words again, which must yield equal words.
    const stored = Buffer.from(tokenText(word)).toString();
    assert.equal(tokenText(stored), tokenText(word));
  }
});

test('a hostile text is split in one pass', () => {
  // A pass for each character would examine 10^12 characters, and so exceed the time of this test.
  for (const text of [
    "a.'".repeat(1_000_000),
    'ü' + '.a'.repeat(1_000_000),
    '\u0301'.repeat(1_000_000) + '.x',
    '1,'.repeat(1_000_000) + 'é',
    'e' + '\u0301'.repeat(1_000_000) + '.é',
  ])
    assert.ok(Array.isArray(tokenize(text)));
});
