/** Tests relative times that are requested repeatedly. */
import { expect } from '@open-wc/testing';
import { useState } from 'react';
import { RelativeTime } from '../../../elements/kit/timestamp.js';
import { clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const trueNow = Date.now;

describe('RelativeTime', () => {
  let remove = () => {};
  afterEach(() => {
    Date.now = trueNow;
    remove();
  });

  it('shows a time of this second as past, however long it has been displayed', async () => {
    const start = trueNow();
    Date.now = () => start;
    function Seen() {
      const [seen, setSeen] = useState(() => new Date(Date.now()).toISOString());
      return (
        <>
          <RelativeTime instant={seen} />
          <button onClick={() => setSeen(new Date(Date.now()).toISOString())}>Ask again</button>
        </>
      );
    }
    const shown = await stage(() => <Seen />);
    remove = shown.remove;
    const time = () => shown.root.querySelector('time');
    expect(time()?.textContent).to.equal('a few seconds ago');
    Date.now = () => start + 5_000;
    const before = time()?.dateTime;
    await clickOn(shown.root, 'button', 'Ask again');
    await waitUntil(() => time()?.dateTime !== before);
    expect(time()?.textContent).to.equal('a few seconds ago');
  });
});
