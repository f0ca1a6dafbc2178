import { expect } from '@open-wc/testing';
import { useState, type ReactNode } from 'react';
import { defineElement } from '../../../elements/frame/define.js';
import { Dialog } from '../../../elements/kit/dialog.js';
import { Field } from '../../../elements/kit/field.js';
import { NumberInput } from '../../../elements/kit/number-input.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

let sent = 0;

function Page(): ReactNode {
  const [port, setPort] = useState<number | undefined>(514);
  const submit = (): void => {
    sent += 1;
  };
  return (
    <Dialog open title="Launch" onClose={() => {}} onSubmit={submit} footer={<button type="submit">Launch</button>}>
      <Field label="Port">
        <NumberInput min={1} max={65535} value={port} onChange={setPort} />
      </Field>
    </Dialog>
  );
}

defineElement('log-number-page', Page);

describe('a number field in a dialog', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer(signedIn);
    sent = 0;
  });
  afterEach(() => {
    document.body.replaceChildren();
    server.restore();
  });

  it("shows validation errors below itself instead of the browser's bubble, and blocks submission of the form", async () => {
    document.body.insertAdjacentHTML('beforeend', '<log-number-page></log-number-page>');
    const root = document.body.lastElementChild?.shadowRoot;
    const input = () => root?.querySelector('input');
    await waitUntil(() => input() && root?.activeElement === input());
    const alert = () => root?.querySelector('[role=alert]')?.textContent;
    const type = (text: string): void => {
      input()?.select();
      document.execCommand('insertText', false, text);
    };
    const launch = (): void => root?.querySelector<HTMLButtonElement>('[type=submit]')?.click();
    type('99999');
    await waitUntil(() => alert() === 'Must be between 1 and 65535.');
    expect(input()?.getAttribute('aria-invalid')).to.equal('true');
    root?.querySelector<HTMLElement>('[data-close]')?.focus();
    launch();
    await waitUntil(() => root?.activeElement === input());
    expect(sent, 'an invalid form is not submitted').to.equal(0);
    type('1.5');
    launch();
    await waitUntil(() => alert() === 'Must be a whole number.');
    type('1514');
    await waitUntil(() => alert() === undefined);
    launch();
    await waitUntil(() => sent === 1);
  });
});
