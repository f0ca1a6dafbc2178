import { expect } from '@open-wc/testing';
import { useState, type ReactNode } from 'react';
import { deepActiveElement } from '../../../elements/element/document-proxy.js';
import { Button } from '../../../elements/kit/button.js';
import { Dialog } from '../../../elements/kit/dialog.js';
import { useConfirm } from '../../../elements/kit/feedback.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const focused = () => deepActiveElement(document)?.textContent;
const button = (root: ShadowRoot, text: string) => {
  const found = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  if (!found) throw new Error(`no button ${text}`);
  return found;
};
const press = (root: ShadowRoot, text: string) => {
  button(root, text).focus();
  button(root, text).click();
};

/** Renders rows with two controls each; the second control removes its row, with or without confirmation. */
function Rows({ asks = false }: { readonly asks?: boolean }): ReactNode {
  const confirm = useConfirm();
  const [rows, setRows] = useState(['a', 'b', 'c']);
  const remove = async (row: string) => {
    if (asks && !(await confirm({ title: 'Sure?', confirm: 'Yes' }))) return;
    setRows((before) => before.filter((other) => other !== row));
  };
  return (
    <section>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <Button>{`open ${row}`}</Button>
            <Button onClick={() => void remove(row)}>{`remove ${row}`}</Button>
          </li>
        ))}
      </ul>
      <p>Nothing to press here.</p>
      <Button>add</Button>
    </section>
  );
}

/** Renders rows whose details open in a dialog; a question replaces the dialog, and its answer removes the row. */
function Details(): ReactNode {
  const [rows, setRows] = useState(['a', 'b']);
  const [row, setRow] = useState<string>();
  const [asks, setAsks] = useState(false);
  const close = () => setRow(undefined);
  return (
    <section>
      <ul>
        {rows.map((one) => (
          <li key={one}>
            <Button onClick={() => setRow(one)}>{`details ${one}`}</Button>
          </li>
        ))}
      </ul>
      {row !== undefined && !asks && (
        <Dialog key="details" open title="Details" onClose={close}>
          <Button data-autofocus="" onClick={() => setAsks(true)}>{`delete ${row}`}</Button>
        </Dialog>
      )}
      {row !== undefined && asks && (
        <Dialog key="question" open title="Delete?" onClose={close}>
          <Button
            data-autofocus=""
            onClick={() => {
              setRows((before) => before.filter((one) => one !== row));
              close();
            }}
          >
            yes
          </Button>
        </Dialog>
      )}
    </section>
  );
}

/** Renders a button that opens dialog one, which dialog two replaces and then returns to. */
function Steps(): ReactNode {
  const [step, setStep] = useState<'one' | 'two'>();
  const [passed, setPassed] = useState(false);
  return (
    <section>
      <Button onClick={() => setStep('one')}>open</Button>
      {passed && <p>passed</p>}
      {step === 'one' && (
        <Dialog key="one" open title="One" onClose={() => setStep(undefined)}>
          <Button data-autofocus="" onClick={() => setStep('two')}>
            next of one
          </Button>
          <Button onClick={() => setStep(undefined)}>close one</Button>
        </Dialog>
      )}
      {step === 'two' && (
        <Dialog key="two" open title="Two" onClose={() => setStep(undefined)}>
          <Button
            data-autofocus=""
            onClick={() => {
              setPassed(true);
              setStep('one');
            }}
          >
            next of two
          </Button>
        </Dialog>
      )}
    </section>
  );
}

/**
 * Waits for longer than the focus takes to move after a control was removed. Nothing else shows that it will not move.
 */
