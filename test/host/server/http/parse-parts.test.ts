/** A JSON text that is parsed in parts must give the same value or error as one that is parsed in one go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson, stringifyJson } from '../../../../api/json.js';
import { inOneGo } from '../../../../host/server/foundation/yielding.js';
import { parseInParts } from '../../../../host/server/http/parse-parts.js';

const inParts = (text: string, partLength: number): unknown => inOneGo(parseInParts(text, partLength));

/**
 * Returns JSON of the value, so that the order of members is compared too. Returns undefined when the text is no JSON.
 */
function outcomeOf(parse: () => unknown): string | undefined {
  try {
    return stringifyJson(parse());
  } catch (error) {
    assert.ok(error instanceof SyntaxError, String(error));
    return undefined;
  }
}

const partLengths = fc.integer({ min: 1, max: 40 });
const indents = fc.constantFrom(undefined, 1, '\t');

test('any value is the same when its text is parsed in parts', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), indents, partLengths, (value, indent, partLength) => {
      const text = ` ${JSON.stringify(value, undefined, indent)}\n`;
      assert.equal(
        outcomeOf(() => inParts(text, partLength)),
        outcomeOf(() => parseJson(text)),
      );
    }),
  );
});

test('a text with one character more, less or changed is accepted or refused as in one go', () => {
  const characters = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '0', '1', '-', '.', 'e', ' ', 'a', '');
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      characters,
      fc.nat(),
      fc.boolean(),
      partLengths,
      (value, character, place, isInserted, partLength) => {
        const json = JSON.stringify(value);
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + character + json.slice(isInserted ? at : at + 1);
        assert.equal(
          outcomeOf(() => inParts(text, partLength)),
          outcomeOf(() => parseJson(text)),
          text,
        );
      },
    ),
  );
});

test('repeated names, long integers and the name __proto__ are read in parts as in one go', () => {
  const texts = [
    '{"a":[1,2,3,4],"b":1,"a":2}',
    '{"a":1,"b":[1,2,3,4],"a":[5,6,7,8]}',
    '{"b":{"c":[1,2,3]},"2":1,"1":[1,2,3,4]}',
    '[12345678901234567890,[-12345678901234567890,1],{"a":12345678901234567890}]',
    '{"__proto__":{"a":[1,2,3]},"c":1}',
    '[[[[[[[[1,2],3],4],5],6],7],8],9]',
    '"[1,2,3]"',
    '[ ]',
    '{ }',
    '{"a":[ ],"b":{ }}',
    '{"a":-[1,2]}',
    '{"a":1[1,2]}',
    '{"a":1.[1,2]}',
    '{"a":1e{"b":1}}',
    '{"a":[1][1,2]}',
    '[,1,2,3]',
    '[1,2,3, ]',
    '{"a":1, }',
    ' ',
  ];
  for (const text of texts)
    for (let partLength = 1; partLength < 20; partLength += 1)
      assert.equal(
        outcomeOf(() => inParts(text, partLength)),
        outcomeOf(() => parseJson(text)),
        text,
      );
});

test('the position of an error refers to the whole text', () => {
  const refused: readonly (readonly [text: string, message: RegExp])[] = [
    ['[1,2,3,4,5,\n[6,7,8,9],\n [1 2]]', /Expected ',' or '\]' .* at position 27 \(line 3 column 5\)/],
    ['[1,2,3,4,5,[6,7,8,9}]', /Unexpected token '}' in JSON at position 19 \(line 1 column 20\)/],
    ['[1,2,3,4,5,6,7,]', /Unexpected token '\]'/],
    ['[1,2,3,4,5,6,7] 8', /Unexpected token '8' in JSON at position 16/],
    ['[1,2,3,4,5,6,[7,8,9,0]', /Unexpected end of JSON input/],
    ['{"a":[1,2,3,4,5,6,7] "b":1}', /Unexpected token '"' in JSON at position 21/],
  ];
  for (const [text, message] of refused) assert.throws(() => inParts(text, 5), { name: 'SyntaxError', message }, text);
});

test('a long text is parsed in many steps', () => {
  const objects = Array.from({ length: 20_000 }, (_unused, n) => `{"a${n}":1,"b${n}":[]}`);
  const steps = parseInParts(`{"entities":[${objects.join(',')}]}`);
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count += 1;
  // Cast: the text above is an object with this list.
  assert.equal((step.value as { entities: unknown[] }).entities.length, 20_000);
  assert.ok(count >= 8, `the text was parsed in ${count} steps`);
});
