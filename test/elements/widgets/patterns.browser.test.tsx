/** Tests the patterns beside the messages: their list by mouse and keys, and the messages for an empty result. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { Unreachable } from '../../../api/failures.js';
import { FieldInteractionsContext } from '../../../elements/widgets/index.js';
import { PatternsPanel } from '../../../elements/widgets/patterns/patterns-panel.js';
import type { FoundPatterns } from '../../../elements/widgets/faces.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, byRole, byText, clickOn, settled, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const [first, last] = ['2025-11-24T10:00:00.000Z', '2025-11-24T11:00:00.000Z'];

const found = (rows: number, rest = 0): FoundPatterns => ({
  sampled: false,
  total_results: rows,
  examined: rows,
  effective_timerange: { type: 'absolute', from: first, to: last },
  patterns: Array.from({ length: rows }, (_, at) => ({
    ...{ template: `Connection ${String.fromCharCode(97 + at)} <*> refused`, cut: false, example: 'x', count: 1 },
    ...{ first, last: at === 0 ? first : last, histogram: [1], levels: { '3': 1 } },
  })),
  rest,
});

async function panel(find: () => Promise<FoundPatterns>) {
  const queries: string[] = [];
  const interactions = {
    query: () => '',
    onQuery: (query: string) => queries.push(query),
    onAddWidget: () => undefined,
    typeOf: () => undefined,
  };
  const source = { key: crypto.randomUUID(), find };
  const staged = await stage(() => (
    <FieldInteractionsContext value={interactions}>
      <div style={{ containerType: 'inline-size', containerName: 'widget', width: 1000, height: 500 }}>
        <PatternsPanel source={source} onChoose={() => undefined} />
      </div>
    </FieldInteractionsContext>
  ));
  return { ...staged, queries };
}

describe('patterns', () => {
  it('have one tab stop, and arrow keys move between them', async () => {
    const { root, queries, remove } = await panel(() => Promise.resolve(found(3)));
    await byRole(root, 'button', 'Find again');
    const buttons = () => [...root.querySelectorAll<HTMLButtonElement>('li button')];
    await waitUntil(() => buttons().length === 6);
    const tabbed = () => buttons().map(({ tabIndex }) => tabIndex);
    expect(tabbed()).to.deep.equal([0, 0, -1, -1, -1, -1]);
    buttons()[1]?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => root.activeElement === buttons()[3]);
    await waitUntil(() => buttons()[3]?.tabIndex === 0);
    expect(tabbed()).to.deep.equal([-1, -1, 0, 0, -1, -1]);
    for (const [key, at] of [
      ['End', 5],
      ['ArrowDown', 5],
      ['ArrowUp', 3],
      ['Home', 1],
    ] as const) {
      await sendKeys({ press: key });
      await waitUntil(() => root.activeElement === buttons()[at], `${key} leads to ${at}`);
    }
    await sendKeys({ press: 'Enter' });
    expect(queries).to.deep.equal(['NOT (message:"Connection a" AND message:"refused")']);
    remove();
  });

  it('keep their place during a new search, and align their levels', async () => {
    let calls = 0;
    const never = new Promise<FoundPatterns>(() => undefined);
    const { root, remove } = await panel(() => ((calls += 1) === 1 ? Promise.resolve(found(3, 7)) : never));
    const again = await byRole(root, 'button', 'Find again');
    const row = () => root.querySelector('li')?.getBoundingClientRect().top;
    const [before, levels] = [
      row(),
      [...root.querySelectorAll('li')].map(
        (one) => one.querySelectorAll('span > span')[1]?.getBoundingClientRect().left,
      ),
    ];
    expect(new Set(levels).size, levels.join()).to.equal(1);
    again.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => allByRole(root, 'button', 'Find again').length === 0);
    expect(row()).to.equal(before);
    expect(root.activeElement === again, 'the focus stays on the pattern').to.equal(true);
    await byText(root, '7 more messages are in rarer patterns. Narrow the search to see them.');
    remove();
  });

  it('stay when the server cannot be reached for the patterns of a new result, and another failure is shown', async () => {
    let failure: Error = new Unreachable({ method: 'POST', url: '/search/patterns' });
    let calls = 0;
    const find = () => ((calls += 1) === 1 ? Promise.resolve(found(3)) : Promise.reject(failure));
    function Scene() {
      const [key, setKey] = useState('a');
      return (
        <>
          <button onClick={() => setKey((before) => `${before}a`)}>New result</button>
          <PatternsPanel source={{ key, find }} onChoose={() => undefined} />
        </>
      );
    }
    const { root, remove } = await stage(() => <Scene />);
    await byText(root, '3 patterns of all 3 hits');
    await clickOn(root, 'button', 'New result');
    await waitUntil(() => calls === 2);
    await byRole(root, 'button', 'Find again');
    await settled();
    expect(root.querySelectorAll('li').length).to.equal(3);
    expect(allByRole(root, 'alert').length).to.equal(0);
    failure = new Error('The query is too large');
    await clickOn(root, 'button', 'New result');
    await byText(root, 'The patterns could not be found.');
    await byText(root, 'The query is too large');
    remove();
  });

  it('show that there are none, and can be searched again', async () => {
    let calls = 0;
    const { root, host, remove } = await panel(() => Promise.resolve(found((calls += 1) === 1 ? 0 : 2)));
    await byText(root, 'No messages were found.');
    expect(root.textContent).to.not.include('0 patterns');
    await expectAccessible(host);
    await clickOn(root, 'button', 'Find again');
    await byText(root, '2 patterns of all 2 hits');
    remove();
  });
});
