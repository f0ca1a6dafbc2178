/** Tests the message loader, which loads a message for tests of extractors and rules, against a server in the page. */
import { expect } from '@open-wc/testing';
import { MessageLoader } from '../../../../elements/admin/message-loader/index.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still, withText } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { fill, pick } from '../admin-page.js';

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
  it('returns from the tab "Message ID" to the newest message of the input on Cancel', async () => {
    const { root, remove } = await staged();
    await clickOn(root, 'tab', 'Message ID');
    await byRole(root, 'textbox', /Message ID/);
    await clickOn(root, 'button', 'Cancel');
    await byText(root, 'The newest message that the input has received during the last hour.');
    expect(allByRole(root, 'button', 'Cancel')).to.have.length(0);
    remove();
  });

  it('reports an input that has received nothing', async () => {
    const { root, remove } = await staged();
    await clickOn(root, 'button', 'Load message');
    const region = await byRole(root, 'region', 'Notifications');
    await byText(region, 'has received no message during the last hour');
    remove();
  });

  it('loads the message when Enter is pressed in a field, and leaves a surrounding form unsubmitted', async () => {
    server.routes['GET /messages/*'] = () => new Response('{}', { status: 404 });
    const { root, remove } = await staged();
    await clickOn(root, 'tab', 'Message ID');
    await fill(root, 'Message ID', 'M');
    await fill(root, 'Index', 'messages_0');
    const pressed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, cancelable: true });
    (await byRole(root, 'textbox', /Message ID/)).dispatchEvent(pressed);
    expect(pressed.defaultPrevented).to.equal(true);
    await waitUntil(() => server.to('GET /messages/messages_0/M').length === 1, 'the message is requested');
    remove();
  });

  it('ignores an answer that arrives after Cancel', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.routes['GET /messages/*'] = async () => {
      await held;
      return { message: { id: 'M', timestamp: '2026-01-01T00:00:00.000Z', fields: {} }, index: 'messages_0' };
    };
    const shown: unknown[] = [];
    const { root, remove } = await stage(() => (
      <MessageLoader
        preset={{ index: 'messages_0', messageId: 'M' }}
        message={undefined}
        onMessage={(message) => message && shown.push(message)}
      />
    ));
    await waitUntil(() => server.to('GET /messages/messages_0/M').length === 1, 'the message is requested');
    await clickOn(root, 'button', 'Cancel');
    await waitUntil(() => allByRole(root, 'button', 'Cancel').length === 0, 'the loading is cancelled');
    answer();
    await still(root.host);
    expect(shown).to.deep.equal([]);
    remove();
  });

  const missing = 'Encoding is required.';
  for (const [given, sent] of [
    ['', '127.0.0.1'],
    [' 10.0.0.7 ', '10.0.0.7'],
  ] as const)
    it(`sends the source address ${sent} of a raw text when "${given}" was typed, and reports an empty setting of the codec after a failure`, async () => {
      const charset = {
        type: 'text',
        human_name: 'Encoding',
        description: '',
        default_value: 'UTF-8',
        is_optional: false,
      };
      server.routes['GET /system/codecs/types/all'] = () => ({
        raw: {
          type: 'raw',
          name: 'Raw',
          requested_configuration: {
            charset: { ...charset, is_encrypted: false, position: 0, attributes: [], additional_info: {} },
          },
        },
      });
      server.routes['GET /streams/rules/inputs'] = () => ({ inputs: [] });
      server.routes['POST /messages/parse'] = () => new Response('{"message":"no message"}', { status: 400 });
      const { root, remove } = await stage(() => <MessageLoader raw message={undefined} onMessage={() => undefined} />);
      await clickOn(root, 'tab', 'Raw message');
      await fill(root, 'Raw message', 'hello');
      await fill(root, 'Source IP', given);
      await pick(root, 'Message codec', 'Raw');
      await clickOn(root, 'button', 'Load message');
      await byText(root, 'no message');
      expect(server.to('POST /messages/parse').map(({ body }): unknown => JSON.parse(body ?? ''))).to.deep.equal([
        { message: 'hello', codec: 'raw', configuration: { charset: 'UTF-8' }, remote_address: sent },
      ]);
      expect(withText(root, missing)).to.equal(undefined);
      await fill(root, 'Encoding', '');
      await byText(root, missing);
      remove();
    });
});
