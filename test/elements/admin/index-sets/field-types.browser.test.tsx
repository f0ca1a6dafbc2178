/** Tests the field types of an index set, against a server in the page. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { IndexSet } from '../../../../api/contract/index-sets.js';
import { FieldTypes } from '../../../../elements/admin/index-sets/field-types.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { fill } from '../admin-page.js';

const place = '/system/indices/index_sets/a/field_types';
const hostile = '<img src=x onerror="globalThis.hacked=1">';
const fieldOf = (name: string, more: object = {}) => ({
  name,
  current: 'long',
  next: null,
  types: [{ type: 'long', indices: ['web_1', 'web_0'] }],
  ...more,
});
const set = { id: 'a', title: 'Web', writable: true } as IndexSet;

let server: FakeServer;
let permissions: string[];
let fields: object[];
let refusal: Response | undefined;
beforeEach(() => {
  permissions = ['*'];
  refusal = undefined;
  fields = [
    fieldOf('code'),
    fieldOf(hostile, { current: null, types: [{ type: 'keyword', indices: ['web_0'] }] }),
    fieldOf('set', { next: 'double' }),
  ];
  const answer = () => ({ current_index: 'web_1', fields });
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'Europe/Berlin' }),
    [`GET ${place}`]: answer,
    [`PUT ${place}`]: () => refusal ?? answer(),
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const sent = () => server.to(`PUT ${place}`).map(({ body }) => JSON.parse(body ?? '') as unknown);
async function choose(root: ShadowRoot, field: string, value: string): Promise<void> {
  const select = (await byRole(root, 'combobox', `Type of ${field} in the next index`)) as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
}

describe('field types', () => {
  it('are shown per index, and changed for the next index', async () => {
    const { root, host } = await stage(() => <FieldTypes set={set} />);
    await byText(root, 'Type in web_1');
    await byText(root, hostile);
    await byText(root, 'text in web_0');
    expect(((await byRole(root, 'combobox', 'Type of set in the next index')) as HTMLSelectElement).value).to.equal(
      'double',
    );
    await expectAccessible(host);
    expect(allByRole(root, 'button', 'Save for the next index').length).to.equal(0);
    await choose(root, 'code', 'keyword');
    await byText(root, '1 type is changed and not saved.');
    await choose(root, 'code', '');
    await waitUntil(
      () => allByRole(root, 'button', 'Reset').length === 0,
      'choosing the previous type again is no change',
    );
    await choose(root, 'code', 'keyword');
    await choose(root, 'set', '');
    await byText(root, '2 types are changed and not saved.');
    await clickOn(root, 'button', 'Save for the next index');
    await byText(root, 'The next index has these types.');
    expect(sent()).to.deep.equal([{ types: { code: 'keyword', set: null }, rotate: false }]);
    await waitUntil(() => allByRole(root, 'button', 'Reset').length === 0, 'the change is reset');
  });

  it('sets the type of a field without messages, and rotates the index at once', async () => {
    const { root } = await stage(() => <FieldTypes set={set} />);
    const input = (await byRole(root, 'textbox', 'Name of a field')) as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'later');
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await clickOn(root, 'button', 'Add a field');
    await choose(root, 'later', 'boolean');
    const names = (): readonly string[] =>
      [...root.querySelectorAll('tbody tr')].map((row) => row.firstElementChild?.textContent ?? '');
    await fill(root, 'Filter fields', '');
    await waitUntil(() => names().length === 4, 'all fields are shown');
    expect(names(), 'the new field is in its place by name').to.deep.equal([hostile, 'code', 'later', 'set']);
    refusal = new Response('[{"path":"later","message":"is a field of the server"}]', { status: 400 });
    await clickOn(root, 'button', 'Save and start the next index now');
    await byText(root, 'Could not save the types');
    await byText(root, '1 type is changed and not saved.');
    refusal = undefined;
    await clickOn(root, 'button', 'Save and start the next index now');
    await byText(root, 'The index that is written to has these types now.');
    expect(sent().at(-1)).to.deep.equal({ types: { later: 'boolean' }, rotate: true });
  });

  it('are shown in part when there are many, all of them on request, and found by a part of the name', async () => {
    fields = Array.from({ length: 50 }, (_, at) => fieldOf(`field_${String(at).padStart(2, '0')}`));
    const { root } = await stage(() => <FieldTypes set={set} />);
    const rows = () => root.querySelectorAll('tbody tr').length;
    await waitUntil(() => rows() === 20, 'twenty fields are shown');
    (await byRole(root, 'searchbox', 'Filter fields')).focus();
    await sendKeys({ type: 'Field_4' });
    await sendKeys({ press: 'Enter' });
    await byRole(root, 'combobox', 'Type of field_49 in the next index');
    expect(rows()).to.equal(10);
    await sendKeys({ type: '-none' });
    await sendKeys({ press: 'Enter' });
    await byText(root, 'No fields match.');
    await sendKeys({ press: 'Escape' });
    await clickOn(root, 'button', 'Show all 50');
    await waitUntil(() => rows() === 50, 'all fields are shown');
  });

  it('cannot be changed in a read-only element, although the user may change the index set', async () => {
    const { root, host } = await stage(() => <FieldTypes set={set} />);
    await byRole(root, 'combobox', 'Type of code in the next index');
    host.setAttribute('readonly', '');
    await waitUntil(() => allByRole(root, 'combobox').length === 0, 'the types cannot be changed');
    expect(allByRole(root, 'textbox').length).to.equal(0);
  });

  it('are read-only without permission, and hidden if the server does not support them', async () => {
    permissions = ['indexsets:read'];
    const first = await stage(() => <FieldTypes set={set} />);
    await byText(first.root, 'Type in web_1');
    expect([...allByRole(first.root, 'combobox'), ...allByRole(first.root, 'textbox')].length).to.equal(0);
    first.remove();
    server.routes[`GET ${place}`] = () => new Response('{}', { status: 404 });
    const { root } = await stage(() => (
      <>
        <button type="button">there</button>
        <FieldTypes set={set} />
      </>
    ));
    await waitUntil(() => server.to(`GET ${place}`).length === 2, 'the field types are requested again');
    await waitUntil(() => !root.textContent.includes('Field types'), 'the field types are hidden');
  });
});
