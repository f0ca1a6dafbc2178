import { expect } from '@open-wc/testing';
import { useEffect, useState, type ReactNode } from 'react';
import { number, oneOf, list, text } from '../../../elements/element/attributes.js';
import { openConnections } from '../../../elements/element/connection.js';
import { defineElement } from '../../../elements/frame/define.js';
import { useElementMethods, useHostElement, useNavigate } from '../../../elements/element/host-context.js';
import { callback } from '../../../elements/element/plan.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

interface ProbeProps {
  readonly query: string;
  readonly layout: 'full' | 'compact';
  readonly messages: number;
  readonly streams: readonly string[];
  readonly onPick: (() => void) | undefined;
}

let mounts = 0;
let broken = false;

function Probe({ query, layout, messages, streams, onPick }: ProbeProps): ReactNode {
  const host = useHostElement();
  const navigate = useNavigate();
  const [count, setCount] = useState(0);
  useEffect(() => {
    mounts += 1;
  }, []);
  useElementMethods({ search: (suffix: string) => `${query}${suffix}` });
  if (broken) throw new Error('it broke');
  return (
    <div>
      <output>{JSON.stringify({ query, layout, messages, streams, pick: typeof onPick, count })}</output>
      <p>
        {JSON.stringify({
          readonly: host.readonly,
          timezone: host.timezone,
          theme: host.theme,
          consoleUrl: host.consoleUrl,
        })}
      </p>
      <button onClick={() => setCount(count + 1)}>count</button>
      <button
        onClick={() => {
          host.reflect('query', 'typed');
          host.emit('log-query-change', { query: 'typed' });
        }}
      >
        type
      </button>
      <button onClick={() => navigate('/search?q=a')}>go</button>
    </div>
  );
}

const probeDefinition = {
  attributes: {
    query: text(''),
    layout: oneOf(['full', 'compact'], 'full'),
    messages: number({ min: 1, max: 10_000, integer: true }, 150),
    streams: list(),
  },
  properties: { onPick: callback<() => void>() },
  methods: ['search'],
} as const;
defineElement('log-probe', Probe, probeDefinition);

function TwoFold({ refresh }: { readonly refresh: number | undefined }): ReactNode {
  useElementMethods({ refresh: () => 'refreshed' });
  return <output>{refresh}</output>;
}
defineElement('log-two-fold', TwoFold, { attributes: { refresh: number({ min: 1 }) }, methods: ['refresh'] });

/** Renders a component that never registers the method of its element. */
function Silent(): ReactNode {
  return <output>{}</output>;
}
defineElement('log-silent', Silent, { methods: ['search'] });

type ProbeElement = HTMLElement & {
  query: string | undefined;
  layout: string;
  messages: unknown;
  streams: readonly string[];
  readonly: boolean;
  getToken: unknown;
  search(suffix: string): Promise<string>;
};

const shown = (element: Element) =>
  JSON.parse(element.shadowRoot?.querySelector('output')?.textContent ?? '{}') as Record<string, unknown>;
const facts = (element: Element) =>
  JSON.parse(element.shadowRoot?.querySelector('p')?.textContent ?? '{}') as Record<string, unknown>;
const press = (element: Element, name: string) =>
  [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name)?.click();

async function put(html: string): Promise<ProbeElement> {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  document.body.append(holder);
  const element = holder.querySelector('log-probe') as ProbeElement;
  await waitUntil(() => 'query' in shown(element));
  return element;
}

