// Tests where the focus goes when the question line is closed, and what Enter does to the word at the caret.
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { useConnection } from '../../../elements/element/connection-context.js';
import { QuestionLine } from '../../../elements/search/question/question-line.js';
import { pageLogic } from '../../../machines/page-actors.js';
import { searchPageMachine } from '../../../machines/search-page.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { randomIds } from '../../../machines/view/ids.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byRole, stage } from './stage.js';
import { waitUntil } from '../wait.js';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer({ ...signedIn, 'POST /views/fields': () => [], 'GET /views/fields': () => [] });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

async function shown() {
  let closed = 0;
  const nothing = (): void => undefined;
  function Scene() {
    const { client } = useConnection();
    const [logic] = useState(() => pageLogic(searchPageMachine, { client }));
    const [document] = useState(() => defaultSearch({ createdAt: '2026-11-20T10:00:00.000Z' }, randomIds));
    const page = useActorRef(logic, { input: { source: { kind: 'given', document } } });
    const [text, onText] = useState('count()');
    const open = {
      ...{ text, chosen: undefined, onText, onForm: nothing, onReached: () => true },
      onClose: () => (closed += 1),
    };
    return (
      <>
        <div data-query="">
          <textarea aria-label="Query" />
        </div>
        <button type="button">Elsewhere</button>
        <QuestionLine page={page} open={open} />
      </>
    );
  }
  const { root } = await stage(() => <Scene />);
  const button = await byRole(root, 'button', 'Close the question');
  await waitUntil(() => root.activeElement?.matches('[data-question]'), 'the line has the focus');
  return {
    root,
    isClosed: () => waitUntil(() => closed === 1, 'the line is closed'),
    /** Presses the button, which gets the focus unless the press is prevented. */
    press: () => {
      if (button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, composed: true })))
        button.focus();
      button.click();
    },
  };
}

const focusOf = (root: ShadowRoot) => root.activeElement?.getAttribute('aria-label') ?? root.activeElement?.textContent;

describe('Enter in the question line', () => {
  it('keeps a word that is the name of a field, although other suggestions contain it', async () => {
    const type = { type: 'string', properties: [], index_names: [] };
    const fields = ['source', 'gl2_source_node'].map((name) => ({ name, type }));
    server.restore();
    server = fakeServer({ ...signedIn, 'POST /views/fields': () => fields, 'GET /views/fields': () => fields });
    const { root } = await shown();
    const line = root.activeElement as HTMLInputElement;
    await sendKeys({ type: ' by sourc' });
    await byRole(root, 'option', /^gl2_source_node/);
    await sendKeys({ type: 'e' });
    await sendKeys({ press: 'Enter' });
    expect(line.value).to.equal('count() by source');
  });
});

describe('closing the question line', () => {
  it('focuses the query if the line had the focus', async () => {
    const { root, press, isClosed } = await shown();
    press();
    await isClosed();
    expect(focusOf(root)).to.equal('Query');
  });

  it('leaves the focus on another control that has it, because focusing the query opens the keyboard of a phone', async () => {
    const { root, press, isClosed } = await shown();
    (await byRole(root, 'button', 'Elsewhere')).focus();
    press();
    await isClosed();
    expect(focusOf(root)).to.equal('Elsewhere');
  });

  it('focuses the query when the keyboard adds the answer as a widget', async () => {
    const { root, isClosed } = await shown();
    await sendKeys({ down: 'Alt' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Alt' });
    await isClosed();
    expect(focusOf(root)).to.equal('Query');
  });
});
