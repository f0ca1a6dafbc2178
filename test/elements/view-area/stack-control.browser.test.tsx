/** Tests the choice of the field that stacks the bars of a histogram, by keyboard. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { StackControl } from '../../../elements/view-area/widget/stack-control.js';
import type { Stacking } from '../../../machines/view/stacking.js';
import { allByRole, byRole, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const text = (name: string) => ({
  name,
  type: { type: 'string', properties: ['enumerable' as const], index_names: [] },
});

async function opened(fields = ['application_name', 'source', 'source_port']) {
  const chosen: Stacking[] = [];
  const staged = await stage(() => (
    <StackControl stacking={{ by: 'level' }} fields={fields.map(text)} onStack={(stacking) => chosen.push(stacking)} />
  ));
  const { root } = staged;
  (await byRole(root, 'button', 'Stack bars')).focus();
  await sendKeys({ press: 'Enter' });
  const first = await byRole(root, 'button', 'By level, where messages have one');
  await waitUntil(() => root.activeElement === first, 'the first choice has the focus');
  return { ...staged, chosen };
}

describe('stacking of a histogram', () => {
  it('arrow keys move from choice to choice, past the filter', async () => {
    const { root, chosen, remove } = await opened();
    const focused = () => root.activeElement?.textContent || root.activeElement?.getAttribute('aria-label');
    const seen: unknown[] = [];
    for (const press of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown']) {
      await sendKeys({ press });
      seen.push(focused());
    }
    const filter = 'By the values of a field …';
    expect(seen).to.deep.equal(['Not at all', filter, 'application_name', 'source', 'application_name', 'source']);
    await sendKeys({ press: 'Enter' });
    expect(chosen).to.deep.equal([{ by: 'field', field: 'source' }]);
    remove();
  });

  it('Enter in the filter takes the first matching field, and does nothing without a text or a match', async () => {
    const { root, chosen, remove } = await opened();
    (await byRole(root, 'textbox', 'By the values of a field …')).focus();
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: 'nowhere' });
    await sendKeys({ press: 'Enter' });
    expect(chosen).to.deep.equal([]);
    for (const _letter of 'nowhere') await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: 'SOUR' });
    await sendKeys({ press: 'Enter' });
    expect(chosen).to.deep.equal([{ by: 'field', field: 'source' }]);
    await waitUntil(() => root.activeElement?.getAttribute('aria-label') === 'Stack bars', 'the button has the focus');
    remove();
  });

  it('matches start with the field of that name, then fields that start with the text', async () => {
    const { root, chosen, remove } = await opened(['data_source', 'Source', 'source', 'source_a', 'streams']);
    (await byRole(root, 'textbox', 'By the values of a field …')).focus();
    await sendKeys({ type: ' source' });
    const listed = () => allByRole(root, 'button', /source/i).map(({ textContent }) => textContent);
    await waitUntil(() => listed().length === 4 && !listed().includes('streams'), 'the fields are filtered');
    expect(listed()).to.deep.equal(['source', 'Source', 'source_a', 'data_source']);
    await sendKeys({ press: 'Enter' });
    expect(chosen).to.deep.equal([{ by: 'field', field: 'source' }]);
    remove();
  });
});
