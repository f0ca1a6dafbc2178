/** Tests that all elements follow the same rules for events and methods. Each rule has a table over the elements. */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

const dashboard = { 'view-id': 'v' };
/** Elements that a page may contain several times, with their required attributes. */
const embedded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'log-search': {},
  'log-dashboard': dashboard,
  'log-widget': { ...dashboard, 'widget-id': 'w' },
  'log-tv': dashboard,
  'log-message': { index: 'i', 'message-id': 'm' },
  'log-alerts': {},
  'log-share': { entity: 'grn::::dashboard:64b5a1c2e4b0a1b2c3d4e5f6' },
  'log-console': {},
  'log-streams': {},
};
const tags = Object.keys(embedded);
const methods = ['search', 'refresh', 'pause', 'resume', 'exportMessages'];

/** Invalid texts of attributes, and the expectation that the error must name. */
const wrong: Readonly<Record<string, readonly [text: string, expected: string]>> = {
  server: ['not a url', 'https://logs.example.org/api'],
  'console-url': ['logs.example.org', 'https://logs.example.org'],
  theme: ['pink', 'auto, light, dark'],
  timezone: ['Mars/Olympus', 'Europe/Berlin'],
  auth: ['maybe', 'form, host'],
  range: ['2026-01-02/2026-01-01', 'last week'],
  refresh: ['often', 'a number'],
  hide: ['title banana', 'tabs'],
  allow: ['edit', 'query, range, filter'],
  layout: ['wide', 'full, compact, messages'],
  type: ['alarms', 'alerts, events, both'],
  states: ['new', 'open'],
  limit: ['0', '1 to 100'],
  interval: ['never', 'a number'],
  tabs: ['first', 'positions'],
  entity: ['dashboard', 'grn::::'],
};

interface Heard {
  readonly tag: string;
  readonly name: string;
  /** The member of the detail that names the kind of event. */
  readonly word: string | undefined;
  readonly message: string;
}

type Method = () => Promise<unknown>;

