import { expect } from '@open-wc/testing';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Token } from '../../../api/client.js';
import { systemJvm } from '../../../api/contract/system.js';
import { serverRootQuery } from '../../../api/queries/server-root.js';
import { acquireConnection, openConnections, type Connection } from '../../../elements/element/connection.js';
import { useConnection, usePermission, useUsername } from '../../../elements/element/connection-context.js';
import { defineElement } from '../../../elements/frame/define.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

function Facts(): ReactNode {
  const { client } = useConnection();
  const username = useUsername();
  const mayRead = usePermission('streams:read:abc');
  const mayEdit = usePermission('streams:edit:abc');
  // The connection already requests `GET /` as its ping, so this query must cause no further request.
  useQuery(serverRootQuery(client));
  const { data, error } = useQuery({ queryKey: ['jvm'], queryFn: () => client.call(systemJvm) });
  return (
    <output>
      {JSON.stringify({ username, mayRead, mayEdit, data: data ?? null, status: error ? String(error) : null })}
    </output>
  );
}

defineElement('log-facts', Facts);

type FactsElement = HTMLElement & { getToken: (() => Promise<Token>) | undefined };

const shown = (element: Element) =>
  JSON.parse(element.shadowRoot?.querySelector('output')?.textContent ?? '{}') as Record<string, unknown>;

function put(attributes: Record<string, string> = {}, getToken?: () => Promise<Token>): FactsElement {
  const element = document.createElement('log-facts') as FactsElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (getToken) element.getToken = getToken;
  document.body.append(element);
  return element;
}

