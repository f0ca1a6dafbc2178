/** Tests the create button of a list and its entry in the palette. */
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { Button } from '../../../elements/kit/button.js';
import { CreateButton } from '../../../elements/kit/create-button.js';
import { PageActionsContext, type PageActionsRegistry } from '../../../elements/kit/page-actions.js';
import { clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

afterEach(() => document.body.replaceChildren());

describe('the create button of a list', () => {
  it('is also offered in the palette while it is mounted, with the same action', async () => {
    const registry: PageActionsRegistry = new Set();
    let made = 0;
    function Page() {
      const [shown, setShown] = useState(true);
      return (
        <PageActionsContext value={registry}>
          {shown && <CreateButton label="Create user" onClick={() => (made += 1)} />}
          <Button onClick={() => setShown(false)}>Leave</Button>
        </PageActionsContext>
      );
    }
    const { root } = await stage(() => <Page />);
    await clickOn(root, 'button', 'Create user');
    await waitUntil(() => registry.size === 1, 'the action is offered in the palette');
    const [entry] = [...registry].flatMap(({ current }) => current);
    if (entry === undefined || !('onSelect' in entry)) throw new Error('nothing to choose');
    expect(entry.label).to.equal('Create user');
    entry.onSelect?.();
    expect(made).to.equal(2);
    await clickOn(root, 'button', 'Leave');
    await waitUntil(() => registry.size === 0, 'the action is removed from the palette');
  });
});
