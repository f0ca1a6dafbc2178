import { expect } from '@open-wc/testing';
import { createActor } from 'xstate';
import { number } from '../../../elements/element/attributes.js';
import { defineElement } from '../../../elements/frame/define.js';
import { refreshInput, useToldRefresh, type ViewPageActor } from '../../../elements/view-area/index.js';
import { autoRefreshMachine } from '../../../machines/auto-refresh.js';
import { settled } from '../search/stage.js';
import { waitUntil } from '../wait.js';

describe('the refresh settings of a page and of its element', () => {
  it('stay equal, whichever of the two changes', async () => {
    const refresh = createActor(autoRefreshMachine, { input: refreshInput(30) }).start();
    // The test double has only the part of the page that the function reads.
    const page = { getSnapshot: () => ({ context: { refresh } }) } as unknown as ViewPageActor;
    function Page({ refresh: seconds }: { readonly refresh: number | undefined }) {
      useToldRefresh(page, seconds);
      return <p role="status">{String(seconds)}</p>;
    }
    defineElement('log-refreshing', Page, { attributes: { refresh: number({ min: 1 }) }, signIn: 'component' });
    const element = document.createElement('log-refreshing');
    element.setAttribute('refresh', '30');
    const intervals: unknown[] = [];
    element.addEventListener('log-refresh-change', (event) =>
      intervals.push((event as CustomEvent<{ refresh?: number }>).detail.refresh),
    );
    document.body.append(element);
    const shown = (text: string) =>
      waitUntil(() => element.shadowRoot?.querySelector('p')?.textContent === text, `the element shows ${text}`);
    await shown('30');
    await settled();
    expect(refresh.getSnapshot().matches('enabled')).to.equal(true);
    expect(intervals).to.deep.equal([]);
    refresh.send({ type: 'interval.chosen', intervalMs: 5_000 });
    await shown('5');
    expect(element.getAttribute('refresh')).to.equal('5');
    refresh.send({ type: 'stopped' });
    await shown('undefined');
    expect(intervals).to.deep.equal([5, undefined]);
    element.setAttribute('refresh', '60');
    await waitUntil(() => refresh.getSnapshot().context.intervalMs === 60_000);
    element.removeAttribute('refresh');
    await waitUntil(() => refresh.getSnapshot().matches('disabled'));
    expect(intervals, 'changes by the page’s attribute are not reported back').to.deep.equal([5, undefined]);
    element.remove();
    refresh.stop();
  });
});
