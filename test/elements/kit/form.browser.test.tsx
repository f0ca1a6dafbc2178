import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { useState, type ReactNode } from 'react';
import { BadRequest, ServerFailure } from '../../../api/failures.js';
import { openConnections } from '../../../elements/element/connection.js';
import { defineElement } from '../../../elements/frame/define.js';
import { Button } from '../../../elements/kit/button.js';
import { Field } from '../../../elements/kit/field.js';
import { FormBox, FormDialog, useForm } from '../../../elements/kit/form/index.js';
import { Input } from '../../../elements/kit/input.js';
import { LeaveGateContext, type LeaveBlocker } from '../../../elements/kit/leave-guard.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

interface Values {
  readonly name: string;
  readonly size: string;
}

/** Initial values of the forms in these tests, and the values that the forms have saved. */
let stored: Values[] = [];
let save: (values: Values) => Promise<unknown>;
let current: (() => Promise<Values>) | undefined;
let blockers: LeaveBlocker[] = [];

const initial: Values = { name: 'one', size: '1' };
const gate = {
  block(blocker: LeaveBlocker) {
    blockers.push(blocker);
    return () => void (blockers = blockers.filter((other) => other !== blocker));
  },
};

function useTested(guarded = true) {
  return useForm({
    initial,
    guarded,
    check: ({ name }: Values) => ({ name: name === '' ? 'A name is needed.' : undefined }),
    serverNames: { max_size: 'size' as const },
    save: (values: Values) => save(values),
    ...(current && { stored: current }),
  });
}

function Fields({ form }: { readonly form: ReturnType<typeof useTested> }): ReactNode {
  return (
    <>
      <Field label="Name" {...form.field('name')}>
        <Input value={form.values.name} onChange={(name) => form.set({ name })} />
      </Field>
      <Field label="Size" {...form.field('size')}>
        <Input value={form.values.size} onChange={(size) => form.set({ size })} />
      </Field>
      <Button onClick={() => form.empty({ name: '' })}>Other kind</Button>
    </>
  );
}

function Page(): ReactNode {
  const form = useTested();
  return (
    <FormBox form={form} submit="Store" submitting="Storing..." failed="Could not store">
      <Fields form={form} />
    </FormBox>
  );
}

function InDialog(): ReactNode {
  const [open, setOpen] = useState(true);
  return open ? <OpenDialog onClose={() => setOpen(false)} /> : <p>closed</p>;
}

function OpenDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const form = useTested(false);
  return (
    <FormDialog form={form} title="Thing" submit="Store" failed="Could not store" onClose={onClose}>
      <Fields form={form} />
    </FormDialog>
  );
}

function LongDialog(): ReactNode {
  const form = useTested(false);
  return (
    <FormDialog form={form} title="Thing" submit="Store" failed="Could not store" onClose={() => undefined}>
      <Fields form={form} />
      <div style={{ height: '3000px' }} />
    </FormDialog>
  );
}

let content: () => ReactNode = () => null;
const Content = () => <LeaveGateContext value={gate}>{content()}</LeaveGateContext>;
defineElement('log-form-stage', () => <Content />, { signIn: 'component' });

async function show(render: () => ReactNode, readonly = false): Promise<ShadowRoot> {
  content = render;
  const element = document.createElement('log-form-stage');
  element.toggleAttribute('readonly', readonly);
  document.body.append(element);
  await waitUntil(() => element.shadowRoot?.querySelector('input'));
  return element.shadowRoot as ShadowRoot;
}

