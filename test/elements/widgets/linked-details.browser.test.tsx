/** Tests that the address names a message only while its details can be read. */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { useState } from 'react';
import { MessageTableWidget, type MessagesResult, type ResultMessage } from '../../../elements/widgets/index.js';
import { messageKey } from '../../../elements/widgets/message-table/columns.js';
import { byText, clickOn, settled, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from './sample-results.js';

const resultFrom = (from: number): MessagesResult => ({
  ...messagesResult(60),
  messages: Array.from({ length: 60 - from }, (_unused, index) => sampleMessage(from + index)),
});
const idOf = (index: number): string => String(sampleMessage(index).message['_id']);
const row = (root: ParentNode, index: number) => root.querySelector<HTMLElement>(`[data-row="${index}"]`);
const isExpanded = (root: ParentNode, index: number) => row(root, index)?.ariaExpanded === 'true';
const panelOf = (root: ParentNode) => root.querySelector<HTMLElement>('[role=region][aria-label="Message details"]');
const stages: (() => void)[] = [];

/** Shows a table whose open message is named by an address; `linked` is the message of the first address. */
async function table(result: MessagesResult, linked?: ResultMessage, width = 1180) {
  const address: { named?: ResultMessage | undefined } = { named: linked };
  const page: { show?: (result: MessagesResult, page?: number) => void } = {};
  function Stage() {
    const [shown, setShown] = useState({ result, page: 1 });
    const [named, setNamed] = useState(linked);
    page.show = (next, number = 1) => setShown({ result: next, page: number });
    return (
      <div style={{ height: 480 }}>
        <MessageTableWidget
          title="All Messages"
          executing={false}
          result={shown.result}
          fieldTypes={sampleTypes}
          config={tableConfig}
          detailBeside
          page={shown.page}
          {...(named && { openMessage: { key: messageKey(named), message: named } })}
          onOpen={(one, opens) => {
            if (!opens && address.named && messageKey(one) !== messageKey(address.named)) return;
            address.named = opens ? one : undefined;
            setNamed(address.named);
          }}
        />
      </div>
    );
  }
  const staged = await stage(() => <Stage />, width);
  stages.push(staged.remove);
  return {
    ...staged,
    show: (next: MessagesResult, number?: number) => page.show?.(next, number),
    named: () => address.named && String(address.named.message['_id']),
  };
}

describe('the message that the address names', () => {
  beforeEach(async () => {
    localStorage.clear();
    await setViewport({ width: 1280, height: 800 });
  });
  afterEach(() => {
    for (const remove of stages.splice(0)) remove();
  });
  after(async () => {
    localStorage.clear();
    await setViewport({ width: 800, height: 600 });
  });

  it('leaves the address when a changed search removes the row above its details', async () => {
    const { root, show, named } = await table(resultFrom(0));
    await waitUntil(() => row(root, 0) !== null);
    const text = row(root, 0)?.textContent;
    row(root, 0)?.click();
    await waitUntil(() => isExpanded(root, 0) && named() === idOf(0), 'the address names the message');
    show(resultFrom(30));
    await waitUntil(() => named() === undefined, 'the address names no message');
    show(resultFrom(0));
    await waitUntil(() => row(root, 0)?.textContent === text, 'the first results are back');
    expect(isExpanded(root, 0)).to.equal(false);
  });

  it('stays in the address while another page of the same results is shown', async () => {
    const { root, show, named } = await table(resultFrom(0));
    await waitUntil(() => row(root, 0) !== null);
    row(root, 0)?.click();
    await waitUntil(() => isExpanded(root, 0), 'the message is open');
    show(resultFrom(30), 2);
    await waitUntil(() => !isExpanded(root, 0), 'the other page is shown');
    await settled();
    expect(named()).to.equal(idOf(0));
    show(resultFrom(0), 1);
    await waitUntil(() => isExpanded(root, 0), 'the message is open again');
  });

  it('stays in the address while the panel shows it, and leaves the address when the panel is closed', async () => {
    const { root, show, named } = await table(resultFrom(0));
    await waitUntil(() => row(root, 0) !== null);
    row(root, 0)?.click();
    await clickOn(root, 'button', 'Show in a side panel');
    await waitUntil(() => panelOf(root)?.textContent?.includes(idOf(0)), 'the panel shows the message');
    show(resultFrom(30));
    await byText(root, 'no longer among those in the list');
    expect(named()).to.equal(idOf(0));
    await clickOn(root, 'button', 'Close (Escape)');
    await waitUntil(() => named() === undefined, 'the address names no message');
  });

  it('is opened in the panel by a link when the results do not contain it, wherever details are shown', async () => {
    const { root, named } = await table(resultFrom(30), sampleMessage(0));
    await waitUntil(() => panelOf(root)?.textContent?.includes(idOf(0)), 'the panel shows the message');
    expect(named()).to.equal(idOf(0));
    row(root, 2)?.click();
    await waitUntil(() => isExpanded(root, 2) && panelOf(root) === null, 'the next message is below its row');
  });

  it('leaves the address when there is no room to show a message that the results do not contain', async () => {
    await setViewport({ width: 900, height: 800 });
    const { named } = await table(resultFrom(30), sampleMessage(0), 800);
    await waitUntil(() => named() === undefined, 'the address names no message');
  });
});
