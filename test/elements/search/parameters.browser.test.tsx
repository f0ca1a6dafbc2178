import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import type { Parameter } from '../../../api/contract/searches.js';
import { ParametersRow } from '../../../elements/search/parameters/parameters-row.js';
import { parametersOf, type Bindings } from '../../../machines/parameters.js';
import { expectAccessible } from '../accessible.js';
import { byRole, byText, clickOn, stage } from './stage.js';
import { waitUntil } from '../wait.js';

const declared: readonly Parameter[] = [
  { type: 'value-parameter-v1', name: 'host', title: 'Host', default_value: 'web-01' },
];

function Row({ log, query }: { log: unknown[]; query: string }) {
  const [bindings, setBindings] = useState<Bindings>({});
  return (
    <ParametersRow
      parameters={parametersOf({ queries: [query], declared, bindings })}
      bindings={bindings}
      onBindings={(next) => {
        log.push(next);
        setBindings(next);
      }}
      onSubmit={() => log.push('submitted')}
    />
  );
}

describe('parameters', () => {
  beforeEach(() => localStorage.clear());

  it('are filled in by keyboard; an empty one falls back to its default', async () => {
    const log: unknown[] = [];
    const { root, remove } = await stage(() => <Row log={log} query="source:$host$ AND user:$user$" />);
    const host = (await byRole(root, 'textbox', 'Host')) as HTMLInputElement;
    expect(host.placeholder).to.equal('web-01');
    host.focus();
    await sendKeys({ type: 'd' });
    await sendKeys({ press: 'Backspace' });
    (await byRole(root, 'textbox', '$user$')).focus();
    await sendKeys({ type: 'j' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => log.includes('submitted'));
    expect(log).to.deep.equal([
      { host: { type: 'value', value: 'd' } },
      {},
      { user: { type: 'value', value: 'j' } },
      'submitted',
    ]);
    remove();
  });

  it('explains undeclared parameters and names the enterprise feature', async () => {
    const { root, remove } = await stage(() => <Row log={[]} query="user:$user$" />, 360);
    await byText(root, '$user$ is not declared.');
    await byText(root, 'enterprise feature');
    await expectAccessible(root.host);
    await clickOn(root, 'button', 'Documentation');
    const dialog = await byRole(root, 'dialog', 'Query language');
    expect(dialog.querySelector('[aria-current=true] h3')?.textContent).to.equal('Parameters');
    remove();
  });

  it('stay hidden until they are shown again, also after a reload', async () => {
    const first = await stage(() => <Row log={[]} query="user:$user$" />);
    await clickOn(first.root, 'button', 'Hide parameters');
    await byText(first.root, '2 parameters are hidden.');
    first.remove();
    const second = await stage(() => <Row log={[]} query="user:$user$" />);
    await clickOn(second.root, 'button', 'Show');
    await byRole(second.root, 'textbox', '$user$');
    expect(localStorage.length).to.equal(0);
    second.remove();
  });
});