describe('an element', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
    mounts = 0;
    broken = false;
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  it('reads attributes, with defaults for missing ones', async () => {
    const element = await put('<log-probe query="a:b" layout="compact" messages="20" streams="x, y"></log-probe>');
    expect(shown(element)).to.deep.equal({
      query: 'a:b',
      layout: 'compact',
      messages: 20,
      streams: ['x', 'y'],
      pick: 'undefined',
      count: 0,
    });
    const plain = await put('<log-probe></log-probe>');
    expect(shown(plain)).to.include({ query: '', layout: 'full', messages: 150 });
  });

  it('restores the default when an attribute is removed', async () => {
    const element = await put('<log-probe layout="compact" readonly timezone="Asia/Tokyo"></log-probe>');
    expect(facts(element)).to.include({ readonly: true, timezone: 'Asia/Tokyo' });
    for (const name of ['layout', 'readonly', 'timezone']) element.removeAttribute(name);
    await waitUntil(() => shown(element)['layout'] === 'full');
    expect(element.layout).to.equal('full');
    await waitUntil(
      () => facts(element)['timezone'] === 'Europe/Berlin',
      'the time zone of the signed-in user applies',
    );
    expect(facts(element)).to.include({ readonly: false });
  });

  it('reflects properties to attributes and back', async () => {
    const element = await put('<log-probe></log-probe>');
    element.query = 'level:3';
    element.readonly = true;
    expect(element.getAttribute('query')).to.equal('level:3');
    expect(element.hasAttribute('readonly')).to.equal(true);
    await waitUntil(() => shown(element)['query'] === 'level:3');
    element.setAttribute('query', 'level:4');
    expect(element.query).to.equal('level:4');
    element.query = undefined;
    expect(element.hasAttribute('query')).to.equal(false);
    expect(element.query).to.equal('');
  });

  it('reports changes by the user as property, attribute and event', async () => {
    const element = await put('<log-probe></log-probe>');
    const details: unknown[] = [];
    document.addEventListener('log-query-change', (event) => details.push((event as CustomEvent).detail), {
      once: true,
    });
    press(element, 'type');
    expect(element.query).to.equal('typed');
    expect(element.getAttribute('query')).to.equal('typed');
    expect(details).to.deep.equal([{ query: 'typed' }]);
  });

  it('reports an invalid value and keeps the last valid one', async () => {
    const element = await put('<log-probe messages="20"></log-probe>');
    const errors: string[] = [];
    element.addEventListener('log-error', (event) =>
      errors.push((event as CustomEvent<{ error: Error }>).detail.error.message),
    );
    const warned: unknown[] = [];
    const { warn } = console;
    console.warn = (text: unknown) => warned.push(text);
    element.setAttribute('messages', 'many');
    element.messages = -1;
    element.setAttribute('theme', 'pink');
    element.setAttribute('server', 'javascript:alert(1)');
    element.setAttribute('timezone', 'Mars/Olympus');
    element.getToken = 'secret';
    console.warn = warn;
    expect(errors).to.have.length(6);
    expect(warned, 'the console of the browser names each of them, too').to.deep.equal(errors);
    expect(errors[0]).to.equal('<log-probe> messages: expected a whole number from 1 to 10000, got "many"');
    expect(element.messages).to.equal(20);
    expect(errors.join()).not.to.include('undefined');
  });

  it('parses strings given to properties like attributes, because frameworks set properties', async () => {
    const element = await put('<log-probe></log-probe>');
    Object.assign(element, { messages: '30', streams: 'a, b' });
    expect([element.messages, element.streams]).to.deep.equal([30, ['a', 'b']]);
    expect([element.getAttribute('messages'), element.getAttribute('streams')]).to.deep.equal(['30', 'a,b']);
  });

  it('applies properties that were set before the upgrade', async () => {
    const early = document.createElement('log-late') as ProbeElement & { onPick: unknown };
    early.query = 'early';
    early.streams = ['a'];
    document.body.append(early);
    defineElement('log-late', Probe, probeDefinition);
    await waitUntil(() => shown(early)['query'] === 'early');
    expect(Object.getOwnPropertyNames(early)).not.to.include('query');
    early.query = 'later';
    await waitUntil(() => shown(early)['query'] === 'later');
    expect(shown(early)['streams']).to.deep.equal(['a']);
  });

  it('keeps its state when it is moved, and resets after a removal', async () => {
    const element = await put('<log-probe></log-probe>');
    press(element, 'count');
    await waitUntil(() => shown(element)['count'] === 1);
    const other = document.createElement('section');
    document.body.append(other);
    other.append(element);
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown(element)['count']).to.equal(1);
    expect(mounts).to.equal(1);
    element.remove();
    await waitUntil(() => shown(element)['count'] === undefined);
    other.append(element);
    // Effects run after their component is visible.
    await waitUntil(() => shown(element)['count'] === 0 && mounts >= 2);
    expect(mounts).to.equal(2);
  });

  it('does not render before it is in the document', async () => {
    // Cast: the tag is defined above with the methods of the probe.
    const element = document.createElement('log-probe') as ProbeElement;
    element.setAttribute('query', 'a');
    element.query = 'b';
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown(element)).to.deep.equal({});
    expect(openConnections()).to.equal(0);
  });

  it('emits ready once, reports its height, and accepts method calls before it is mounted', async () => {
    const element = document.createElement('log-probe') as ProbeElement;
    const heights: number[] = [];
    let ready = 0;
    element.addEventListener('log-ready', () => (ready += 1));
    element.addEventListener('log-resize', (event) =>
      heights.push((event as CustomEvent<{ height: number }>).detail.height),
    );
    element.query = 'q';
    const answer = element.search('!');
    document.body.append(element);
    expect(await answer).to.equal('q!');
    await waitUntil(() => ready === 1 && heights.length > 0);
    expect(heights.at(-1)).to.be.greaterThan(20);
  });

  it('rejects a waiting method call when it is removed for good; a call waits for an element that is put back', async () => {
    for (const tag of ['log-probe', 'log-silent'] as const) {
      // The call waits for the session of one element, and for the component of the other.
      if (tag === 'log-probe') server.routes['GET /system/sessions'] = () => new Promise(() => {});
      else server.routes['GET /system/sessions'] = signedIn['GET /system/sessions'] ?? (() => undefined);
      // Cast: both tags are defined above with the methods of the probe.
      const element = document.createElement(tag) as ProbeElement;
      document.body.append(element);
      const ends: unknown[] = [];
      const call = element.search('!').catch((reason: unknown) => ends.push(reason));
      const place = document.createElement('div');
      document.body.append(place);
      place.append(element);
      await waitUntil(() => openConnections() === 1);
      await new Promise((resolve) => setTimeout(resolve));
      expect(ends, `${tag} has only been moved`).to.deep.equal([]);
      element.remove();
      await call;
      // Cast: the list contains only caught errors.
      const [reason] = ends as { code?: string; message?: string }[];
      expect(reason?.code, tag).to.equal('failed');
      expect(reason?.message).to.include('search(): the element was removed from the page');
      await waitUntil(() => openConnections() === 0);
    }
    server.routes['GET /system/sessions'] = signedIn['GET /system/sessions'] ?? (() => undefined);
    const element = document.createElement('log-probe') as ProbeElement;
    document.body.append(element);
    await waitUntil(() => 'query' in shown(element));
    element.remove();
    await waitUntil(() => openConnections() === 0);
    const later = element.search('?');
    document.body.append(element);
    expect(await later).to.equal('?');
  });

  it('scrolls inside a height that its page sets, and grows with its content without one', async () => {
    const element = document.createElement('log-probe') as ProbeElement;
    const next = document.createElement('p');
    document.body.append(element, next);
    await waitUntil(() => shown(element).query !== undefined);
    const scrolls = () => getComputedStyle(element).overflowY === 'auto';
    const content = element.offsetHeight;
    for (const style of ['height: 30px', 'max-height: 30px', 'height: 30px; max-height: 50%']) {
      element.style.cssText = style;
      await waitUntil(scrolls, `the element scrolls with ${style}`);
      expect(element.offsetHeight, style).to.equal(30);
      expect(element.scrollHeight, style).to.equal(content);
      element.style.cssText = '';
      await waitUntil(() => !scrolls(), `the element no longer scrolls without ${style}`);
      expect(element.offsetHeight, `height without ${style}`).to.equal(content);
    }
    element.style.height = `${content + 50}px`;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(scrolls(), 'the content fits').to.equal(false);
  });

  it('supports an attribute and a method of the same name: assignment sets the attribute, a call runs the method', async () => {
    const element = document.createElement('log-two-fold') as HTMLElement & { refresh: unknown };
    element.refresh = 60;
    document.body.append(element);
    await waitUntil(() => element.shadowRoot?.querySelector('output')?.textContent === '60');
    expect(element.getAttribute('refresh')).to.equal('60');
    expect(await (element.refresh as () => Promise<string>)()).to.equal('refreshed');
    element.refresh = 5;
    await waitUntil(() => element.shadowRoot?.querySelector('output')?.textContent === '5');
  });

  it('emits a cancelable event before it opens the console', async () => {
    const element = await put('<log-probe server="https://logs.example.org/api/"></log-probe>');
    expect(facts(element)['consoleUrl']).to.equal('https://logs.example.org');
    const opened: unknown[] = [];
    const open = window.open;
    window.open = (href) => {
      opened.push(href);
      return null;
    };
    const requests: unknown[] = [];
    element.addEventListener('log-navigate', (event) => {
      requests.push((event as CustomEvent).detail);
      if (requests.length === 1) event.preventDefault();
    });
    press(element, 'go');
    expect(opened).to.deep.equal([]);
    press(element, 'go');
    window.open = open;
    expect(opened).to.deep.equal(['https://logs.example.org/search?q=a']);
    expect(requests[0]).to.deep.equal({ route: '/search?q=a', href: 'https://logs.example.org/search?q=a' });
  });

  it('contains a failure, reports it, and retries', async () => {
    const seen: unknown[] = [];
    const silence = (event: Event) => event.preventDefault();
    window.addEventListener('error', silence);
    document.addEventListener(
      'log-error',
      (event) => seen.push((event as CustomEvent<{ error: Error }>).detail.error.message),
      {
        once: true,
      },
    );
    const element = await put('<log-probe></log-probe>');
    broken = true;
    element.query = 'x';
    await waitUntil(() => element.shadowRoot?.textContent?.includes('Runtime Error'));
    expect(element.shadowRoot?.textContent).to.include('it broke');
    expect(seen).to.deep.equal(['it broke']);
    broken = false;
    press(element, 'Try again');
    await waitUntil(() => shown(element)['query'] === 'x');
    window.removeEventListener('error', silence);
  });

  it('warns about a second definition and keeps the first', () => {
    const warn = console.warn;
    const warnings: unknown[] = [];
    console.warn = (...values: unknown[]) => warnings.push(values[0]);
    const first = customElements.get('log-probe');
    expect(defineElement('log-probe', () => null)).to.equal(first);
    console.warn = warn;
    expect(warnings).to.deep.equal(['<log-probe> is already defined on this page; the first definition stays']);
  });
});
