/** Tests which changes make a new question, whose answer in a message table is scrolled to the top. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Widget } from '../../../api/contract/views.schema.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { draftOf, queryIds, stateOf, withDraft, type ViewDocument } from '../../../machines/view/document.js';
import { questionOf } from '../../../machines/view/question.js';
import { countingIds } from '../fixtures.js';

const document = defaultSearch({ createdAt: '2024-03-01T10:00:00.000Z' }, countingIds());
const [queryId = ''] = queryIds(document);
const [, table] = stateOf(document, queryId).widgets as [Widget, Widget];
const page = { override: undefined, bindings: {} };
const question = questionOf(document, queryId, table, page);

const withFilters = ({ search, ...others }: ViewDocument): ViewDocument => ({
  ...others,
  search: {
    ...search,
    queries: search.queries.map((query) => ({
      ...query,
      filters: [{ type: 'inlineQueryString', queryString: 'b' }],
    })),
  },
});

test('changing the columns of a message table is not a new question', () => {
  assert.equal(questionOf({ ...document }, queryId, { ...table, config: { ...table.config } }, { ...page }), question);
  const columns = { ...table, config: { ...table.config, fields: ['source'] } };
  assert.equal(questionOf(document, queryId, columns, page), question);
});

test('a changed query, range, sorting, filter, parameter value or dashboard filter is a new question', () => {
  const draft = draftOf(document, queryId);
  const sort = [{ type: 'pivot', field: 'source', direction: 'Ascending' }];
  const others = [
    questionOf(withDraft(document, queryId, { ...draft, queryString: 'a' }), queryId, table, page),
    questionOf(document, queryId, { ...table, timerange: { type: 'relative', range: 60 } }, page),
    questionOf(document, queryId, { ...table, config: { ...table.config, sort } }, page),
    questionOf(document, queryId, { ...table, filters: [{ type: 'inlineQueryString', queryString: 'a' }] }, page),
    questionOf(withFilters(document), queryId, table, page),
    questionOf(document, queryId, table, { ...page, bindings: { p: { type: 'value', value: 'a' } } }),
    questionOf(document, queryId, table, { ...page, bindings: { p: { type: 'value', value: 'b' } } }),
    questionOf(document, queryId, table, { ...page, override: { timerange: { type: 'relative', range: 60 } } }),
  ];
  assert.equal(new Set([question, ...others]).size, others.length + 1);
});
