/** Tests the dialog of fields at query time: the preview of the server, and what is stored. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { RoutesContext } from '../../../elements/element/routes-context.js';
import { UncomputedNote } from '../../../elements/view-area/uncomputed-note.js';
import { ComputedExtractorDialog } from '../../../elements/views/computed/extractor-dialog.js';
import {
  ComputedFieldsDialog,
  type ComputedFieldsDialogProps,
} from '../../../elements/views/computed/computed-fields-dialog.js';
import { definitionsOf, type ComputedField } from '../../../machines/computed-fields.js';
import { computedKind } from '../../../machines/view/titles.js';
import { queryIds } from '../../../machines/view/document.js';
import { documentAfter } from '../../../machines/view/edits.js';
import { randomIds } from '../../../machines/view/ids.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeRoutes } from '../fake-server.js';
import { waitUntil } from '../wait.js';
import { byRole, byText, clickOn, settled, stage, still, withText } from '../search/stage.js';

async function opened(
  routes: FakeRoutes,
  fields: readonly ComputedField[] = [],
  shown?: ComputedFieldsDialogProps['shown'],
) {
  const server = fakeServer({ ...signedIn, 'GET /views/fields': () => [], ...routes });
  const defined: unknown[] = [];
  const empty = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
  const page = queryIds(empty)[0] ?? '';
  const defining = (controls: Readonly<Record<string, string>>) => {
    const declared = { type: 'parameters.declared', parameters: [], kind: computedKind, controls } as const;
    return documentAfter(empty, page, declared, randomIds);
  };
  function Opened() {
    const [document, setDocument] = useState(() => defining(definitionsOf(fields)));
    return (
      <ComputedFieldsDialog
        document={document}
        queryId={page}
        shown={shown}
        onDefine={(definitions) => {
          defined.push(definitions);
          setDocument(defining(definitions));
        }}
        onClose={() => undefined}
      />
    );
  }
  const staged = await stage(() => (
    <RoutesContext value={() => true}>
      <Opened />
    </RoutesContext>
  ));
  const end = (): void => {
    staged.remove();
    server.restore();
  };
  return { ...staged, server, defined, end };
}

describe('fields at query time', () => {
  it('shows the values of the server, and stores one definition for each capture', async () => {
    const { root, server, defined, end } = await opened({
      'POST /search/computed_fields/preview': () => ({
        fields: [
          { name: 'verb', values: ['GET', null] },
          { name: 'path', values: ['/cart', null] },
        ],
      }),
    });
    await clickOn(root, 'button', 'Add fields');
    (await byRole(root, 'textbox', 'Regular expression')).focus();
    const pattern = '(?<verb>x)(?<path>y)';
    await sendKeys({ type: pattern });
    root.querySelector('textarea')?.focus();
    await sendKeys({ type: 'GET /cart' });
    await byText(root, '/cart');
    await byText(root, 'nothing');
    await still(root.host as HTMLElement);
    await expectAccessible(root.host as HTMLElement);
    await clickOn(root, 'button', 'Add');
    const common = { kind: 'regex', source: 'message', pattern };
    const definition = (capture: string) => JSON.stringify({ ...common, capture });
    expect(defined).to.deep.equal([{ verb: definition('verb'), path: definition('path') }]);
    const body = server.to('POST /search/computed_fields/preview').at(-1)?.body ?? '{}';
    expect(JSON.parse(body)).to.deep.equal({ kind: 'regex', pattern, texts: ['GET /cart'] });
    end();
  });

  it('keeps a pattern that is too long as a whole, and says the limit', async () => {
    const { root, server, end } = await opened({ 'POST /search/computed_fields/preview': () => ({ fields: [] }) });
    await clickOn(root, 'button', 'Add fields');
    const input = await byRole(root, 'textbox', 'Regular expression');
    input.focus();
    document.execCommand('insertText', false, 'x'.repeat(1204));
    await byText(root, 'A pattern has at most 1,000 characters, and this one has 1,204.');
    expect(input).to.have.property('value', 'x'.repeat(1204));
    expect(await byRole(root, 'button', 'Add')).to.have.property('disabled', true);
    expect(server.to('POST /search/computed_fields/preview')).to.deep.equal([]);
    end();
  });

  const stored: readonly ComputedField[] = [
    { name: 'verb', kind: 'grok', source: 'message', pattern: '%{WORD:verb}', capture: 'verb' },
    { name: 'took', kind: 'grok', source: 'message', pattern: '%{WORD:verb} %{NUMBER:took}', capture: 'took' },
  ];
  const captures = {
    'GET /': () => ({ version: '5.1.8', embedded: true }),
    'POST /search/computed_fields/preview': () => ({
      fields: [
        { name: 'verb', values: ['GET'] },
        { name: 'took', values: ['12'] },
      ],
    }),
  };

  it('change a field in its place, and take the type of a grok pattern', async () => {
    const { root, defined, end } = await opened(captures, stored);
    await clickOn(root, 'button', 'Edit took');
    const input = await byRole(root, 'textbox', 'Grok pattern');
    expect(input).to.have.property('value', stored[1]?.pattern);
    input.focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: ':int}' });
    await clickOn(root, 'button', 'Save');
    const pattern = '%{WORD:verb} %{NUMBER:took:int}';
    const took = { name: 'took', kind: 'grok', source: 'message', pattern, capture: 'took', number: true } as const;
    expect(defined).to.deep.equal([definitionsOf([...stored.slice(0, 1), took])]);
    await waitUntil(() => root.activeElement?.getAttribute('aria-label') === 'Edit took', 'the focus is back');
    end();
  });

  it('names the field before it is saved, and takes a field as a number only while its pattern makes it one', async () => {
    const pattern = '%{NUMBER:took:int}';
    const took = { name: 'old', kind: 'grok', source: 'message', pattern, capture: 'took', number: true } as const;
    const routes = {
      ...captures,
      'POST /search/computed_fields/preview': () => ({ fields: [{ name: 'took', values: [] }] }),
    };
    const { root, defined, end } = await opened(routes, [took]);
    await clickOn(root, 'button', 'Edit old');
    const name = await byRole(root, 'group', 'Name of the field');
    expect(name.textContent).to.contain('took');
    // Cast: the checkbox of the console is the browser's input.
    const box = (await byRole(root, 'checkbox', 'The values are numbers')) as HTMLInputElement;
    expect([box.checked, box.disabled]).to.deep.equal([true, true]);
    (await byRole(root, 'textbox', 'Grok pattern')).focus();
    await sendKeys({ press: 'End' });
    for (let key = 0; key < ':int}'.length; key += 1) await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '}' });
    expect([box.checked, box.disabled]).to.deep.equal([false, false]);
    await clickOn(root, 'button', 'Save');
    const common = { kind: 'grok', source: 'message', pattern: '%{NUMBER:took}', capture: 'took' };
    expect(defined).to.deep.equal([{ took: JSON.stringify(common) }]);
    end();
  });

  it('takes samples from the messages on the page, and others on request', async () => {
    const texts = ['GET /a', 'GET /a', 'GET\n/b', 'PUT /c', 'DELETE /d'];
    const messages = texts.map((message) => ({ message: { message, level: 3 }, index: 'i', highlight_ranges: {} }));
    // Cast: the dialog reads the messages alone.
    const shown = { result: { search_types: { m: { id: 'm', type: 'messages', messages } } } };
    const { root, server, end } = await opened(captures, [], shown as unknown as ComputedFieldsDialogProps['shown']);
    await clickOn(root, 'button', 'Add fields');
    (await byRole(root, 'textbox', 'Regular expression')).focus();
    await sendKeys({ type: '(x)' });
    await byText(root, 'GET');
    const asked = () => JSON.parse(server.to('POST /search/computed_fields/preview').at(-1)?.body ?? '{}') as unknown;
    const request = { kind: 'regex', pattern: '(x)' };
    await waitUntil(() => JSON.stringify(asked()).includes('PUT'), 'the texts of the page are tried');
    expect(asked()).to.deep.equal({ ...request, texts: ['GET /a', 'GET\n/b', 'PUT /c'] });
    await clickOn(root, 'button', 'Take other messages');
    await waitUntil(() => JSON.stringify(asked()).includes('DELETE'), 'other messages are tried');
    expect(asked()).to.deep.equal({ ...request, texts: ['DELETE /d'] });
    await clickOn(root, 'button', 'Take other messages');
    await waitUntil(() => root.querySelector('textarea')?.value === 'GET /a\nGET /b\nPUT /c');
    root.querySelector('textarea')?.focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ type: '!' });
    await waitUntil(() => !withText(root, 'Take other messages'), 'texts of the user are not replaced');
    end();
  });

  it('asks before Escape loses a changed type', async () => {
    const field = { name: 'took', kind: 'regex', source: 'message', pattern: '(x)' } as const;
    const { root, end } = await opened(captures, [field]);
    await clickOn(root, 'button', /^Edit/);
    (await byRole(root, 'checkbox', 'The values are numbers')).click();
    await sendKeys({ press: 'Escape' });
    await byText(root, 'What you have changed is not stored yet.');
    end();
  });

  it('asks before Escape loses a typed pattern', async () => {
    const { root, end } = await opened(captures);
    await clickOn(root, 'button', 'Add fields');
    (await byRole(root, 'textbox', 'Regular expression')).focus();
    await sendKeys({ type: '(x)' });
    await sendKeys({ press: 'Escape' });
    await byText(root, 'What you have changed is not stored yet.');
    await clickOn(root, 'button', 'Stay');
    await waitUntil(() => !withText(root, 'What you have changed is not stored yet.'));
    await waitUntil(
      () => (root.activeElement as HTMLInputElement | null)?.value === '(x)',
      'the pattern has the focus',
    );
    await clickOn(root, 'button', 'Back');
    await byRole(root, 'button', 'Add fields');
    end();
  });

  it('lets the type of a pattern decide over a click before the server has named the captures', async () => {
    const answers: (() => void)[] = [];
    const routes = {
      ...captures,
      'POST /search/computed_fields/preview': () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ fields: [{ name: 'took', values: [] }] }));
        }),
    };
    const { root, defined, end } = await opened(routes, [
      { name: 'took', kind: 'grok', source: 'message', pattern: '%{NUMBER:took:int}', capture: 'took' },
    ]);
    await clickOn(root, 'button', 'Edit took');
    await clickOn(root, 'checkbox', 'The values are numbers');
    await waitUntil(() => answers.length > 0, 'the server is asked');
    answers.splice(0).forEach((answer) => answer());
    // Cast: the checkbox of the console is the browser's input.
    const box = (await byRole(root, 'checkbox', 'The values are numbers')) as HTMLInputElement;
    await waitUntil(() => box.disabled, 'the type of the pattern decides');
    (await byRole(root, 'textbox', 'Grok pattern')).focus();
    await sendKeys({ press: 'End' });
    for (let key = 0; key < ':int}'.length; key += 1) await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '}' });
    await waitUntil(() => answers.length > 0, 'the server is asked again');
    answers.splice(0).forEach((answer) => answer());
    await waitUntil(() => !box.disabled, 'the user decides again');
    await waitUntil(async () => !(await byRole(root, 'button', 'Save')).matches(':disabled, [aria-disabled=true]'));
    await clickOn(root, 'button', 'Save');
    const common = { kind: 'grok', source: 'message', pattern: '%{NUMBER:took}', capture: 'took' };
    expect(defined).to.deep.equal([{ took: JSON.stringify(common) }]);
    end();
  });

  it('focuses the button of a field under its new name', async () => {
    const field = { name: 'user', kind: 'key_value', source: 'message', pattern: 'user' } as const;
    const routes = {
      ...captures,
      'POST /search/computed_fields/preview': () => ({ fields: [{ name: '', values: [] }] }),
    };
    const { root, end } = await opened(routes, [field]);
    await clickOn(root, 'button', 'Edit user');
    (await byRole(root, 'textbox', 'Name of the field')).focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ type: '2' });
    await clickOn(root, 'button', 'Save');
    await waitUntil(() => root.activeElement?.getAttribute('aria-label') === 'Edit user2', 'the button has the focus');
    end();
  });

  it('marks values that are no numbers, because searches leave them out', async () => {
    const { root, end } = await opened(captures);
    await clickOn(root, 'button', 'Add fields');
    (await byRole(root, 'textbox', 'Regular expression')).focus();
    await sendKeys({ type: 'x' });
    root.querySelector('textarea')?.focus();
    await sendKeys({ type: 'GET 12' });
    await clickOn(root, 'checkbox', 'The values are numbers');
    await byText(root, 'GET (no number)');
    expect(withText(root, '12 (no number)')).to.equal(undefined);
    end();
  });

  it('focuses the button of the field again when the user goes back without making an extractor', async () => {
    const { root, end } = await opened({ ...captures, 'GET /system/inputs': () => ({ inputs: [], total: 0 }) }, stored);
    await clickOn(root, 'button', 'Make took an extractor');
    await clickOn(root, 'button', 'Back');
    await waitUntil(
      () => root.activeElement?.getAttribute('aria-label') === 'Make took an extractor',
      'the button has the focus',
    );
    end();
  });

  it('asks for an input the user may change, and opens the form of its extractor', async () => {
    const opened: string[] = [];
    const server = fakeServer({
      ...signedIn,
      'GET /system/inputs': () => ({
        inputs: [
          { id: '5e1f0a5e1f0a5e1f0a5e1f0a', title: 'GELF', node: null, global: true },
          { id: '5e1f0a5e1f0a5e1f0a5e1f0b', title: 'Of others', node: null, global: true },
        ],
        total: 2,
      }),
      'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['inputs:edit:5e1f0a5e1f0a5e1f0a5e1f0a'] }),
    });
    const computed = {
      name: 'verb',
      kind: 'regex',
      source: 'message',
      pattern: '(?<a>x) (?<verb>y)',
      capture: 'verb',
    } as const;
    const { root, host, remove } = await stage(() => (
      <ComputedExtractorDialog computed={computed} onBack={() => undefined} />
    ));
    host.addEventListener('log-navigate', (event) => {
      event.preventDefault();
      // Cast: the event carries the route of the console.
      opened.push((event as CustomEvent<{ route: string }>).detail.route);
    });
    // Cast: the combobox of this dialog is the browser's select.
    const input = (await byRole(root, 'combobox', 'Input')) as HTMLSelectElement;
    await waitUntil(() => input.options.length > 1, 'the inputs are offered');
    expect([...input.options].map(({ text }) => text)).to.deep.equal(['Choose an input', 'GELF']);
    input.value = '5e1f0a5e1f0a5e1f0a5e1f0a';
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await expectAccessible(root.host as HTMLElement);
    await clickOn(root, 'button', 'Open the extractor');
    const url = new URL(opened[0] ?? '', 'http://console.test');
    expect(url.pathname).to.equal('/system/inputs/any/5e1f0a5e1f0a5e1f0a5e1f0a/extractors/new');
    expect(url.searchParams.get('extractor_type')).to.equal('regex');
    expect(JSON.parse(url.searchParams.get('draft') ?? '')).to.deep.include({
      target: 'verb',
      config: { regex_value: '(?:x) (y)' },
    });
    remove();
    server.restore();
  });

  it('are named in a note if the server cannot compute them', async () => {
    const fields = ['verb', 'path'].map((name) => ({
      name,
      type: { type: 'string' as const, properties: [], index_names: [] },
    }));
    for (const embedded of [true, false]) {
      const server = fakeServer({ ...signedIn, 'GET /': () => ({ version: '5.1.8', ...(embedded && { embedded }) }) });
      const { root, remove } = await stage(() => (
        <>
          <h1>Stage</h1>
          <UncomputedNote fields={fields} />
        </>
      ));
      await waitUntil(() => server.to('GET /').length > 0, 'the server is asked');
      if (embedded) {
        await settled();
        expect(root.querySelector('[role=note]')).to.equal(null);
      } else await byText(root, 'This server cannot compute the fields verb, path');
      remove();
      server.restore();
    }
  });
});
