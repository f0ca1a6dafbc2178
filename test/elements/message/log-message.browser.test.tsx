import { expect } from '@open-wc/testing';
import { useState } from 'react';
import '../../../elements/log-message.js';
import { RoutesContext } from '../../../elements/element/routes-context.js';
import { LogMessage } from '../../../elements/message/log-message.js';
import { foldedFrames } from '../../../elements/message/folded-frames.js';
import { StackTrace } from '../../../elements/message/stack-trace.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../search/stage.js';
import { sampleMessage } from '../widgets/sample-results.js';
import { waitUntil } from '../wait.js';

const id = String(sampleMessage(2).message['_id']);

function stored(fields: Record<string, unknown>) {
  const all = { ...sampleMessage(2).message, ...fields };
  return {
    message: { id, timestamp: all['timestamp'], fields: all, streams: [], stream_ids: all['streams'] },
    index: 'messages_412',
  };
}

const known = {
  ...signedIn,
  'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['streams:read', 'inputs:read'], timezone: 'UTC' }),
  [`GET /messages/messages_412/${id}`]: () => stored({}),
  'GET /system/inputs/*': () => ({ id: 'i', title: 'GELF UDP edge' }),
  'GET /system/cluster/nodes': () => ({
    nodes: [{ node_id: 'a3f81c20-7d3e-4a6f-9d0b-2f1f6a1c9b77', short_node_id: 'a3f81c20', hostname: 'log-node-1' }],
    total: 1,
  }),
  'GET /streams': () => ({ streams: [{ id: '000000000000000000000001', title: 'All messages' }], total: 1 }),
  'POST /views/fields': () => [
    { name: 'timestamp', type: { type: 'date', properties: ['enumerable'], index_names: [] } },
  ],
};

