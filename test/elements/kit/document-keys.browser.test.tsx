/** Tests that keys do not act on the page behind an open dialog, wherever the focus is. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { Button } from '../../../elements/kit/button.js';
import { Dialog } from '../../../elements/kit/dialog.js';
import { useDocumentKeys } from '../../../elements/kit/shortcuts/use-document-keys.js';
import { byRole, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

it('the keys of a page do nothing while a dialog is open, also when no control of it has the focus', async () => {
  let undone = 0;
  function Page() {
    const [open, setOpen] = useState(false);
    useDocumentKeys(({ key, ctrlKey }) => {
      if (!ctrlKey || key !== 'z') return false;
      undone += 1;
      return true;
    });
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Dialog open={open} title="Title" onClose={() => setOpen(false)}>
          Text
        </Dialog>
      </>
    );
  }
  const { root, remove } = await stage(() => <Page />);
  const undo = async () => {
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'z' });
    await sendKeys({ up: 'Control' });
  };
  await undo();
  expect(undone).to.equal(1);
  await clickOn(root, 'button', 'Open');
  await byRole(root, 'dialog', 'Title');
  await undo();
  expect(undone, 'the dialog has the focus').to.equal(1);
  const active = root.activeElement;
  if (active instanceof HTMLElement) active.blur();
  expect(root.activeElement).to.equal(null);
  await undo();
  expect(undone, 'no control has the focus').to.equal(1);
  await clickOn(root, 'button', 'Close');
  await waitUntil(() => !root.querySelector('[role=dialog]'), 'the dialog has closed');
  await undo();
  expect(undone).to.equal(2);
  remove();
});