describe('every element', () => {
  let server: FakeServer;
  let heard: Heard[] = [];
  let warned: string[] = [];
  const { warn } = console;
  const listen = (event: Event): void => {
    // Casts: all elements report these events, whose details contain these texts.
    const { code, reason, message } = (event as CustomEvent<Readonly<Record<string, string | undefined>>>).detail;
    heard.push({
      tag: (event.target as Element).localName,
      name: event.type,
      word: code ?? reason,
      message: message ?? '',
    });
  };
  const names = ['log-ready', 'log-error', 'log-recovered', 'log-auth-required'];

  before(() => {
    for (const name of names) document.addEventListener(name, listen);
  });
  after(() => {
    for (const name of names) document.removeEventListener(name, listen);
  });
  beforeEach(() => {
    server = fakeServer();
    heard = [];
    warned = [];
    console.warn = (text: unknown) => warned.push(String(text));
  });
  afterEach(async () => {
    console.warn = warn;
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  /** Puts one element of each tag on the page. */
  function put(tags: readonly string[], change: (element: HTMLElement & { getToken?: unknown }) => void = () => {}) {
    return tags.map((tag) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(embedded[tag] ?? {})) element.setAttribute(name, value);
      change(element);
      document.body.append(element);
      return element;
    });
  }

  const told = (): string[] => heard.map(({ tag, name, word }) => [tag, name, word].filter(Boolean).join(' ')).sort();
  const each = (tags: readonly string[], event: string): string[] => tags.map((tag) => `${tag} ${event}`).sort();

  /** Calls all methods of the elements and returns how each ended. */
  async function ends(elements: readonly Element[]): Promise<Record<string, string>> {
    const calls = elements.flatMap((element) =>
      methods.flatMap((name): Promise<[string, string]>[] => {
        const method: unknown = Reflect.get(element, name);
        if (typeof method !== 'function') return [];
        return [
          // Cast: the list contains only methods of elements, which return promises.
          (method as Method).call(element).then(
            () => [`${element.localName} ${name}`, 'resolved'],
            ({ code }: { code?: string }) => [`${element.localName} ${name}`, String(code)],
          ),
        ];
      }),
    );
    return Object.fromEntries(await Promise.all(calls));
  }

  for (const tag of tags)
    it(`<${tag}> reports each wrong attribute once, with its name, its value and the accepted values`, () => {
      // Cast: the type of a constructor of elements does not contain the static member.
      const { observedAttributes = [] } = customElements.get(tag) as unknown as { observedAttributes?: string[] };
      const [element] = put([tag]);
      for (const [name, [text, expected]] of Object.entries(wrong)) {
        if (!observedAttributes.includes(name)) continue;
        heard = [];
        warned = [];
        element?.setAttribute(name, text);
        expect(told(), name).to.deep.equal([`${tag} log-error bad-value`]);
        const [{ message } = { message: '' }] = heard;
        expect(warned, name).to.deep.equal([message]);
        for (const part of [`<${tag}> ${name}: `, text.split(' ').at(-1) ?? '', expected])
          expect(message).to.include(part);
      }
    });

  it('every element with a range reports an invalid range once, and keeps the last valid range', async () => {
    server.routes['GET /tools/natural_date_tester'] = () => new Response('{}', { status: 422 });
    const ranged = ['log-search', 'log-dashboard', 'log-widget', 'log-alerts', 'log-tv'];
    const elements = put(ranged, (element) => element.setAttribute('range', 'banana'));
    const wrongs = () => heard.filter(({ word }) => word === 'bad-value').map(({ tag }) => tag);
    await waitUntil(() => wrongs().length >= ranged.length, 'each element reports its invalid range');
    await ends(elements);
    expect(wrongs().sort(), JSON.stringify(warned)).to.deep.equal(ranged.toSorted());
    expect(warned.filter((text) => text.includes('banana'))).to.have.length(ranged.length);
    for (const element of elements)
      await waitUntil(() => !element.hasAttribute('range'), `${element.localName} gives up the invalid range`);
  });

  for (const [title, reason, change] of [
    ['no session', 'no-session', (element) => element.setAttribute('server', 'https://logs.other.test/api')],
    ['a page without a token', 'token-unavailable', (element) => Object.assign(element, { getToken: withoutToken })],
    ['a token that the server refuses', 'token-refused', (element) => Object.assign(element, { getToken: withToken })],
  ] as readonly (readonly [string, string, (element: HTMLElement) => void])[])
    it(`every element asks once for a session, and rejects each method, with ${title}`, async () => {
      server.restore();
      server = fakeServer({
        ...signedIn,
        '*': () => new Response('{}', { status: 401 }),
        'GET /system/sessions': () =>
          reason === 'token-refused' ? new Response('{}', { status: 401 }) : { is_valid: false },
      });
      const elements = put(tags, (element) => {
        element.setAttribute('auth', 'host');
        change(element);
      });
      await waitUntil(
        () => heard.length >= tags.length,
        `only ${heard.length} of ${tags.length} elements ask for a session`,
      );
      for (const [call, end] of Object.entries(await ends(elements))) expect(end, call).to.equal('unauthorized');
      expect(told()).to.deep.equal(each(tags, `log-auth-required ${reason}`));
    });

  it('every element reports once that its entity does not exist, and rejects each method with the reason', async () => {
    const lacking = ['log-search', 'log-dashboard', 'log-widget', 'log-tv', 'log-message', 'log-alerts', 'log-streams'];
    const elements = put(lacking);
    await waitUntil(() => heard.length >= lacking.length, 'each element reports the error');
    for (const [call, end] of Object.entries(await ends(elements)))
      if (!/pause|resume|search exportMessages/.test(call)) expect(end, call).to.equal('not-found');
    expect(told()).to.deep.equal(each(lacking, 'log-error not-found'));
  });

  /** Elements that show the line about an unreachable server above their content. */
  const lined = ['log-search', 'log-dashboard', 'log-widget', 'log-message', 'log-alerts', 'log-streams'];
  const seen = ({ shadowRoot }: Element): string =>
    [...(shadowRoot?.querySelectorAll('p, span, li, h2, [role=alert]') ?? [])]
      .filter((one) => one.children.length === 0 && one.checkVisibility())
      .map(({ textContent }) => textContent)
      .join('\n');

  for (const [title, line, reason, answer] of [
    [
      'does not answer',
      /Server not reachable since/,
      'The server does not answer.',
      () => Promise.reject(new TypeError('Failed to fetch')),
    ],
    [
      'has another address',
      /No log server answers at this address since .*404/,
      '(404).',
      () => new Response('', { status: 404 }),
    ],
  ] as const)
    it(`every element shows in one place that the server ${title}`, async () => {
      server.restore();
      server = fakeServer({ '*': answer });
      const elements = put(lined);
      for (const element of elements)
        await waitUntil(() => line.test(seen(element)), `${element.localName} says that the server ${title}`);
      await waitUntil(() => server.pending === 0);
      for (const element of elements) expect(seen(element), element.localName).not.to.include(reason);
    });

  it('every element reports an address at which there is no server, and what to check', async () => {
    server.restore();
    server = fakeServer({ '*': () => new Response('<h1>404</h1>', { status: 404 }) });
    put(tags);
    await waitUntil(() => heard.length >= tags.length, 'each element reports the error');
    expect(told()).to.deep.equal(each(tags, 'log-error not-found'));
    for (const { tag, message } of heard) expect(message, tag).to.include('or is the address of the server wrong?');
  });

  it('every element reports once that the server does not answer, and rejects each method with the reason', async () => {
    server.restore();
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const elements = put(tags);
    await waitUntil(() => heard.length >= tags.length, 'each element reports the error');
    for (const [call, end] of Object.entries(await ends(elements))) expect(end, call).to.equal('unreachable');
    expect(told()).to.deep.equal(each(tags, 'log-error unreachable'));
  });
});

describe('log-search', () => {
  it('reports one end for each start of a search, also for a search that another one replaces', async () => {
    const server = fakeServer();
    let answer: () => void = () => {};
    server.routes['POST /views/search'] = () =>
      new Promise((resolve) => (answer = () => resolve(new Response('{}', { status: 500 }))));
    const events: string[] = [];
    const element = document.createElement('log-search');
    for (const name of ['log-search-started', 'log-search-finished'])
      element.addEventListener(name, ({ type }) => events.push(type.replace('log-search-', '')));
    document.body.append(element);
    try {
      for (let starts = 1; starts <= 3; starts += 1) {
        await waitUntil(() => events.filter((name) => name === 'started').length === starts, `start ${starts}`);
        if (starts < 3) element.refresh().catch(() => {});
      }
      expect(events.at(-1)).to.equal('started');
      await waitUntil(() => server.pending > 0);
      answer();
      await waitUntil(() => events.at(-1) === 'finished', 'the last search ends');
      expect(events).to.deep.equal(['started', 'finished', 'started', 'finished', 'started', 'finished']);
    } finally {
      element.remove();
      await waitUntil(() => openConnections() === 0);
      server.restore();
    }
  });
});

const withoutToken = (): Promise<never> => Promise.reject(new Error('no token yet'));
const withToken = (): Promise<object> => Promise.resolve({ token: 't' });
