// Tests plug-in elements that throw in each lifecycle step: constructor, connect, disconnect, property. The error stays
// within the element's place.
import { expect } from '@open-wc/testing';
import { useState, type ReactNode } from 'react';
import type { PluginConfig, PluginHost } from '../../../elements/kit/plugins/face.js';
import { PluginElement } from '../../../elements/kit/plugins/plugin-element.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byRole, byText, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

type When = 'constructor' | 'connected' | 'disconnected' | 'property' | 'attribute';
/** Moment at which the element throws; undefined if it does not throw. */
let when: When | undefined;
const configs: PluginConfig[] = [];

class Sample extends HTMLElement {
  static observedAttributes = ['sample'];
  host?: PluginHost;
  given: unknown[] = [];
  constructor() {
    super();
    if (when === 'constructor') throw new Error('thrown at constructor');
  }
  set config(value: unknown) {
    this.given.push(value);
    if (when === 'property') throw new Error('thrown at property');
  }
  attributeChangedCallback() {
    if (when === 'attribute') throw new Error('thrown at attribute');
  }
  connectedCallback() {
    this.setAttribute('sample', '');
    if (when === 'connected') throw new Error('thrown at connected');
    this.textContent = `sample of ${this.host?.timezone}`;
  }
  disconnectedCallback() {
    if (when === 'disconnected') throw new Error('thrown at disconnected');
  }
}
customElements.define('plugin-sample', Sample);

let change: (config: PluginConfig) => void;
let leave: () => void;

function Place({ tag }: { readonly tag: string }): ReactNode {
  const [properties, setProperties] = useState<{ readonly config: PluginConfig }>({ config: { n: 1 } });
  const [shown, setShown] = useState(true);
  change = (config) => setProperties({ config });
  leave = () => setShown(false);
  return (
    <>
      <button type="button">Beside</button>
      {shown && (
        <PluginElement
          plugin="sample"
          tag={tag}
          properties={properties}
          onConfig={(config) => configs.push(config)}
          fallback={<p>instead</p>}
        />
      )}
    </>
  );
}

describe('an element of a plug-in', () => {
  let server: FakeServer;
  const log = console.error;
  let logged: string[];
  let { onerror } = window;
  beforeEach(() => {
    // Errors that the browser reports for failed custom element reactions must not fail the test.
    ({ onerror } = window);
    window.onerror = null;
    when = undefined;
    configs.length = 0;
    logged = [];
    console.error = (...words: unknown[]) => logged.push(words.map(String).join(' '));
    server = fakeServer({
      ...signedIn,
      'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['a:b'], timezone: 'Europe/Berlin' }),
    });
  });
  afterEach(() => {
    console.error = log;
    window.onerror = onerror;
    server.restore();
  });

  it('receives its properties before it is connected, and again when they change; its events are reduced to JSON', async () => {
    const { root, remove } = await stage(() => <Place tag="plugin-sample" />);
    const host = () => root.querySelector<Sample>('plugin-sample')?.host;
    await waitUntil(
      () => host()?.username === 'ada' && host()?.permissions.length === 1,
      'the plug-in knows the signed-in user',
    );
    const sample = root.querySelector<Sample>('plugin-sample');
    expect(sample?.given).to.deep.equal([{ n: 1 }]);
    expect(sample?.host?.permissions).to.deep.equal(['a:b']);
    change({ n: 2 });
    await waitUntil(() => sample?.given.length === 2, 'the property is set');
    for (const detail of [{ config: { n: 3, at: new Date(0) } }, { config: [] }, { config: 7 }, {}, null, 'text'])
      sample?.dispatchEvent(new CustomEvent('config-change', { detail }));
    sample?.dispatchEvent(new Event('config-change'));
    expect(configs).to.deep.equal([{ n: 3, at: '1970-01-01T00:00:00.000Z' }]);
    expect(logged.filter((line) => line.includes('configuration'))).to.have.length(6);
    remove();
  });

  for (const moment of ['constructor', 'connected', 'property', 'attribute'] as const) {
    it(`that throws at ${moment} is replaced by a message, and rendered again on retry`, async () => {
      when = moment;
      const { root, remove } = await stage(() => <Place tag="plugin-sample" />);
      await byText(root, 'The plug-in "sample" failed here');
      await byText(root, `thrown at ${moment}`);
      await byText(root, 'instead');
      await byRole(root, 'button', 'Beside');
      expect(root.querySelector('plugin-sample')).to.equal(null);
      const own = logged.filter((line) => line.startsWith('Plug-in sample:') && line.includes(`thrown at ${moment}`));
      expect(own).to.have.length(1);
      when = undefined;
      await clickOn(root, 'button', 'Try again');
      await byText(root, 'sample of');
      remove();
    });
  }

  it('is replaced by a message when a later property throws', async () => {
    const { root, remove } = await stage(() => <Place tag="plugin-sample" />);
    await byText(root, 'sample of');
    when = 'property';
    change({ n: 2 });
    await byText(root, 'thrown at property');
    remove();
  });

  it('is removed even if it throws while disconnecting', async () => {
    const { root, remove } = await stage(() => <Place tag="plugin-sample" />);
    await byText(root, 'sample of');
    when = 'disconnected';
    leave();
    await waitUntil(() => root.querySelector('plugin-sample') === null, 'the element is removed');
    await byRole(root, 'button', 'Beside');
    expect(logged.some((line) => line.includes('thrown at disconnected'))).to.equal(true);
    remove();
  });

  it('is rendered once it is defined', async () => {
    const { root, remove } = await stage(() => <Place tag="plugin-late" />);
    customElements.define('plugin-late', class extends Sample {});
    await byText(root, 'sample of');
    remove();
  });
});
