/** Tests the dialog that declares the variables of a dashboard, and the controls of each kind. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import type { ParameterValue } from '../../../api/language/parameter-values.js';
import { VariableControl } from '../../../elements/dashboard/variables/variable-control.js';
import { VariablesDialog } from '../../../elements/dashboard/variables/variables-dialog.js';
import type { Declarations, Variable } from '../../../machines/variables.js';
import { newWidget } from '../../../machines/view/default-view.js';
import { addWidget, queryIds } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

function dashboard() {
  const empty = emptyDashboard({ createdAt: '2024-03-01T10:00:00.000Z', owner: 'ada' }, randomIds);
  const widget = {
    ...newWidget('messages', {}, randomIds),
    query: { type: 'elasticsearch' as const, query_string: 'source:$host$' },
  };
  return addWidget(empty, queryIds(empty)[0] ?? '', { widget, title: 'Messages' });
}

const type = (text: string) => sendKeys({ type: text });
const press = (key: string) => sendKeys({ press: key });

describe('variables of a dashboard', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer({
      ...signedIn,
      'GET /views/fields': () => [
        { name: 'source', type: { type: 'string', properties: ['enumerable'], index_names: [] } },
      ],
      'POST /search/suggest': () => ({
        field: 'source',
        input: '',
        suggestions: [
          { value: 'web-01', occurrence: 9 },
          { value: 'db-01', occurrence: 3 },
        ],
        sum_other_docs_count: 0,
      }),
    });
  });
  afterEach(() => server.restore());

  it('the dialog offers the names that queries use, reports missing values, and declares variables as in the contract', async () => {
    const declared: Declarations[] = [];
    const { root, remove } = await stage(() => (
      <VariablesDialog document={dashboard()} onDeclare={(one) => declared.push(one)} onClose={() => undefined} />
    ));
    await expectAccessible(root.host);
    await clickOn(root, 'button', 'Add $host$');
    await clickOn(root, 'button', 'Apply');
    await byText(root, 'Choose a field.');
    const field = await byRole(root, 'combobox', 'Field');
    field.focus();
    await type('source');
    await clickOn(root, 'checkbox', 'Several values may be chosen');
    const isListShown = (): boolean => root.querySelector(`[id="${field.getAttribute('aria-controls')}"]`) !== null;
    await waitUntil(
      () => field.getAttribute('aria-expanded') !== 'true' || isListShown(),
      'the list of fields has loaded',
    );
    await expectAccessible(root.host);
    await clickOn(root, 'button', 'Apply');
    await byText(root, 'List of a field’s values');
    await byText(root, '$host$');
    expect(allByRole(root, 'button', 'Add $host$')).to.have.length(0);

    await clickOn(root, 'button', 'Add variable');
    (await byRole(root, 'textbox', 'Name')).focus();
    await type('host');
    await clickOn(root, 'button', 'Apply');
    await byText(root, 'Another variable has this name.');
    await clickOn(root, 'button', 'Back');
    await clickOn(root, 'button', 'Apply');
    expect(declared).to.deep.equal([
      {
        kind: 'variable',
        parameters: [
          {
            type: 'value-parameter-v1',
            name: 'host',
            data_type: 'any',
            description: '',
            title: '',
            default_value: [],
            optional: true,
          },
        ],
        controls: { host: '{"kind":"select","field":"source","several":true}' },
      },
    ]);
    remove();
  });

  const kinds: readonly Pick<Variable, 'kind' | 'field' | 'several'>[] = [
    { kind: 'text', field: '', several: false },
    { kind: 'range', field: '', several: false },
    { kind: 'select', field: 'source', several: false },
    { kind: 'select', field: 'source', several: true },
  ];

  async function control(variable: (typeof kinds)[number] | undefined, initial: ParameterValue = []) {
    const reported: ParameterValue[] = [];
    function Controlled() {
      const [value, setValue] = useState(initial);
      return variable ? (
        <VariableControl
          variable={variable}
          name="Host"
          value={value}
          onChange={(changed) => {
            reported.push(changed);
            setValue(changed);
          }}
        />
      ) : null;
    }
    return { ...(await stage(() => <Controlled />, 360)), reported };
  }

  it('the controls of all kinds have the same height', async () => {
    const heights = new Set<number>();
    for (const [kind, role, name] of [
      [kinds[0], 'textbox', 'Host'],
      [kinds[1], 'spinbutton', 'Host, from'],
      [kinds[2], 'combobox', 'Host'],
      [kinds[3], 'combobox', 'Host'],
    ] as const) {
      const { root, remove } = await control(kind);
      heights.add((await byRole(root, role, name)).parentElement?.offsetHeight ?? 0);
      remove();
    }
    expect([...heights]).to.have.length(1);
  });

  it('a text applies on Enter, and an empty one means All', async () => {
    const { root, reported, remove } = await control(kinds[0]);
    (await byRole(root, 'textbox', 'Host')).focus();
    await type('ab');
    expect(reported).to.deep.equal([]);
    await press('Enter');
    await press('Backspace');
    await press('Backspace');
    await press('Tab');
    expect(reported).to.deep.equal(['ab', []]);
    remove();
  });

  it('a range leaves a side open, and is refused while it is reversed', async () => {
    const { root, reported, remove } = await control(kinds[1], { from: 5 });
    const [from, to] = [await byRole(root, 'spinbutton', 'Host, from'), await byRole(root, 'spinbutton', 'Host, to')];
    expect([(from as HTMLInputElement).value, (to as HTMLInputElement).value]).to.deep.equal(['5', '']);
    to.focus();
    await type('1');
    await press('Enter');
    await byText(root, 'must not be larger');
    await expectAccessible(root.host);
    await type('0');
    await press('Enter');
    await waitUntil(() => reported.length > 0, 'the range is applied');
    expect(reported).to.deep.equal([{ from: 5, to: 10 }]);
    remove();
  });

  it('a list offers the values of the field, and takes one or several of them', async () => {
    const one = await control(kinds[2]);
    (await byRole(one.root, 'combobox', 'Host')).focus();
    await press('ArrowDown');
    await byRole(one.root, 'option', /web-01/);
    await type('web-01');
    await waitUntil(() => one.reported.length > 0, 'the value is applied');
    expect(one.reported).to.deep.equal(['web-01']);
    one.remove();

    const several = await control(kinds[3], 'db-01');
    await expectAccessible(several.root.host);
    (await byRole(several.root, 'combobox', 'Host')).focus();
    await type('web-01');
    await press('Enter');
    await waitUntil(() => several.reported.length > 0, 'the value is added');
    expect(several.reported).to.deep.equal([['db-01', 'web-01']]);
    expect(JSON.parse(server.to('POST /search/suggest')[0]?.body ?? '{}')).to.include({ field: 'source', input: '' });
    several.remove();
  });
});
