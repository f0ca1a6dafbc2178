/** What could not be stored, against a server in the page. */
import { expect } from '@open-wc/testing';
import { FailuresPage } from '../../../../elements/admin/index-sets/failures-page.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, stage } from '../../search/stage.js';
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
/** Of a server that says less. */
const { is_stored: _stored, ...foreign } = { ...kept, letter_id: 'foreign', message: 'plain text' };

let server: FakeServer;
let answer: (parameters: URLSearchParams) => unknown;
beforeEach(() => {
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'Europe/Berlin' }),
    [route]: ({ url }) => answer(url.searchParams),
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const page = () => stage(() => <FailuresPage params={{}} />);

describe('the failures of indexing', () => {
  it('says in green that there are none', async () => {
    answer = () => ({ failures: [], total: 0 });
    const { root, host } = await page();
    await byText(root, 'There are no failed indexing attempts.');
    expect(root.querySelector('table')).to.equal(null);
    await expectAccessible(host);
  });

  it('says why they cannot be shown, and tries again', async () => {
    answer = () => new Response('{"message":"The store is closed."}', { status: 503 });
    const { root } = await page();
    await byText(root, 'Could not load indexer failures');
    await byText(root, 'The store is closed.');
    answer = () => ({ failures: [kept], total: 1 });
    (await byRole(root, 'button', 'Try again')).click();
    await byText(root, 'There was 1 failed indexing attempt.');
    expect(allByRole(root, 'button', 'Try again').length).to.equal(0);
  });

  it('leads to a message that is stored, and shows one that is not', async () => {
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
    (await byRole(root, 'button', 'Hide message 01REFUSED')).click();
    await byRole(root, 'button', 'Show message 01REFUSED');
    expect(allByRole(root, 'region').length).to.equal(0);
  });

  it('pages through them, as far as they are kept', async () => {
    answer = (parameters) => ({ failures: parameters.get('offset') === '0' ? [kept] : [], total: 25 });
    const { root } = await page();
    (await byRole(root, 'button', 'Page 3')).click();
    await byText(root, 'So old failures are counted, but no longer kept.');
    const asked = () => server.to(route).map(({ url }) => url.search);
    expect(asked()).to.deep.equal(['?limit=10&offset=0', '?limit=10&offset=20']);
    (await byRole(root, 'button', '10 Rows')).click();
    (await byRole(root, 'menuitemradio', '50 Rows')).click();
    await waitUntil(() => asked().at(-1) === '?limit=50&offset=0', 'it did not ask for the first 50');
    await byText(root, '01KEPT');
  });
});