const button = (root: ShadowRoot, name: string): HTMLButtonElement | undefined =>
  [...root.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
const press = async (root: ShadowRoot, name: string): Promise<void> => {
  await waitUntil(() => button(root, name));
  button(root, name)?.click();
};
const textShown = (root: ShadowRoot, text: string) => waitUntil(() => root.textContent?.includes(text) === true);
const unsaid = (root: ShadowRoot, text: string) => waitUntil(() => root.textContent?.includes(text) === false);

function type(root: ShadowRoot, label: string, text: string): void {
  const field = [...root.querySelectorAll('label')].find((one) => one.textContent === label);
  const input = root.getElementById(field?.htmlFor ?? '') as HTMLInputElement;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function refusal(errors: Readonly<Record<string, string>>): BadRequest {
  const validation_errors = Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [{ error }]]));
  return new BadRequest({
    method: 'PUT',
    url: '/api/things/1',
    status: 400,
    serverMessage: 'Validation failed!',
    body: JSON.stringify({ validation_errors }),
  });
}

describe('forms', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
    stored = [];
    blockers = [];
    current = undefined;
    save = (values) => Promise.resolve(void stored.push(values));
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  it('report an error after a field was visited, and save nothing until it is corrected', async () => {
    const root = await show(() => <Page />);
    expect(root.textContent).not.to.contain('A name is needed.');
    type(root, 'Name', '');
    await textShown(root, 'A name is needed.');
    await press(root, 'Store');
    type(root, 'Name', 'two');
    await unsaid(root, 'A name is needed.');
    expect(stored).to.deep.equal([]);
    await press(root, 'Store');
    await waitUntil(() => stored.length === 1);
    expect(stored).to.deep.equal([{ name: 'two', size: '1' }]);
  });

  it('report a field that another choice has emptied only after it was visited or on save', async () => {
    const root = await show(() => <Page />);
    type(root, 'Name', 'two');
    await press(root, 'Other kind');
    await waitUntil(() => root.querySelector('input')?.value === '');
    expect(root.textContent).not.to.contain('A name is needed.');
    await press(root, 'Store');
    await textShown(root, 'A name is needed.');
    expect(stored).to.deep.equal([]);
    await press(root, 'Other kind');
    await unsaid(root, 'A name is needed.');
  });

  it('ask before unsaved changes are left, and not after they were saved', async () => {
    const root = await show(() => <Page />);
    const dirty = () => blockers.some((blocker) => blocker.isDirty());
    expect(blockers.length).to.equal(1);
    expect(dirty()).to.equal(false);
    type(root, 'Name', 'two');
    await waitUntil(dirty);
    const left = blockers[0]?.ask();
    await press(root, 'Stay');
    expect(await left).to.equal(false);
    type(root, 'Name', 'one');
    await waitUntil(() => !dirty());
    type(root, 'Name', 'two');
    await waitUntil(dirty);
    await press(root, 'Store');
    await waitUntil(() => stored.length === 1 && !dirty());
  });

  it('show server errors at their fields, under the names of this form; other errors above the button', async () => {
    save = () => Promise.reject(refusal({ max_size: 'must be less than 9', owner: 'is gone' }));
    const root = await show(() => <Page />);
    type(root, 'Size', '10');
    await press(root, 'Store');
    await textShown(root, 'must be less than 9');
    const alerts = [...root.querySelectorAll('[role=alert]')].map((one) => one.textContent);
    expect(alerts.some((text) => text === 'must be less than 9')).to.equal(true);
    expect(alerts.some((text) => text?.includes('Could not store') && text.includes('owner: is gone'))).to.equal(true);
    const invalid = [...root.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]')];
    expect(invalid.map(({ value }) => value)).to.deep.equal(['10']);
    // The server's error about the old value disappears when the value changes.
    type(root, 'Size', '8');
    await unsaid(root, 'must be less than 9');
  });

  it("ask before they overwrite another user's change", async () => {
    current = () => Promise.resolve({ name: 'theirs', size: '1' });
    const root = await show(() => <Page />);
    type(root, 'Name', 'mine');
    await press(root, 'Store');
    await textShown(root, 'Changed meanwhile');
    await press(root, 'Cancel');
    await unsaid(root, 'Changed meanwhile');
    expect(stored).to.deep.equal([]);
    await waitUntil(() => button(root, 'Store'));
    await press(root, 'Store');
    await press(root, 'Overwrite');
    await waitUntil(() => stored.length === 1);
    expect(stored[0]?.name).to.equal('mine');
  });

  it('a form in a dialog: Escape asks before it discards changes, Cancel does not ask', async () => {
    const root = await show(() => <InDialog />);
    type(root, 'Name', 'two');
    await waitUntil(() => root.querySelector<HTMLInputElement>('input')?.value === 'two');
    const escape = () =>
      root
        .querySelector('input')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    escape();
    await textShown(root, 'What you have changed is not stored yet.');
    await press(root, 'Stay');
    await unsaid(root, 'What you have changed is not stored yet.');
    expect(root.textContent).to.contain('Thing');
    await press(root, 'Cancel');
    await textShown(root, 'closed');
    expect(stored).to.deep.equal([]);
  });

  it('a form in a dialog: a click outside asks, and Stay returns to the field', async () => {
    const root = await show(() => <InDialog />);
    type(root, 'Name', 'two');
    await waitUntil(() => root.querySelector<HTMLInputElement>('input')?.value === 'two');
    const input = root.querySelector('input');
    input?.focus();
    await sendMouse({ type: 'click', position: [2, 2] });
    await textShown(root, 'What you have changed is not stored yet.');
    // A click outside the question neither answers it nor takes the focus away from it.
    await sendMouse({ type: 'click', position: [2, 2] });
    expect(root.activeElement?.textContent).to.equal('Stay');
    await press(root, 'Stay');
    await unsaid(root, 'What you have changed is not stored yet.');
    await waitUntil(() => root.activeElement === input, 'the field has the focus again');
  });

  it('a failed save in a long dialog is scrolled into view, and names the failure even during an outage', async () => {
    let isOut = false;
    server.restore();
    server = fakeServer({ 'GET /': () => (isOut ? new Response('', { status: 502 }) : {}) });
    const refused = new ServerFailure({ method: 'POST', url: '/api/things', status: 502 });
    save = () => Promise.reject(refused);
    const root = await show(() => <LongDialog />);
    isOut = true;
    window.dispatchEvent(new Event('online'));
    await textShown(root, 'Server not reachable since');
    type(root, 'Name', 'two');
    await press(root, 'Store');
    await textShown(root, 'Could not store');
    expect(root.textContent).to.contain('The server refuses this or has a problem (502).');
    expect(root.textContent).not.to.contain('Shown as soon as the server answers.');
    const alert = root.querySelector('[role=dialog] [role=alert]') ?? expect.fail('there is no alert');
    const dialog = alert.closest('[role=dialog]') ?? expect.fail('the alert is not in the dialog');
    const { bottom } = dialog.getBoundingClientRect();
    await waitUntil(() => alert.getBoundingClientRect().bottom < bottom, 'the failure is scrolled into view');
  });

  for (const [place, Tested] of [
    ['page', Page],
    ['dialog', InDialog],
  ] as const)
    it(`a form in a ${place} of a read-only element cannot be saved, by its button or the Enter key`, async () => {
      const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
      const submit = (root: ShadowRoot): void => {
        const form = root.querySelector('form') ?? expect.fail('there is no form');
        form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
      };
      // The same event saves the form of an element that is not read-only.
      const writable = await show(() => <Tested />);
      type(writable, 'Name', 'two');
      await frame();
      submit(writable);
      await waitUntil(() => stored.length === 1, 'the form is saved');
      writable.host.remove();
      const root = await show(() => <Tested />, true);
      type(root, 'Name', 'three');
      await waitUntil(() => button(root, 'Store')?.matches(':disabled, [aria-disabled=true]'), 'Store is disabled');
      button(root, 'Store')?.click();
      submit(root);
      await frame();
      expect(stored.map(({ name }) => name)).to.deep.equal(['two']);
    });
});
