/** Loading a message to try something on, against a server in the page. */
import { expect } from '@open-wc/testing';
import { MessageLoader } from '../../../../elements/admin/message-loader/index.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, stage } from '../../search/stage.js';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer({ ...signedIn, 'GET /search/universal/relative': () => ({ messages: [], total_results: 0 }) });
});
afterEach(() => server.restore());

const staged = () =>
  stage(() => (
    <MessageLoader
      input={{ id: 'i', title: 'Syslog', name: 'Syslog TCP' }}
      message={undefined}
      onMessage={() => undefined}
    />
  ));

describe('the message loader', () => {
  it('leads back from a message by its id', async () => {
    const { root, remove } = await staged();
    (await byRole(root, 'tab', 'Message ID')).click();
    await byRole(root, 'textbox', /Message ID/);
    (await byRole(root, 'button', 'Cancel')).click();
    await byText(root, 'The newest message that the input has received during the last hour.');
    expect(allByRole(root, 'button', 'Cancel')).to.have.length(0);
    remove();
  });

  it('tells of an input that has received nothing', async () => {
    const { root, remove } = await staged();
    (await byRole(root, 'button', 'Load message')).click();
    const region = await byRole(root, 'region', 'Notifications');
    await byText(region, 'has received no message during the last hour');
    remove();
  });
});
