/** Tests the open message in the address of a search: a message that the list lacks is read from the server. */
import { expect } from '@open-wc/testing';
import type { MessagesResult } from '../../../api/contract/searches.js';
import { LinkedListContext, type LinkedList } from '../../../elements/view-area/index.js';
import { useLinkedMessage } from '../../../elements/view-area/widget/use-linked-message.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { stage } from '../search/stage.js';
import { untyped } from '../../untyped.js';
import { waitUntil } from '../wait.js';

const result = untyped<MessagesResult>({ id: 'm', type: 'messages', messages: [], total_results: 0 });

function Table() {
  const { openMessage } = useLinkedMessage('w', result, undefined);
  return <button type="button">{JSON.stringify(openMessage?.message?.message ?? null)}</button>;
}

/** Opens a search whose address names the message; returns the changes of the address that the search requests. */
async function open(answer: () => unknown) {
  const server = fakeServer({ ...signedIn, 'GET /messages/web_0/gone': answer });
  const changes: object[] = [];
  const linked: LinkedList = {
    widgetId: 'w',
    message: { index: 'web_0', id: 'gone' },
    onChange: (changed) => changes.push(changed),
  };
  const { root, remove } = await stage(() => (
    <LinkedListContext value={linked}>
      <Table />
    </LinkedListContext>
  ));
  await waitUntil(
    () => server.to('GET /messages/web_0/gone').length > 0 && server.pending === 0,
    'the message is read',
  );
  return {
    root,
    changes,
    server,
    close: () => {
      remove();
      server.restore();
    },
  };
}

describe('the open message in the address', () => {
  for (const status of [404, 403])
    it(`is removed from the address when the server answers ${status}`, async () => {
      const { changes, close } = await open(() => new Response('{}', { status }));
      await waitUntil(() => changes.length > 0, 'the address changes');
      expect(changes).to.deep.equal([{ message: undefined }]);
      close();
    });

  it('stays in the address when the server fails, and is shown when the server has it', async () => {
    const failing = await open(() => new Response('{}', { status: 400 }));
    const message = { id: 'gone', index: 'web_0', fields: { message: 'found', _id: 'gone' } };
    const found = await open(() => ({ index: 'web_0', message }));
    await waitUntil(() => found.root.textContent.includes('found'), 'the message is shown');
    expect(found.changes).to.deep.equal([]);
    // The failed answer came before the one that is shown, so it has been handled.
    expect(failing.changes).to.deep.equal([]);
    found.close();
    failing.close();
  });
});
