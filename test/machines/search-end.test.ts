/** The promise for the end of a search always resolves, however the search ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, waitFor } from 'xstate';
import { pageLogic } from '../../machines/page-actors.js';
import { searchEnd } from '../../machines/search-end.js';
import { searchPageMachine } from '../../machines/search-page.js';
import { countingIds, searchServer } from './fixtures.js';

/** Opens a new search whose first execution has ended. */
async function opened() {
  const { client } = searchServer();
  const page = createActor(pageLogic(searchPageMachine, { client }), {
    input: { source: { kind: 'new' }, ids: countingIds() },
  });
  const first = searchEnd(page);
  page.start();
  assert.equal((await first).kind, 'done');
  return page;
}

test('a search that the user replaces by typing during its validation is cancelled', async () => {
  const page = await opened();
  page.send({ type: 'draft.changed', draft: { queryString: 'a' } });
  const end = searchEnd(page);
  page.send({ type: 'submitted' });
  assert.equal(page.getSnapshot().value, 'submitting');
  page.send({ type: 'draft.changed', draft: { queryString: 'ab' } });
  assert.equal((await end).kind, 'cancelled');
});

test('a search that ends with its page is cancelled', async () => {
  const page = await opened();
  const end = searchEnd(page);
  page.send({ type: 'searchAgain' });
  page.stop();
  assert.equal((await end).kind, 'cancelled');
});

test('a query with an error is rejected', async () => {
  const page = await opened();
  const end = searchEnd(page);
  page.send({ type: 'draft.submitted', draft: { queryString: 'a OR (' } });
  assert.equal((await end).kind, 'rejected');
});

test('a query that is typed again while it is validated is executed as it was submitted last', async () => {
  const page = await opened();
  page.send({ type: 'draft.changed', draft: { queryString: 'a' } });
  const end = searchEnd(page);
  page.send({ type: 'submitted' });
  page.send({ type: 'draft.submitted', draft: { queryString: 'ab' } });
  assert.equal((await end).kind, 'done');
  await waitFor(page, (state) => state.value === 'ready');
  assert.equal(page.getSnapshot().context.draft.queryString, 'ab');
});

test('a search of a page that has ended already is cancelled', async () => {
  const page = await opened();
  page.stop();
  assert.equal((await searchEnd(page)).kind, 'cancelled');
});

test('a search ends as done if the page sets the former query again during its validation', async () => {
  const page = await opened();
  page.send({ type: 'draft.changed', draft: { queryString: 'a' } });
  const end = searchEnd(page);
  page.send({ type: 'submitted' });
  assert.equal(page.getSnapshot().value, 'submitting');
  page.send({ type: 'address.changed', address: { queryString: '' } });
  assert.equal((await end).kind, 'done');
});
