import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { SearchBar } from '../../../elements/search/bar/search-bar.js';
import { RefreshControl } from '../../../elements/search/refresh/refresh-control.js';
import { StreamsSelect } from '../../../elements/search/streams/streams-select.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, byRole, byText, clickOn, stage, still } from './stage.js';
import { waitUntil } from '../wait.js';

const streams = Array.from({ length: 10_000 }, (_item, index) => ({
  id: `id-${index}`,
  title: index === 7 ? '<img src=x onerror="globalThis.hacked=1">' : `Stream ${String(index).padStart(5, '0')}`,
}));

function Streams({ log }: { log: (readonly string[])[] }) {
  const [value, setValue] = useState<readonly string[]>(['id-1']);
  return (
    <StreamsSelect
      streams={streams}
      value={value}
      onChange={(next) => {
        log.push(next);
        setValue(next);
      }}
    />
  );
}

describe('streams', () => {
  it('are found, selected and removed by keyboard; only the visible rows of ten thousand are mounted', async () => {
    const log: (readonly string[])[] = [];
    const { root, remove } = await stage(() => <Streams log={log} />);
    await clickOn(root, 'button', 'Streams: Stream 00001');
    const filter = (await byRole(root, 'combobox', 'Filter streams')) as HTMLInputElement;
    await waitUntil(() => root.activeElement === filter);
    await waitUntil(() => allByRole(root, 'option').length > 0);
    expect(root.querySelectorAll('[role=option]').length).to.be.lessThan(40);
    await sendKeys({ type: '09998' });
    await byRole(root, 'option', 'Stream 09998');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => log.length === 1);
    expect(log[0]).to.deep.equal(['id-1', 'id-9998']);
    await byText(root, '2 streams chosen');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'option').length === 0);
    await clickOn(root, 'button', 'Remove Stream 00001');
    await waitUntil(() => log.length === 2);
    expect(log[1]).to.deep.equal(['id-9998']);
    remove();
  });

  it('shows titles as text, and a sentence when none matches', async () => {
    const { root, remove } = await stage(() => <Streams log={[]} />);
    await clickOn(root, 'button', /^Streams/);
    await byRole(root, 'combobox', 'Filter streams');
    await sendKeys({ type: '<img' });
    await byRole(root, 'option', /^<img/);
    expect(root.querySelector('img')).to.equal(null);
    await sendKeys({ type: 'nothing' });
    await byText(root, 'No streams match this filter.');
    await still(root.querySelector('[popover]') ?? root.host);
    await expectAccessible(root.host);
    remove();
  });
});

describe('refresh', () => {
  function Refresh({ log, paused }: { log: unknown[]; paused?: 'message' }) {
    const [enabled, setEnabled] = useState(paused !== undefined);
    const [interval, setInterval] = useState<number | undefined>(5_000);
    return (
      <RefreshControl
        enabled={enabled}
        interval={interval}
        intervals={[1_000, 5_000, 60_000, 300_000]}
        paused={paused}
        onToggle={() => {
          log.push('toggled');
          setEnabled(!enabled);
        }}
        onInterval={(next) => {
          log.push(next);
          setEnabled(next > 0);
          if (next > 0) setInterval(next);
        }}
      />
    );
  }

  it('starts, pauses and shows its interval', async () => {
    const log: unknown[] = [];
    const { root, remove } = await stage(() => <Refresh log={log} />);
    await clickOn(root, 'button', 'Start Refresh');
    await byRole(root, 'button', 'Pause Refresh');
    await byText(root, 'Every 5 seconds');
    await clickOn(root, 'button', /^Refresh interval/);
    await byText(root, 'Every 1 second');
    await clickOn(root, 'menuitemradio', 'Every 5 minutes');
    await byText(root, 'Every 5 minutes');
    await clickOn(root, 'button', /^Refresh interval/);
    await clickOn(root, 'menuitemradio', 'Not updating');
    await byRole(root, 'button', 'Start Refresh');
    expect(log).to.deep.equal(['toggled', 300_000, 0]);
    remove();
  });

  it('shows that it is paused while a message is open', async () => {
    const { root, remove } = await stage(() => <Refresh log={[]} paused="message" />);
    await byText(root, 'Paused: a message is open');
    await expectAccessible(root.host);
    remove();
  });
});

describe('the search bar', () => {
  it('keeps the text of every control inside its card at every width', async () => {
    const long = <div style={{ flex: '0 0 auto', width: 340 }}>a long range</div>;
    const refresh = (
      <RefreshControl
        enabled={false}
        interval={5_000}
        intervals={[5_000]}
        onToggle={() => undefined}
        onInterval={() => undefined}
      />
    );
    const { root, host, remove } = await stage(() => (
      <SearchBar timeRange={long} streams={<Streams log={[]} />} refresh={refresh} query="" search="" />
    ));
    const bar = await byRole(root, 'search');
    for (const width of [1200, 900, 767, 680, 608, 540, 481]) {
      host.style.width = `${width}px`;
      await waitUntil(() => bar.getBoundingClientRect().width <= width);
      const end = bar.getBoundingClientRect().right;
      for (const button of allByRole(bar, 'button')) {
        const clipped = button.scrollWidth - button.clientWidth;
        expect(
          button.getBoundingClientRect().right,
          `the button ${button.ariaLabel ?? ''} is within the bar at ${width} px`,
        ).to.be.at.most(end);
        if (button.ariaLabel?.startsWith('Refresh'))
          expect(clipped, `the refresh button is not cut off at ${width} px`).to.be.at.most(0);
      }
    }
    remove();
  });

  it('gives the streams room beside an absolute range, or a second line together with the refresh', async () => {
    const long = <div style={{ flex: '0 0 auto', width: 516 }}>from one instant to another</div>;
    const refresh = <div style={{ flex: '0 0 auto', width: 166 }}>Not updating</div>;
    const { root, host, remove } = await stage(() => (
      <SearchBar timeRange={long} streams={<Streams log={[]} />} refresh={refresh} query="" search="" />
    ));
    const bar = await byRole(root, 'search');
    const streams = (await byRole(root, 'group', 'Streams')) as HTMLElement;
    for (const width of [1300, 1000, 860, 820, 770, 734, 600]) {
      host.style.width = `${width}px`;
      await waitUntil(() => bar.getBoundingClientRect().width <= width);
      const box = streams.getBoundingClientRect();
      expect(box.width, `the streams are wide enough at ${width} px`).to.be.at.least(120);
      expect(box.right, `the streams are within the bar at ${width} px`).to.be.at.most(
        bar.getBoundingClientRect().right,
      );
    }
    remove();
  });
});
