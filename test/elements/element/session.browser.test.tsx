import { expect } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Token } from '../../../api/client.js';
import { systemJvm } from '../../../api/contract/system.js';
import { getView } from '../../../api/contract/views.js';
import { openConnections } from '../../../elements/element/connection.js';
import { useConnection, useUsername } from '../../../elements/element/connection-context.js';
import { useElementMethods } from '../../../elements/element/host-context.js';
import { configure } from '../../../elements/element/page-defaults.js';
import { number, text as textAttribute } from '../../../elements/element/attributes.js';
import { defineElement } from '../../../elements/frame/define.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

function Session(): ReactNode {
  const { client } = useConnection();
  const username = useUsername();
  const { data } = useQuery({ queryKey: ['jvm'], queryFn: () => client.call(systemJvm) });
  // The method keeps the client of the first rendering, as the state machines of a page do.
  useElementMethods({ ask: () => client.call(systemJvm) });
  return <output>{JSON.stringify({ username, data: data ?? null })}</output>;
}

defineElement('log-session', Session, { attributes: { count: number() }, methods: ['ask'] });

/** Loads one view, as the elements that show a dashboard do. */
function ShownView({ viewId }: { readonly viewId: string | undefined }): ReactNode {
  const { client } = useConnection();
  const params = { viewId: viewId ?? '' };
  const { data } = useQuery({ queryKey: ['view', viewId], queryFn: () => client.call(getView, { params }) });
  return <output>{JSON.stringify({ data: data ?? null })}</output>;
}
defineElement('log-shown-view', ShownView, { attributes: { viewId: textAttribute() } });

type SessionElement = HTMLElement & {
  getToken: (() => Promise<Token>) | undefined;
  ask(): Promise<unknown>;
};
type Detail = Readonly<Record<string, unknown>>;

const shown = (element: Element): Detail =>
  JSON.parse(element.shadowRoot?.querySelector('output')?.textContent ?? '{}') as Detail;
const text = (element: Element): string => element.shadowRoot?.querySelector('.lc-box')?.textContent ?? '';
const token = (name: string): Token => ({ token: name, kind: 'access' });
const tokensOf = (server: FakeServer, route: string): (string | null)[] =>
  server.to(route).map(({ headers }) => {
    const [, encoded] = (headers.get('authorization') ?? '').split(' ');
    return encoded === undefined ? null : atob(encoded);
  });

