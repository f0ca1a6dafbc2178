/** Tests the tester: it sends a request after a pause in typing, one at a time, and aborts outdated requests. */
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { Field } from '../../../elements/kit/field.js';
import { Input } from '../../../elements/kit/input.js';
import { Tester, useTrial } from '../../../elements/kit/tester/index.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byText, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

let server: FakeServer;
let tried: { readonly text: string; readonly signal: AbortSignal; readonly answer: (text: string) => void }[];
beforeEach(() => {
  tried = [];
  server = fakeServer({ ...signedIn });
});
afterEach(() => server.restore());

function Upper() {
  const [text, setText] = useState('');
  const trial = useTrial({
    name: 'upper',
    input: text === '' ? undefined : { text },
    run: (input, signal) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        tried.push({ text: input.text, signal, answer: resolve });
      }),
  });
  return (
    <Tester
      title="Result"
      trial={trial}
      hint="Type something."
      input={
        <Field label="Text">
          <Input value={text} onChange={setText} />
        </Field>
      }
    >
      {(result) => <output>{result}</output>}
    </Tester>
  );
}

function type(root: ShadowRoot, text: string): void {
  const input = root.querySelector('input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input?.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('a tester', () => {
  it('tests the last typed value, aborts earlier tests, and keeps the result until the next one', async () => {
    const { root, remove } = await stage(() => <Upper />);
    await byText(root, 'Type something.');
    for (const text of ['a', 'ab', 'abc']) type(root, text);
    await waitUntil(() => tried.length === 1);
    expect(tried[0]?.text, 'only the last typed text is tested').to.equal('abc');
    type(root, 'abcd');
    await waitUntil(() => tried[0]?.signal.aborted === true, 'the running test is aborted before the next one starts');
    expect(tried).to.have.length(1);
    await waitUntil(() => tried.length === 2);
    tried[1]?.answer('ABCD');
    await byText(root, 'ABCD');
    await expectAccessible(root.host);
    type(root, 'abcde');
    await waitUntil(() => tried.length === 3);
    const region = root.querySelector('[role=region]');
    expect([region?.textContent, region?.getAttribute('aria-busy')]).to.deep.equal(['ABCD', 'true']);
    tried[2]?.answer('ABCDE');
    await byText(root, 'ABCDE');
    type(root, '');
    await byText(root, 'Type something.');
    remove();
  });
});
