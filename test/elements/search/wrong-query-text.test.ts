import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../../api/language/index.js';
import { wrongQueryText } from '../../../elements/search/page/wrong-query-text.js';

for (const query of ['level:(', 'source:"web', 'a AND\nOR b']) {
  test(`the query check names the error in the query ${JSON.stringify(query)}, and its position`, () => {
    const [error] = parseQuery(query).errors;
    assert.ok(error);
    const text = wrongQueryText(query);
    assert.ok(text?.includes(error.message), text);
    assert.ok(text?.endsWith(`(line ${error.line}, column ${error.column})`), text);
  });
}

test('the query check finds no error in a query that can be parsed', () => {
  assert.equal(wrongQueryText('level:<=4'), undefined);
});