function fill(element: Element, label: string, value: string): void {
  const root = element.shadowRoot;
  const id = [...(root?.querySelectorAll('label') ?? [])].find((one) => one.textContent === label)?.htmlFor;
  const input = root?.getElementById(id ?? '') as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('a connection', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer({ ...signedIn, 'GET /system/jvm': () => ({ free: 1 }) });
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0, 'the last element closes its connection');
    server.restore();
  });

  it('is shared by the elements of one server: one session, one ping, one response for all', async () => {
    const elements = [put(), put(), put({ server: `${location.origin}/api/` })];
    await waitUntil(() => elements.every((one) => shown(one)['mayRead'] === true && shown(one)['data'] != null));
    expect(openConnections()).to.equal(1);
    for (const route of ['GET /system/sessions', 'GET /', 'GET /users/ada', 'GET /system/jvm']) {
      expect(server.to(route), route).to.have.length(1);
    }
    expect(shown(elements[0] as Element)).to.include({ username: 'ada', mayRead: true, mayEdit: false });
    elements[0]?.remove();
    elements[1]?.remove();
    await new Promise((resolve) => setTimeout(resolve));
    expect(openConnections()).to.equal(1);
  });

  it('pings the server at once when the browser is online again', async () => {
    const element = put();
    await waitUntil(() => shown(element)['data'] != null);
    expect(server.to('GET /')).to.have.length(1);
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => server.to('GET /').length === 2, 'the server is pinged again');
  });

  it('names the option that allows the origin of the page once, when another origin has never answered', async () => {
    const warnings: unknown[] = [];
    const { warn } = console;
    console.warn = (text: unknown) => warnings.push(text);
    let attempts = 0;
    server.routes['GET /'] = () => {
      attempts += 1;
      throw new TypeError('Failed to fetch');
    };
    try {
      const [own, other] = [put(), put({ server: 'https://logs.example.org/api' })];
      await waitUntil(() => [own, other].every((one) => one.shadowRoot?.textContent?.includes('not reachable')));
      const before = attempts;
      window.dispatchEvent(new Event('online'));
      await waitUntil(() => attempts >= before + 2);
    } finally {
      console.warn = warn;
    }
    const named = warnings.filter((text) => String(text).includes('--embed-origins'));
    expect(named).to.deep.equal([`https://logs.example.org/api: no answer. Is ${location.origin} in --embed-origins?`]);
  });

  it('is never shared by two servers', async () => {
    server.routes['GET /users/*'] = ({ url }) => ({
      username: 'ada',
      timezone: null,
      permissions: url.host === 'b.example.org' ? ['*'] : [],
    });
    const [a, b] = [put({ server: 'https://a.example.org/api' }), put({ server: 'https://b.example.org/api' })];
    await waitUntil(() => shown(a)['data'] != null && shown(b)['mayEdit'] === true);
    expect(openConnections()).to.equal(2);
    expect(shown(a)['mayEdit']).to.equal(false);
    b.setAttribute('server', 'https://a.example.org/api');
    await waitUntil(() => openConnections() === 1);
    await waitUntil(() => shown(b)['mayEdit'] === false && shown(b)['username'] === 'ada');
  });

  it('is never shared by two token functions; a page that passes a new function every time keeps its connection', async () => {
    let requestCount = 0;
    const tokenOf = (token: string) => () => {
      requestCount += 1;
      return Promise.resolve({ token, kind: 'access' as const });
    };
    const a = put({}, tokenOf('first'));
    const b = put({}, tokenOf('second'));
    await waitUntil(() => [a, b].every((one) => shown(one)['data'] != null));
    expect(openConnections()).to.equal(2);
    expect(requestCount).to.equal(2);
    const sent = server.to('GET /system/jvm').map((call) => atob(call.headers.get('authorization')?.slice(6) ?? ''));
    expect(sent.sort()).to.deep.equal(['first:token', 'second:token']);
    for (let turn = 0; turn < 3; turn += 1) {
      a.getToken = tokenOf('first');
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(openConnections()).to.equal(2);
    expect(server.to('GET /system/jvm')).to.have.length(2);
    const all = [...document.querySelectorAll('log-facts')].map((one) => one.outerHTML).join();
    expect(all + JSON.stringify({ ...localStorage, ...sessionStorage })).not.to.match(/first|second/);
  });

  it('shows the sign-in form without a session, and the component again afterwards', async () => {
    let valid = false;
    server.routes['GET /system/sessions'] = () => ({
      is_valid: valid,
      session_id: null,
      username: valid ? 'ada' : null,
    });
    server.routes['GET /system/jvm'] = () => (valid ? { free: 1 } : new Response('{}', { status: 401 }));
    server.routes['POST /system/sessions'] = ({ body }) => {
      valid = (JSON.parse(body ?? '{}') as { password: string }).password === 'right';
      return valid
        ? { valid_until: '', session_id: 's', username: 'ada', user_id: 'u' }
        : new Response('{"type":"ApiError","message":"Invalid credentials."}', { status: 401 });
    };
    const element = put();
    const requests: Event[] = [];
    element.addEventListener('log-auth-required', (event) => requests.push(event));
    await waitUntil(() => element.shadowRoot?.querySelector('form'));
    expect(requests.map((event) => event.cancelable)).to.deep.equal([true]);
    await expectAccessible(element);

    // Empty fields each show the console's own message, the first field gets the focus, and no request is sent.
    const submit = () => [...(element.shadowRoot?.querySelectorAll('button') ?? [])].at(-1)?.click();
    const errors = () =>
      [...(element.shadowRoot?.querySelectorAll('[role=alert]') ?? [])].map((one) => one.textContent);
    submit();
    await waitUntil(() => errors().length === 2);
    expect(errors()).to.deep.equal(['Username is required.', 'Password is required.']);
    const focused = () => (element.shadowRoot?.activeElement as HTMLInputElement | null)?.name;
    expect(focused()).to.equal('username');
    fill(element, 'Username', 'ada');
    await waitUntil(() => errors().length === 1);
    submit();
    expect(focused()).to.equal('password');
    expect(server.to('POST /system/sessions')).to.have.length(0);
    await expectAccessible(element);

    fill(element, 'Password', 'wrong');
    await waitUntil(() => errors().length === 0);
    const tops = () =>
      [...(element.shadowRoot?.querySelectorAll('form input, form button') ?? [])].map(
        (control) => control.getBoundingClientRect().top,
      );
    const before = tops();
    submit();
    await waitUntil(() => element.shadowRoot?.querySelector('[role=alert]'));
    expect(tops(), 'the alert does not move the controls').to.deep.equal(before);
    expect(element.shadowRoot?.querySelector('[role=alert]')?.textContent).to.equal(
      'Invalid credentials, please verify them and retry.',
    );
    fill(element, 'Password', 'right');
    element.shadowRoot?.querySelector('form')?.requestSubmit();
    await waitUntil(() => shown(element)['username'] === 'ada' && shown(element)['data'] != null);
    expect(element.shadowRoot?.querySelector('form')).to.equal(null);

    // When the session ends, the form covers the content, which stays mounted but hidden for the same user.
    valid = false;
    server.routes['GET /system/jvm'] = () => new Response('{}', { status: 401 });
    const second = put();
    void second;
    withConnection(({ session }) => session.send({ type: 'unauthorized' }));
    await waitUntil(() => element.shadowRoot?.querySelector('form'));
    expect(element.shadowRoot?.querySelector('output')?.checkVisibility()).to.equal(false);
    expect(element.shadowRoot?.querySelector('form [role=alert]')?.textContent).to.equal(
      'Your session has ended. Sign in to continue where you were.',
    );
  });

  it('explains in the sign-in form how another tab changed the shared session', async () => {
    const element = put();
    const otherTab = new BroadcastChannel(`log-console ${location.origin}/api`);
    const heard: unknown[] = [];
    otherTab.onmessage = ({ data }) => heard.push(data);
    const note = () => element.shadowRoot?.querySelector('form [role=alert]')?.textContent;
    await waitUntil(() => shown(element)['data'] != null);
    server.routes['GET /system/sessions'] = () => ({ is_valid: false, session_id: null, username: null });
    otherTab.postMessage('sessionLost');
    await waitUntil(() => note() === 'Your session has ended. Sign in to continue where you were.');
    otherTab.postMessage('signedOut');
    await waitUntil(() => note() === 'You logged out in another tab.');
    await waitUntil(() => heard.length > 0);
    expect(heard, 'the other tab is told the original reason').to.deep.equal(['sessionLost']);
    otherTab.close();
  });

  it('leaves signing in to a host page that prevents the default', async () => {
    server.routes['GET /system/sessions'] = () => ({ is_valid: false, session_id: null, username: null });
    const prevent = (event: Event) => event.preventDefault();
    document.addEventListener('log-auth-required', prevent);
    const element = put();
    await waitUntil(() => element.shadowRoot?.querySelector('output')?.closest('[hidden]'));
    // Nothing else shows that no form will appear: its code is loaded, so it would appear within this time.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(element.shadowRoot?.querySelector('form')).to.equal(null);
    document.removeEventListener('log-auth-required', prevent);
  });

  it('keeps the session of another origin in memory', async () => {
    server.routes['GET /system/sessions'] = () => ({ is_valid: false, session_id: null, username: null });
    server.routes['POST /system/sessions'] = () => ({
      valid_until: '',
      session_id: 'sid',
      username: 'ada',
      user_id: 'u',
    });
    // Passwords are sent to another origin only if the host page lists it.
    const listed = document.createElement('meta');
    listed.name = 'log-console-servers';
    listed.content = 'https://logs.example.org';
    document.head.append(listed);
    try {
      const element = put({ server: 'https://logs.example.org/api' });
      await waitUntil(() => element.shadowRoot?.querySelector('form'));
      fill(element, 'Username', 'ada');
      fill(element, 'Password', 'right');
      element.shadowRoot?.querySelector('form')?.requestSubmit();
      await waitUntil(() => server.to('GET /users/ada').length > 0);
      const sent = server.to('GET /users/ada')[0]?.headers.get('authorization')?.slice(6) ?? '';
      expect(atob(sent)).to.equal('sid:session');
    } finally {
      listed.remove();
    }
  });
});

/** Calls a function with the connection that the elements of this server share. */
function withConnection(act: (connection: Connection) => void): void {
  const holder = {};
  const connection = acquireConnection({ server: `${location.origin}/api` }, holder, undefined);
  act(connection);
  connection.release(holder);
}