const timeToMove = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('the focus of a removed control', () => {
  it('moves to the same control of the next row, then of the previous row, then to the control after the list', async () => {
    const { root, remove } = await stage(() => <Rows />);
    press(root, 'remove b');
    await waitUntil(() => focused() === 'remove c', 'the next row has the focus');
    press(root, 'remove c');
    await waitUntil(() => focused() === 'remove a', 'the previous row has the focus');
    press(root, 'remove a');
    await waitUntil(() => focused() === 'add', 'the control after the list has the focus');
    remove();
  });

  it('moves to the replacement of the control before its neighbours', async () => {
    const Card = () => {
      const [ready, setReady] = useState(false);
      return (
        <div>
          {ready ? (
            <Button key="ready">shown</Button>
          ) : (
            <Button key="card" onClick={() => setReady(true)}>
              wait
            </Button>
          )}
          <span>corner</span>
        </div>
      );
    };
    const { root, remove } = await stage(() => (
      <>
        <Card />
        <Button>other</Button>
      </>
    ));
    press(root, 'wait');
    await waitUntil(() => focused() === 'shown', 'the replacement has the focus');
    remove();
  });

  it('moves after a confirmation, too', async () => {
    const { root, remove } = await stage(() => <Rows asks />);
    press(root, 'remove a');
    await waitUntil(() => root.querySelector('[role=alertdialog]'));
    press(root, 'Yes');
    await waitUntil(() => focused() === 'remove b', 'the next row has the focus');
    remove();
  });

  it('returns to the opener of a dialog that another dialog has replaced, and that has come back', async () => {
    const { root, remove } = await stage(() => <Steps />);
    press(root, 'open');
    for (const step of ['one', 'two', 'one']) {
      await waitUntil(() => focused() === `next of ${step}`, `dialog ${step} has the focus`);
      // The dialog before is released in a timer.
      await timeToMove();
      if (step === 'two') press(root, 'next of two');
      else if (root.textContent.includes('passed')) press(root, 'close one');
      else press(root, 'next of one');
    }
    await waitUntil(() => focused() === 'open', 'the opener has the focus');
    remove();
  });

  it('moves to the next row when a dialog that has replaced another one removes the opener', async () => {
    const { root, remove } = await stage(() => <Details />);
    press(root, 'details a');
    await waitUntil(() => focused() === 'delete a', 'the details have the focus');
    press(root, 'delete a');
    await waitUntil(() => focused() === 'yes', 'the question has the focus');
    await timeToMove();
    press(root, 'yes');
    await waitUntil(() => focused() === 'details b', 'the next row has the focus');
    remove();
  });

  it('moves on from a disabled control', async () => {
    const Pages = () => {
      const [page, setPage] = useState(1);
      return (
        <nav>
          <Button disabled={page === 1} onClick={() => setPage(1)}>
            back
          </Button>
          <Button disabled={page === 2} onClick={() => setPage(2)}>
            on
          </Button>
        </nav>
      );
    };
    const { root, remove } = await stage(() => <Pages />);
    press(root, 'on');
    await waitUntil(() => focused() === 'back');
    press(root, 'back');
    await waitUntil(() => focused() === 'on');
    remove();
  });

  it('does not return when the user has left, and never moves in from another part of the page', async () => {
    let shown: (now: boolean) => void = () => undefined;
    const Parts = () => {
      const [there, setThere] = useState(true);
      shown = setThere;
      return (
        <>
          <section>{there && <Button>inside</Button>}</section>
          <section>
            <Button>elsewhere</Button>
          </section>
        </>
      );
    };
    const { root, remove } = await stage(() => <Parts />);
    button(root, 'inside').focus();
    shown(false);
    await waitUntil(() => ![...root.querySelectorAll('button')].some(({ textContent }) => textContent === 'inside'));
    await timeToMove();
    expect(focused()).to.not.equal('elsewhere');
    remove();

    const list = await stage(() => <Rows />);
    button(list.root, 'remove a').focus();
    button(list.root, 'remove a').blur();
    await Promise.resolve();
    button(list.root, 'remove a').click();
    await waitUntil(() => list.root.querySelectorAll('li').length === 2);
    await timeToMove();
    expect(focused()).to.not.equal('remove b');
    list.remove();
  });

  it('never moves from a float to the page below while an empty frame remains for a moment', async () => {
    const { root, remove } = await stage(() => <Button>of the page</Button>);
    const frame = document.createElement('div');
    frame.innerHTML = '<div><button>above</button></div>';
    root.querySelector('.lc-float')?.append(frame);
    button(root, 'above').focus();
    frame.replaceChildren();
    await timeToMove();
    expect(focused()).to.not.equal('of the page');
    frame.remove();
    remove();
  });
});
