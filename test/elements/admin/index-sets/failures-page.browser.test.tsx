/** Tests the page of indexing failures, against a fake server in the page. */
import { expect } from '@open-wc/testing';
import { FailuresPage } from '../../../../elements/admin/index-sets/failures-page.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const route = 'GET /system/indexer/failures';
const hostile = '<img src=x onerror="globalThis.hacked=1">';
const kept = {
  timestamp: '2024-03-01T10:05:00.000Z',
  letter_id: '01KEPT',
  index: 'messages_0',
  type: 'MappingError',
  message: JSON.stringify({ type: 'mapper_parsing_exception', reason: `Field [n]: the value is no long: ${hostile}` }),
  is_stored: true,
};
const refused = {
  ...kept,
  letter_id: '01REFUSED',
  message: JSON.stringify({ type: 'message_refused', reason: 'no' }),
  is_stored: false,
  document: '{"message":"the whole of it","n":9007199254740993}',
};
/** Failure as reported by a server with fewer details. */
const { is_stored: _stored, ...foreign } = { ...kept, letter_id: 'foreign', message: 'plain text' };

const again = 'POST /system/indexer/failures/retry';
const one = { ...refused, can_retry: true, tries: 1 };
const two = { ...one, letter_id: '01AGAIN', tries: 3, document: `{"message":"${hostile.replaceAll('"', "'")}"}` };
const lost = { ...refused, letter_id: '01LOST', can_retry: false, tries: 1, document: undefined };

let server: FakeServer;
let permissions: string[];
let outcome: unknown;
let job: Record<string, unknown>;
let answer: (parameters: URLSearchParams) => unknown;
beforeEach(() => {
  permissions = ['*'];
  outcome = { stored: 1, failed: 0, missing: 0, system_job_id: null };
  job = { id: 'j1', name: 'IndexerFailureRetry', percent_complete: 40, job_status: 'running' };
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'Europe/Berlin' }),
    [route]: ({ url }) => answer(url.searchParams),
    [again]: () => outcome,
    'GET /system/jobs/*': () => job,
    'DELETE /system/jobs/*': () => (job = { ...job, job_status: 'cancelled' }),
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const page = () => stage(() => <FailuresPage params={{}} />);

