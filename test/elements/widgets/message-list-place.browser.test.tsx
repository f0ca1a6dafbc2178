/** Tests the scroll position of the message list after a changed search, a repeated search, and page keys. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { MessageTableWidget } from '../../../elements/widgets/index.js';
import { stage } from '../search/stage.js';
import { resting, waitUntil } from '../wait.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from './sample-results.js';

const all = Array.from({ length: 90 }, (_unused, at) =>
  sampleMessage(at, { message: `number ${at} `.repeat(1 + ((at * 7) % 30)) }),
);

async function list(open?: Readonly<Record<string, unknown>>, linked?: number) {
  let show: (range: readonly [number, number], question: string) => void = () => undefined;
  const messages = open ? [sampleMessage(0, { ...open }), ...all.slice(1)] : all;
  function Table() {
    const [shown, setShown] = useState({
      range: (open ? [0, 50] : [20, 70]) as readonly [number, number],
      question: 'first',
    });
    show = (range, question) => setShown({ range, question });
    return (
      <div style={{ height: 480 }}>
        <MessageTableWidget
          title="All Messages"
          executing={false}
          fieldTypes={sampleTypes}
          config={tableConfig}
          result={{ ...messagesResult(50), messages: messages.slice(...shown.range) }}
          question={shown.question}
          {...(linked !== undefined && { highlightMessage: String(sampleMessage(linked).message['_id']) })}
        />
      </div>
    );
  }
  const { root, remove } = await stage(() => <Table />, 1000);
  const row = (index: number) => root.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const textOf = (at: number) =>
    [...root.querySelectorAll<HTMLElement>('[data-row]')].find((one) => one.textContent.includes(`number ${at} `));
  const any = () => root.querySelector('[data-row]');
  await waitUntil(any, 'rows are shown');
  const view = any()?.closest('[role=treegrid]')?.parentElement as HTMLElement;
  return {
    root,
    row,
    textOf,
    view,
    remove,
    show: (range: readonly [number, number], questionId: string) => show(range, questionId),
  };
}

describe('the scroll position of the message list', () => {
  it('keeps the visible messages in place while newer ones arrive, and starts at the top for another query', async () => {
    const { row, textOf, view, show, remove } = await list();
    view.scrollTop = 900;
    await waitUntil(() => row(0) === null && textOf(34), 'the list has scrolled');
    await resting(() => view.scrollTop);
    const top = view.getBoundingClientRect().top + 40;
    const read = [...view.querySelectorAll<HTMLElement>('[data-row]')].find(
      (one) => one.getBoundingClientRect().bottom > top,
    );
    const number = Number(/number (\d+) /.exec(read?.textContent ?? '')?.[1]);
    const before = textOf(number)?.getBoundingClientRect().top ?? Number.NaN;
    show([12, 62], 'first');
    await waitUntil(() => Number(textOf(number)?.dataset['row']) === number - 12, 'the newer messages have arrived');
    await resting(() => view.scrollTop);
    expect(
      Math.abs((textOf(number)?.getBoundingClientRect().top ?? Number.NaN) - before),
      'the visible messages did not move',
    ).to.be.below(2);

    show([40, 90], 'second');
    await waitUntil(() => row(0) && textOf(40), 'the result of another query starts at its top');
    expect(view.scrollTop).to.equal(0);

    show([30, 80], 'second');
    await waitUntil(() => textOf(30), 'newer messages are shown at the top');
    expect(view.scrollTop).to.equal(0);
    remove();
  });

  it('scrolls to the linked message once', async () => {
    const { row, textOf, view, show, remove } = await list(undefined, 55);
    await waitUntil(() => textOf(55), 'the linked message is visible');
    await resting(() => view.scrollTop);
    const { top, bottom } = textOf(55)?.getBoundingClientRect() ?? { top: Number.NaN, bottom: Number.NaN };
    const seen = view.getBoundingClientRect();
    expect(top >= seen.top && bottom <= seen.bottom, 'the linked message is fully visible').to.equal(true);
    expect(textOf(55)?.getAttribute('aria-current') ?? textOf(55)?.closest('[aria-current]')).to.not.equal(null);
    view.scrollTop = 0;
    await waitUntil(() => row(0), 'the list can be scrolled away from the linked message');
    show([18, 68], 'first');
    await waitUntil(() => textOf(18), 'the newer messages have arrived');
    await resting(() => view.scrollTop);
    expect(view.scrollTop).to.equal(0);
    remove();
  });

  it('scrolls by the number of fully visible rows, so that none is skipped', async () => {
    const { root, row, view, remove } = await list();
    row(0)?.focus({ preventScroll: true });
    let last = -1;
    for (let page = 0; page < 5; page++) {
      const whole = wholeRows(view);
      expect(Math.min(...whole), `no message is skipped before page ${page}`).to.be.at.most(last + 1);
      last = Math.max(last, ...whole);
      await sendKeys({ press: 'PageDown' });
      await resting(() => view.scrollTop);
      expect(root.activeElement?.matches('[data-row]'), 'the focus is on the list').to.equal(true);
    }
    expect(Number((root.activeElement as HTMLElement).dataset['row'])).to.be.above(8);
    await sendKeys({ press: 'PageUp' });
    await resting(() => view.scrollTop);
    expect(Number((root.activeElement as HTMLElement).dataset['row'])).to.be.below(last + 1);
    remove();
  });

  it('scrolls through the details of an open message before it continues', async () => {
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_unused, at) => [`many_${at}`, `value ${at}`]));
    const { root, row, view, remove } = await list(fields);
    row(0)?.click();
    await waitUntil(() => root.querySelectorAll('dt').length > 50, 'the details are shown');
    row(0)?.focus({ preventScroll: true });
    const item = () => row(0)?.closest('[data-item]')?.getBoundingClientRect() ?? new DOMRect();
    await resting(() => item().height);
    const end = view.getBoundingClientRect().bottom;
    let pages = 0;
    while (item().bottom > end + 1 && pages < 30) {
      const before = item().top;
      await sendKeys({ press: 'PageDown' });
      await resting(() => view.scrollTop);
      expect(before - item().top, 'no more than the visible height is scrolled').to.be.at.most(view.clientHeight);
      expect(root.activeElement === row(0), 'the focus stays on the message').to.equal(true);
      pages++;
    }
    expect(pages).to.be.above(2);
    await sendKeys({ press: 'PageUp' });
    await resting(() => view.scrollTop);
    expect(root.activeElement === row(0), 'paging up scrolls back within the message').to.equal(true);
    for (let page = 0; page < 2; page++) await sendKeys({ press: 'PageDown' });
    await waitUntil(() => root.activeElement !== row(0), 'the focus moves to the next message');
    remove();
  });
});

/** Returns the numbers of the fully visible rows. */
function wholeRows(view: HTMLElement): number[] {
  const { top, bottom } = view.getBoundingClientRect();
  return [...view.querySelectorAll<HTMLElement>('[data-row]')]
    .filter((one) => {
      const place = one.getBoundingClientRect();
      return place.top >= top + 20 && place.bottom <= bottom + 1;
    })
    .map((one) => Number(one.dataset['row']));
}