describe('the session of an element', () => {
  let server: FakeServer;
  let events: { name: string; detail: Detail }[];
  const listen = (event: Event): void => {
    events.push({ name: event.type, detail: (event as CustomEvent<Detail>).detail });
  };
  const count = (name: string): number => events.filter((one) => one.name === name).length;

  beforeEach(() => {
    events = [];
    const withToken = (answer: unknown) => (call: { headers: Headers }) =>
      call.headers.has('authorization') ? answer : new Response('{}', { status: 401 });
    server = fakeServer({
      ...signedIn,
      'GET /system/sessions': ({ headers }) =>
        headers.has('authorization') ? { is_valid: true, username: 'ada' } : { is_valid: false },
      'GET /users/*': withToken({ id: 'u1', username: 'ada', permissions: [], timezone: 'UTC' }),
      'GET /system/jvm': withToken({ free: 1 }),
    });
    for (const name of ['log-auth-required', 'log-error']) document.body.addEventListener(name, listen);
  });
  afterEach(async () => {
    for (const name of ['log-auth-required', 'log-error']) document.body.removeEventListener(name, listen);
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  function put(html = '<log-session></log-session>'): SessionElement {
    document.body.insertAdjacentHTML('beforeend', html);
    return document.body.lastElementChild as SessionElement;
  }

  it('uses a token function that is set long after the event for every later request and method call', async () => {
    const element = put('<log-session auth="host"></log-session>');
    await waitUntil(() => count('log-auth-required') === 1);
    expect(events[0]?.detail).to.deep.equal({ reason: 'no-session' });
    await waitUntil(() => text(element).includes('Sign in on this page'));
    expect(element.shadowRoot?.querySelector('form'), 'no sign-in form is shown with auth="host"').to.equal(null);
    const before = server.calls.length;
    element.getToken = () => Promise.resolve(token('late'));
    await waitUntil(() => shown(element)['username'] === 'ada' && shown(element)['data'] !== null);
    await element.ask();
    const requests = server.calls.slice(before).filter(({ url }) => !url.pathname.endsWith('/api/'));
    expect(requests.length).to.be.greaterThan(2);
    expect(requests.every(({ headers }) => headers.get('authorization') === `Basic ${btoa('late:token')}`)).to.equal(
      true,
    );
    expect(count('log-auth-required')).to.equal(1);
  });

  it('sends no authenticated request to another origin before the user has signed in', async () => {
    const element = put('<log-session server="https://logs.other.test/api" auth="host"></log-session>');
    await waitUntil(() => count('log-auth-required') === 1);
    await waitUntil(() => text(element).includes('Sign in on this page'));
    expect(new Set(server.calls.map(({ url }) => url.pathname))).to.deep.equal(
      new Set(['/api/', '/api/system/sessions']),
    );
    element.getToken = () => Promise.resolve(token('late'));
    await waitUntil(() => shown(element)['data'] !== null);
  });

  it('shows why the page had no token, and calls the same function again when the page sets it again', async () => {
    let ready = false;
    const getToken = () =>
      ready ? Promise.resolve(token('second')) : Promise.reject(new Error('nobody signed in yet'));
    const element = put();
    element.getToken = getToken;
    await waitUntil(() => events.length > 0);
    // Viewers see a general text; only the event for the host page contains the reason.
    await waitUntil(() => text(element).includes('This page has no access to the logs at the moment.'));
    expect(text(element)).not.to.include('nobody signed in yet');
    const { name, detail } = events[0] ?? {};
    expect([name, detail?.['reason']]).to.deep.equal(['log-auth-required', 'token-unavailable']);
    expect((detail?.['error'] as Error).message).to.equal('nobody signed in yet');
    ready = true;
    element.getToken = getToken;
    await waitUntil(() => shown(element)['username'] === 'ada');
    expect(new Set(tokensOf(server, 'GET /system/jvm'))).to.deep.equal(new Set(['second:token']));
  });

  it('does not ask viewers to sign in when the page has no token because the server is down', async () => {
    const { fetch } = window;
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const element = put();
    element.getToken = () => Promise.reject(new Error('the log server does not answer'));
    await waitUntil(() => text(element).includes('Shown as soon as the server answers.'));
    expect(text(element)).not.to.include('sign in');
    window.fetch = fetch;
    element.getToken = () => Promise.resolve(token('second'));
    await waitUntil(() => shown(element)['username'] === 'ada');
  });

  it('forgets the token when the page takes its function away, so that another user can follow', async () => {
    const element = put('<log-session auth="host"></log-session>');
    element.getToken = () => Promise.resolve(token('first'));
    await waitUntil(() => shown(element)['data'] !== null);
    element.getToken = undefined;
    await waitUntil(() => text(element).includes('Sign in on this page'));
    const before = server.calls.length;
    element.getToken = () => Promise.resolve(token('second'));
    await waitUntil(() => server.calls.slice(before).some(({ url }) => url.pathname.endsWith('/system/jvm')));
    await element.ask();
    const tokens = server.calls.slice(before).flatMap(({ headers }) => headers.get('authorization') ?? []);
    expect(new Set(tokens)).to.deep.equal(new Set([`Basic ${btoa('second:token')}`]));
  });

  it('uses the token of another function at once, and requests everything again if it identifies another user', async () => {
    const names: Readonly<Record<string, string>> = { first: 'ada', again: 'ada', second: 'bob' };
    const nameOf = (headers: Headers): string =>
      names[atob(headers.get('authorization')?.slice(6) ?? '').split(':')[0] ?? ''] ?? '';
    server.routes['GET /system/sessions'] = ({ headers }) => ({ is_valid: true, username: nameOf(headers) });
    server.routes['GET /system/jvm'] = ({ headers }) => ({ free: nameOf(headers) });
    const element = put('<log-session auth="host"></log-session>');
    element.getToken = () => Promise.resolve(token('first'));
    await waitUntil(() => JSON.stringify(shown(element)['data']) === '{"free":"ada"}');

    // Another token of the same person replaces the old one, and nothing that is shown is loaded again.
    element.getToken = () => Promise.resolve(token('again'));
    await waitUntil(() => tokensOf(server, 'GET /system/sessions').includes('again:token'));
    await element.ask();
    expect(tokensOf(server, 'GET /system/jvm')).to.deep.equal(['first:token', 'again:token']);

    // If the function is replaced twice in quick succession, only the last function is called.
    element.getToken = () => Promise.resolve(token('never asked'));
    await new Promise((resolve) => setTimeout(resolve));
    element.getToken = () => Promise.resolve(token('second'));
    await waitUntil(() => JSON.stringify(shown(element)) === '{"username":"bob","data":{"free":"bob"}}');
    await element.ask();
    expect(tokensOf(server, 'GET /system/jvm').slice(2)).to.deep.equal(['second:token', 'second:token']);
    expect(
      count('log-auth-required'),
      'the event was emitted at most for the time before the first function',
    ).to.be.at.most(1);

    // If the function rejects, nobody is signed in any more.
    const before = count('log-auth-required');
    element.getToken = () => Promise.reject(new Error('signed out'));
    await waitUntil(() => count('log-auth-required') === before + 1);
    expect(events.at(-1)?.detail['reason']).to.equal('token-unavailable');
    expect(element.shadowRoot?.querySelector('output')?.checkVisibility()).to.equal(false);
  });

  for (const when of ['together', 'before the new token has arrived'] as const)
    it(`sends the id of another view only with the new token, if the page sets both ${when}`, async () => {
      server.routes['GET /views/*'] = ({ url }) => ({ id: url.pathname.split('/').at(-1) });
      const element = put('<log-shown-view auth="host" view-id="one"></log-shown-view>');
      element.getToken = () => Promise.resolve(token('first'));
      await waitUntil(() => JSON.stringify(shown(element)['data']) === '{"id":"one"}');

      let give: (given: Token) => void = () => undefined;
      element.getToken = () => new Promise((resolve) => (give = resolve));
      if (when !== 'together') await new Promise((resolve) => setTimeout(resolve));
      element.setAttribute('view-id', 'two');
      const before = server.to('GET /system/sessions').length;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(server.to('GET /views/two')).to.have.length(0);
      expect(server.to('GET /system/sessions')).to.have.length(before);
      give(token('second'));
      await waitUntil(() => JSON.stringify(shown(element)['data']) === '{"id":"two"}');
      expect(new Set(tokensOf(server, 'GET /views/two'))).to.deep.equal(new Set(['second:token']));
    });

  it('reports once that the expiry time of a token cannot be read, and uses the token', async () => {
    const element = put('<log-session auth="host"></log-session>');
    let calls = 0;
    element.getToken = () => {
      calls += 1;
      return Promise.resolve({ ...token('first'), expires_at: 'soon' });
    };
    await waitUntil(() => tokensOf(server, 'GET /system/sessions').includes('first:token'));
    await waitUntil(() => count('log-error') === 1);
    element.getToken = () => Promise.resolve({ ...token('second'), expires_at: 'soon' });
    await waitUntil(() => tokensOf(server, 'GET /system/sessions').includes('second:token'));
    expect(calls).to.equal(1);
    const problems = events
      .filter(({ name }) => name === 'log-error')
      .map(({ detail }) => [detail['code'], detail['message']]);
    expect(problems).to.deep.equal([
      ['bad-value', 'getToken: expires_at: expected an instant such as 2030-12-31T23:59:00Z, got "soon"'],
    ]);
  });

  it('reports that the server refuses a token, in plain words for viewers, and shows no form where passwords are not accepted', async () => {
    const answers = server.routes['GET /system/sessions'];
    server.routes['GET /system/sessions'] = () => ({ is_valid: false });
    server.routes['GET /system/jvm'] = () => new Response('{}', { status: 401 });
    const element = put('<log-session server="https://logs.other.test/api"></log-session>');
    element.getToken = () => Promise.resolve(token('ended'));
    await waitUntil(() => count('log-auth-required') === 1);
    expect(events.find(({ name }) => name === 'log-auth-required')?.detail).to.deep.equal({ reason: 'token-refused' });
    await waitUntil(() => text(element).includes('This page has no access to the logs at the moment.'));
    expect(element.shadowRoot?.querySelector('form')).to.equal(null);
    expect(count('log-error'), 'no log-error repeats log-auth-required').to.equal(0);
    if (answers) server.routes['GET /system/sessions'] = answers;
  });

  it('requests a token again when a method is called without a session', async () => {
    let given: unknown = 'not a token';
    const element = put('<log-session auth="host"></log-session>');
    element.getToken = () => Promise.resolve(given as Token);
    await waitUntil(() =>
      events.some(({ detail }) => String(detail['error']).includes('getToken must resolve with { token }')),
    );
    given = token('third');
    expect(await element.ask()).to.deep.equal({ free: 1 });
  });

  it('leaves the focus of the host page unchanged when the form appears', async () => {
    document.body.insertAdjacentHTML('beforeend', '<input id="own" />');
    const own = document.getElementById('own');
    own?.focus();
    const element = put();
    await waitUntil(() => element.shadowRoot?.querySelector('form'));
    expect(document.activeElement).to.equal(own);
    own?.blur();
    put('<log-session server="/other/api"></log-session>');
    await waitUntil(() => document.body.lastElementChild?.shadowRoot?.querySelector('form'));
    expect(document.activeElement).to.equal(document.body);
  });

  it('reports errors by code, message and status, under names that survive minification', async () => {
    const element = put('<log-session count="many"></log-session>');
    await waitUntil(() => count('log-error') === 1);
    const { error, code, message } = events.find(({ name }) => name === 'log-error')?.detail ?? {};
    expect(error).to.be.instanceOf(TypeError);
    expect([code, message]).to.deep.equal(['bad-value', '<log-session> count: expected a number, got "many"']);
    element.getToken = () => Promise.resolve(token('x'));
    server.routes['GET /system/jvm'] = () => Response.json({ message: 'Too much' }, { status: 429 });
    const failure = await element.ask().then(
      () => undefined,
      (refused: unknown) => refused as Error & { code: string },
    );
    expect([failure?.name, failure?.code]).to.deep.equal(['TooManyRequests', 'too-many-requests']);
  });

  it('applies page-wide settings to all elements at any time, unless an element overrides them', async () => {
    try {
      configure({
        server: 'https://logs.example.org/api',
        theme: 'dark',
        getToken: () => Promise.resolve(token('all')),
      });
      const first = put();
      const second = put('<log-session server="/other/api" theme="light"></log-session>');
      await waitUntil(() => [first, second].every((one) => (shown(one)['data'] ?? null) !== null));
      const origins = server.to('GET /system/jvm').map(({ url }) => url.origin);
      expect([...new Set(origins)].sort()).to.deep.equal([window.location.origin, 'https://logs.example.org'].sort());
      expect([...new Set(tokensOf(server, 'GET /system/jvm'))]).to.deep.equal(['all:token']);
      const theme = (element: Element) => element.shadowRoot?.querySelector<HTMLElement>('.lc')?.dataset['theme'];
      expect([theme(first), theme(second)]).to.deep.equal(['dark', 'light']);
      configure({ theme: 'light' });
      await waitUntil(() => theme(first) === 'light');
      expect(() => configure({ theme: 'pink' as 'dark' })).to.throw(TypeError, 'configure: theme: expected one of');
      expect(() => configure({ servr: 'x' } as object)).to.throw(TypeError, 'there is no setting "servr"');
      expect(theme(first)).to.equal('light');
    } finally {
      configure({ server: undefined, theme: undefined, getToken: undefined });
    }
  });

  it('prints in light colours, regardless of the theme on screen', async () => {
    const element = put('<log-session theme="dark"></log-session>');
    const surface = (): string => {
      const wrapper = element.shadowRoot?.querySelector('.lc');
      return wrapper ? getComputedStyle(wrapper).getPropertyValue('--lc-surface-canvas') : '';
    };
    await waitUntil(() => element.shadowRoot?.querySelector<HTMLElement>('.lc')?.dataset['theme'] === 'dark');
    const dark = surface();
    await emulateMedia({ media: 'print' });
    try {
      await waitUntil(() => surface() !== dark);
    } finally {
      await emulateMedia({ media: 'screen' });
    }
    await waitUntil(() => surface() === dark);
  });

  it('applies a brand colour, a density and a direction that the page sets later', async () => {
    const element = put();
    const wrapper = (): DOMStringMap => element.shadowRoot?.querySelector<HTMLElement>('.lc')?.dataset ?? {};
    await waitUntil(() => wrapper()['theme'] !== undefined);
    expect(wrapper()).to.include({ dir: 'ltr' });
    const sheet = document.createElement('style');
    sheet.textContent = 'log-session { --log-brand: rgb(200, 0, 80); --log-density: compact; }';
    document.head.append(sheet);
    try {
      await waitUntil(() => wrapper()['brand'] === '' && wrapper()['density'] === 'compact');
    } finally {
      sheet.remove();
    }
    await waitUntil(() => wrapper()['brand'] === undefined, 'the brand colour is removed with its style sheet');
    document.documentElement.dir = 'rtl';
    try {
      await waitUntil(() => wrapper()['dir'] === 'rtl');
    } finally {
      document.documentElement.removeAttribute('dir');
    }
    await waitUntil(() => wrapper()['dir'] === 'ltr');
  });
});