describe('log-message', () => {
  let server: FakeServer;
  const shown: HTMLElement[] = [];

  function show(index = 'messages_412', messageId = id): { host: HTMLElement; root: ShadowRoot } {
    const host = document.createElement('log-message');
    host.setAttribute('index', index);
    host.setAttribute('message-id', messageId);
    host.setAttribute('timezone', 'Europe/Berlin');
    document.body.append(host);
    shown.push(host);
    if (!host.shadowRoot) throw new Error('no shadow root');
    return { host, root: host.shadowRoot };
  }

  beforeEach(() => {
    server = fakeServer(known);
  });
  afterEach(() => {
    for (const host of shown.splice(0)) host.remove();
    server.restore();
  });

  it('shows a message with its origin, in the requested time zone', async () => {
    const { root, host } = show();
    await byText(root, 'GELF UDP edge');
    await byText(root, 'a3f81c20 / log-node-1');
    await byRole(root, 'link', 'All messages');
    await byText(root, '2026-11-20 20:44:50.450');
    expect([...root.querySelectorAll('dt')].map((term) => term.textContent)).to.include.members([
      'trace_id',
      'message',
    ]);
    const trace = await byRole(root, 'link', 'Messages of this trace');
    expect(trace.getAttribute('href')).to.include('/search?q=trace_id');
    expect(trace.getBoundingClientRect().height, 'a press does not hit the value above').to.be.at.least(24);
    expect(root.textContent).to.not.include('gl2_source_input');
    expect(allByRole(root, 'button', 'Show surrounding messages')).to.deep.equal([]);
    await still(host);
    await expectAccessible(host);
  });

  const guest = (): void => {
    server.routes['GET /system/sessions'] = () => ({ is_valid: true, session_id: 's', username: 'embed:6b093' });
    server.routes['GET /users/*'] = () => ({
      id: 'embed:6b093',
      username: 'embed:6b093',
      permissions: ['streams:read', `messages:read:${id}`],
      timezone: 'UTC',
    });
  };

  it('requests neither input nor nodes for a guest of an embed token, who would be refused', async () => {
    guest();
    const { root, host } = show();
    await byText(root, 'All messages');
    await still(host);
    expect(root.textContent, 'a guest sees no ids of the server').not.to.match(/a3f81c20|Stored in index/);
    const paths = server.calls.map(({ url }) => url.pathname).filter((path) => path.includes('/system/'));
    expect(paths).to.deep.equal(['/api/system/sessions']);
  });

  it('shows a guest no links to the console, unless the page provides their addresses; every click can be prevented', async () => {
    guest();
    const { root, host } = show();
    await byText(root, 'All messages');
    expect(root.querySelectorAll('a[href*="/messages/"], a[href*="/streams/"], a[href*="/search"]').length).to.equal(0);
    const navigations: unknown[] = [];
    host.addEventListener('log-navigate', (event) => {
      event.preventDefault();
      const { route, href, newTab } = (event as CustomEvent<Record<string, unknown>>).detail;
      navigations.push([route, href, newTab]);
    });
    host.setAttribute('console-url', 'https://portal.example/logs');
    const link = await byRole(root, 'link', 'All messages');
    const route = '/streams/000000000000000000000001/search';
    const click = (init: MouseEventInit, type = 'click'): boolean =>
      link.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, cancelable: true, ...init }));
    const followed = [
      click({}),
      click({ ctrlKey: true }),
      click({ button: 1 }, 'auxclick'),
      click({ button: 2 }, 'auxclick'),
    ];
    expect(followed, 'only the menu of the right button opens').to.deep.equal([false, false, false, true]);
    const href = `https://portal.example/logs${route}`;
    expect(navigations).to.deep.equal([
      [route, href, undefined],
      [route, href, true],
      [route, href, true],
    ]);
  });

  it('offers an extraction rule for selected text of a value, until the selection is cleared', async () => {
    server.routes[`GET /messages/messages_412/${id}`] = () => stored({ message: 'from 192.0.2.7 port 22' });
    server.routes['GET /users/*'] = () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'UTC' });
    const { root, host } = await stage(() => (
      <RoutesContext.Provider value={() => true}>
        <LogMessage index="messages_412" messageId={id} />
      </RoutesContext.Provider>
    ));
    shown.push(host);
    const value = await byText(root, 'from 192.0.2.7 port 22');
    const text = document.createTreeWalker(value, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) throw new Error('no text');
    const selection = (root as Partial<Pick<Document, 'getSelection'>>).getSelection?.() ?? getSelection();
    selection?.setBaseAndExtent(text, 5, text, 14);
    value.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    const link = await byRole(root, 'link', 'Create rule from the marked text');
    expect(link.getAttribute('href')).to.match(/\/system\/pipelines\/rules\/new\?.*&field=message&from=5&to=14$/);
    expect(link.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))).to.equal(false);
    selection?.removeAllRanges();
    await waitUntil(() => allByRole(root, 'link', 'Create rule from the marked text').length === 0);
  });

  it('reports a deleted input and a stopped node', async () => {
    server.routes['GET /system/inputs/*'] = () => new Response('{}', { status: 404 });
    server.routes['GET /system/cluster/nodes'] = () => ({ nodes: [], total: 0 });
    const { root } = show('messages_412', id);
    await byText(root, 'deleted input');
    await byText(root, 'stopped node');
  });

  it('unfolds library frames on request, and keeps the focus there', async () => {
    const library = Array.from(
      { length: 30 },
      (_frame, at) => `\tat org.springframework.web.Call${at}.run(Call.java:${at})`,
    );
    const trace = [
      'com.shop.Refused: no',
      '\tat com.shop.Main.main(Main.java:3)',
      ...library,
      '\tat com.shop.Last.x(L.java:1)',
    ];
    const more = [...trace, ...library];
    server.routes[`GET /messages/messages_412/${id}`] = () => stored({ full_message: more.join('\n') });
    const { root } = show();
    await waitUntil(() => allByRole(root, 'button', '30 frames more').length === 2, 'the library frames are folded');
    const second = allByRole(root, 'button', '30 frames more')[1];
    second?.focus();
    second?.click();
    const fold = await byRole(root, 'button', 'Fold frames of libraries');
    expect(fold.matches(':focus'), 'the pressed button keeps the focus').to.equal(true);
    expect(allByRole(root, 'button', '30 frames more')).to.deep.equal([]);
    const value = fold.closest('dd')?.textContent ?? '';
    expect(value.indexOf('Last.x')).to.be.lessThan(value.indexOf('Fold frames'));
    fold.click();
    await waitUntil(
      () => allByRole(root, 'button', '30 frames more').length === 2,
      'the library frames are folded again',
    );
    expect(allByRole(root, 'button', '30 frames more')[1]?.matches(':focus')).to.equal(true);
  });

  it('folds the library frames of another trace that replaces the first one', async () => {
    const library = '\n\tat org.apache.Call.run(Call.java:1)';
    const of = (head: string) =>
      foldedFrames(`${head}\n\tat com.shop.Main.main(Main.java:3)${library.repeat(9)}`) ?? [];
    const { root, host } = await stage(() => {
      const [head, setHead] = useState('Refused: no');
      return (
        <>
          <button onClick={() => setHead('AnotherProblem: yes')}>Next message</button>
          <StackTrace parts={of(head)} />
        </>
      );
    });
    await clickOn(root, 'button', '9 frames more');
    await byRole(root, 'button', 'Fold frames of libraries');
    await clickOn(root, 'button', 'Next message');
    await byText(root, 'AnotherProblem');
    await byRole(root, 'button', '9 frames more');
    host.remove();
  });

  it('copies the message exactly', async () => {
    server.routes[`GET /messages/messages_412/${id}`] = () =>
      new Response(JSON.stringify(stored({ n: 'NUMBER' })).replaceAll('"NUMBER"', '9007199254740993'), {
        headers: { 'content-type': 'application/json' },
      });
    const copied: string[] = [];
    const original = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text));
    try {
      const { root } = show();
      await clickOn(root, 'button', 'Copy message');
      await waitUntil(() => copied.length === 1);
      expect(copied[0]).to.include('"n": 9007199254740993');
      await clickOn(root, 'button', 'Copy ID');
      await waitUntil(() => copied.length === 2);
      expect(copied[1]).to.equal(id);
    } finally {
      navigator.clipboard.writeText = original;
    }
  });

  for (const [status, text] of [
    [404, 'Message not found.'],
    [403, 'You may not read this message.'],
    [500, 'Loading message information failed with status: 500'],
  ] as const) {
    it(`shows the error for status ${status}`, async () => {
      server.routes[`GET /messages/messages_412/${id}`] = () =>
        new Response(JSON.stringify({ type: 'ApiError', message: 'no' }), {
          status,
          headers: { 'content-type': 'application/json' },
        });
      const failures: unknown[] = [];
      const listen = (event: Event) => failures.push((event as CustomEvent<{ status: number }>).detail.status);
      document.body.addEventListener('log-error', listen);
      const { root } = show();
      await byText(root, text);
      await waitUntil(() => failures.length > 0);
      expect(failures).to.deep.equal([status]);
      document.body.removeEventListener('log-error', listen);
    });
  }

  for (const status of [404, 403]) {
    it(`has a title and links to the search page of the console for status ${status}`, async () => {
      server.routes[`GET /messages/messages_412/${id}`] = () =>
        new Response(JSON.stringify({ type: 'ApiError', message: 'no' }), {
          status,
          headers: { 'content-type': 'application/json' },
        });
      const { root, host } = await stage(() => (
        <RoutesContext.Provider value={() => true}>
          <LogMessage index="messages_412" messageId={id} />
        </RoutesContext.Provider>
      ));
      shown.push(host);
      const link = await byRole(root, 'link', 'Go to the search page');
      const title = root.querySelector('h1');
      expect(title?.textContent).to.equal(`Message ${id} on messages_412`);
      expect(title?.clientHeight, 'the title is visible').to.be.greaterThan(20);
      expect(link.getAttribute('href')).to.match(/\/search$/);
    });
  }

  it('names no administrator to guests who may not read the message', async () => {
    guest();
    server.routes[`GET /messages/messages_412/${id}`] = () => new Response('{}', { status: 403 });
    const { root } = show();
    await byText(root, 'You may not read this message.');
    await waitUntil(() => !root.textContent?.includes('administrator'), 'no administrator is named');
  });

  it('emits clicks on values, and keeps its menu closed when the page prevents the default', async () => {
    const { host, root } = show();
    const details: unknown[] = [];
    host.addEventListener('log-value-click', (event) => {
      details.push((event as CustomEvent).detail);
      event.preventDefault();
    });
    (await byText(root, '7f3c91a2e0b84d55')).closest<HTMLElement>('[role=button]')?.click();
    const trace = [...root.querySelectorAll<HTMLElement>('[role=button]')].find(
      (one) => one.textContent === '7f3c91a2e0b84d55',
    );
    trace?.click();
    await waitUntil(() => details.length > 0);
    expect(details.at(-1)).to.deep.equal({ field: 'trace_id', value: '7f3c91a2e0b84d55' });
    expect(allByRole(root, 'menu')).to.deep.equal([]);
  });

  it('reports a missing message id to the developer of the page, and not to viewers', async () => {
    const warned: unknown[] = [];
    const original = console.warn;
    console.warn = (text: unknown) => warned.push(text);
    try {
      const { root } = show('', '');
      await byText(root, 'No message is named');
      await waitUntil(() => warned.length > 0, 'the console of the browser names the missing attributes');
      expect(warned).to.deep.equal(['<log-message> Set the attributes index and message-id.']);
      expect(root.textContent).to.not.include('Set the attributes');
    } finally {
      console.warn = original;
    }
    expect(server.calls.filter((call) => call.url.pathname.includes('/messages/'))).to.deep.equal([]);
  });

  it('renders a message of 20 MB and one of 80,000 fields, with few nodes', async () => {
    const huge = 'line of a very long text\n'.repeat(840_000);
    const many = Object.fromEntries(Array.from({ length: 80_000 }, (_unused, index) => [`field_${index}`, index]));
    for (const fields of [{ message: huge }, many]) {
      server.routes[`GET /messages/messages_412/${id}`] = () => stored(fields);
      const { host, root } = show();
      await byRole(root, 'link', 'Permalink');
      await waitUntil(() => root.querySelectorAll('dt').length > 5);
      expect(root.querySelectorAll('*').length).to.be.lessThan(900);
      if (fields === many) {
        host.remove();
        continue;
      }
      await clickOn(root, 'button', /^Show all \(21,000,000 characters\)/);
      const full = await byRole(root, 'region', 'Full value of message');
      await waitUntil(() => (full.textContent?.length ?? 0) > 1000);
      expect(full.textContent?.length).to.be.lessThan(60_000);
      full.scrollTop = full.scrollHeight;
      await waitUntil(() => full.textContent?.endsWith('line of a very long text\n'));
      host.remove();
    }
  });
});