describe('indexing failures', () => {
  it('shows a green message when there are no failures', async () => {
    answer = () => ({ failures: [], total: 0 });
    const { root, host } = await page();
    await byText(root, 'There are no failed indexing attempts.');
    expect(root.querySelector('table')).to.equal(null);
    await expectAccessible(host);
  });

  it('shows why failures cannot be shown, and tries again', async () => {
    answer = () => new Response('{"message":"The store is closed."}', { status: 503 });
    const { root } = await page();
    await byText(root, 'Could not load indexer failures');
    await byText(root, 'The store is closed.');
    answer = () => ({ failures: [kept], total: 1 });
    await clickOn(root, 'button', 'Try again');
    await byText(root, 'There was 1 failed indexing attempt.');
    expect(allByRole(root, 'button', 'Try again').length).to.equal(0);
  });

  it('links to a stored message, and shows the content of a message that is not stored', async () => {
    answer = () => ({ failures: [refused, kept, foreign], total: 3 });
    const { root, host } = await page();
    await byText(root, 'There were 3 failed indexing attempts in total.');
    await byText(root, hostile);
    const [link, ...others] = allByRole(root, 'link') as HTMLAnchorElement[];
    expect([link?.textContent, link?.pathname]).to.deep.equal(['01KEPT', '/messages/messages_0/01KEPT']);
    expect(others).to.deep.equal([]);
    await byText(root, 'plain text');
    const show = await byRole(root, 'button', 'Show message 01REFUSED');
    expect(allByRole(root, 'region').length).to.equal(0);
    show.click();
    expect((await byRole(root, 'region', 'Message 01REFUSED, which is not stored')).textContent).to.equal(
      '{\n  "message": "the whole of it",\n  "n": 9007199254740993\n}',
    );
    await expectAccessible(host);
    await clickOn(root, 'button', 'Hide message 01REFUSED');
    await byRole(root, 'button', 'Show message 01REFUSED');
    expect(allByRole(root, 'region').length).to.equal(0);
  });

  it('pages through the retained failures', async () => {
    answer = (parameters) => ({ failures: parameters.get('offset') === '0' ? [kept] : [], total: 25 });
    const { root } = await page();
    await clickOn(root, 'button', 'Page 3');
    await byText(root, 'Failures of that age are counted, but no longer kept.');
    const requestedQueries = () => server.to(route).map(({ url }) => url.search);
    expect(requestedQueries()).to.deep.equal(['?limit=10&offset=0', '?limit=10&offset=20']);
    await clickOn(root, 'button', '10 Rows');
    await clickOn(root, 'menuitemradio', '50 Rows');
    await waitUntil(() => requestedQueries().at(-1) === '?limit=50&offset=0', 'the first 50 failures are requested');
    await byText(root, '01KEPT');
  });

  const bodies = () => server.to(again).map(({ body }) => JSON.parse(body ?? '') as unknown);
  const check = async (root: ShadowRoot, name: string): Promise<void> => await clickOn(root, 'checkbox', name);

  it('retries one failure, the selected ones, or all matching ones', async () => {
    answer = () => ({ failures: [one, two, kept, lost], total: 4, can_retry: 2 });
    const { root, host } = await page();
    await byText(root, 'Tried 3 times.');
    await byText(root, 'The message is not kept whole any longer, and cannot be tried again.');
    expect(allByRole(root, 'checkbox').length).to.equal(3);
    await expectAccessible(host);
    await clickOn(root, 'button', 'Try again to store message 01REFUSED');
    await byText(root, '1 message is stored now.');
    await check(root, 'Select all messages on this page that can be tried again');
    await check(root, 'Select message 01REFUSED');
    await check(root, 'Select message 01REFUSED');
    outcome = { stored: 0, failed: 1, missing: 1, system_job_id: null };
    await clickOn(root, 'button', 'Try selected again (2)');
    await byText(root, '1 message failed again. 1 message was stored already or not kept any longer.');
    await waitUntil(() => allByRole(root, 'button', 'Try selected again (2)').length === 0, 'the selection is cleared');
    await clickOn(root, 'button', 'Try all again (2)');
    await clickOn(root, 'button', 'Cancel');
    await clickOn(root, 'button', 'Try all again (2)');
    await clickOn(root, 'button', 'Try again');
    await waitUntil(() => bodies().length === 3, 'all matching failures are retried');
    expect(bodies()).to.deep.equal([
      { messages: [{ index: 'messages_0', letter_id: '01REFUSED' }] },
      {
        messages: [
          { index: 'messages_0', letter_id: '01AGAIN' },
          { index: 'messages_0', letter_id: '01REFUSED' },
        ],
      },
      { query: '' },
    ]);
  });

  it('filters failures, and retries the matching ones', async () => {
    const found: Record<string, unknown> = {
      '': { failures: [one, kept], total: 2, can_retry: 1 },
      apple: { failures: [one], total: 1, can_retry: 1 },
      nothing: { failures: [], total: 0, can_retry: 0 },
    };
    answer = (parameters) => found[parameters.get('query') ?? ''];
    const { root } = await page();
    await byRole(root, 'button', 'Try all again (1)');
    const box = root.querySelector<HTMLInputElement>('input[type=search]');
    if (!box) throw new Error('no field to filter with');
    expect(box.getAttribute('aria-label')).to.equal('Filter failures');
    const type = (text: string): void => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
      box.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    };
    type('nothing');
    await byText(root, 'No failures match.');
    type('apple');
    await byText(root, '1 failure matches.');
    await clickOn(root, 'button', 'Try all that match again (1)');
    await clickOn(root, 'button', 'Try again');
    await waitUntil(() => bodies().length === 1, 'the matching failures are retried');
    expect(bodies()).to.deep.equal([{ query: 'apple' }]);
  });

  it('returns to the first page when a text or an index filters the list', async () => {
    const indices = [
      { index: 'web_3', failures: 30 },
      { index: 'messages_0', failures: 2 },
    ];
    answer = () => ({ failures: [one], total: 32, can_retry: 1, indices });
    const { root } = await page();
    const requestedQuery = () => server.to(route).at(-1)?.url.search;
    await clickOn(root, 'button', 'Page 3');
    await waitUntil(() => requestedQuery() === '?limit=10&offset=20', 'the third page is requested');
    await clickOn(root, 'button', 'Show failures of web_3 only');
    await waitUntil(
      () => requestedQuery() === '?limit=10&offset=0&query=web_3',
      'the first page of the index is requested',
    );
    await clickOn(root, 'button', 'Page 2');
    await waitUntil(() => requestedQuery() === '?limit=10&offset=10&query=web_3', 'the second page is requested');
    const box = root.querySelector<HTMLInputElement>('input[type=search]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'apple');
    box?.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await waitUntil(
      () => requestedQuery() === '?limit=10&offset=0&query=apple',
      'the first page of the text is requested',
    );
  });

  it('offers no filter if the server has none, and no retry in a read-only element', async () => {
    answer = () => ({ failures: [kept], total: 1 });
    const foreignOne = await page();
    await byText(foreignOne.root, '01KEPT');
    expect(foreignOne.root.querySelector('input[type=search]')).to.equal(null);
    foreignOne.remove();
    answer = () => ({ failures: [one], total: 1, can_retry: 1 });
    const { root, host } = await page();
    await byRole(root, 'button', 'Try all again (1)');
    host.setAttribute('readonly', '');
    await waitUntil(() => allByRole(root, 'button', /again/).length === 0, 'no failure can be retried');
  });

  it('counts failures per index, and shows those of one index', async () => {
    const indices = [
      { index: 'web_3', failures: 1200 },
      { index: 'messages_0', failures: 2 },
    ];
    answer = () => ({ failures: [one], total: 1202, can_retry: 1, indices });
    const { root, host } = await page();
    const ofWeb = await byRole(root, 'button', 'Show failures of web_3 only');
    expect(ofWeb.textContent).to.equal('web_3 (1,200)');
    await expectAccessible(host);
    ofWeb.click();
    await waitUntil(
      () => server.to(route).at(-1)?.url.searchParams.get('query') === 'web_3',
      'the failures of the index are requested',
    );
  });

  it('shows the progress of the retry job, cancels it, and shows how it ended', async () => {
    answer = () => ({ failures: [one], total: 1, can_retry: 900 });
    outcome = { stored: 0, failed: 0, missing: 0, system_job_id: 'j1' };
    const { root, host } = await page();
    await clickOn(root, 'button', 'Try all again (900)');
    await clickOn(root, 'button', 'Try again');
    await byText(root, 'Failed messages are being tried again: 40 %');
    const bar = root.querySelector('progress');
    expect([bar?.value, bar?.getAttribute('aria-label')]).to.deep.equal([40, 'Failed messages are being tried again']);
    await expectAccessible(host);
    await clickOn(root, 'button', 'Cancel');
    await byText(root, 'Cancelled. Messages stored until then stay stored.');
    expect(server.to('DELETE /system/jobs/j1').length).to.equal(1);
  });

  it('shows why the retry job has stopped', async () => {
    answer = () => ({ failures: [one], total: 1, can_retry: 1 });
    outcome = { stored: 0, failed: 0, missing: 0, system_job_id: 'j1' };
    job = { ...job, job_status: 'error', info: 'Trying 900 messages again: The disk of the server is full.' };
    const { root } = await page();
    await clickOn(root, 'button', 'Try all again (1)');
    await clickOn(root, 'button', 'Try again');
    await byText(root, 'Stopped. Messages stored until then stay stored.');
    await byText(root, 'Trying 900 messages again: The disk of the server is full.');
  });

  it('shows why a retry failed, and offers none without permission', async () => {
    answer = () => ({ failures: [one], total: 1, can_retry: 1 });
    outcome = new Response('{"message":"The disk of the server is full."}', { status: 507 });
    const first = await page();
    await clickOn(first.root, 'button', 'Try again to store message 01REFUSED');
    await byText(first.root, 'The disk of the server is full.');
    first.host.remove();
    permissions = ['indices:failures', 'indices:read'];
    const { root } = await page();
    await byText(root, 'no');
    expect(allByRole(root, 'checkbox').length).to.equal(0);
    expect(allByRole(root, 'button', 'Try all again (1)').length).to.equal(0);
  });
});
