import { expect } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import { useState, type ReactNode } from 'react';
import { openConnections } from '../../../elements/element/connection.js';
import { deepActiveElement } from '../../../elements/element/document-proxy.js';
import { defineElement } from '../../../elements/frame/define.js';
import { Button } from '../../../elements/kit/button.js';
import { Dialog } from '../../../elements/kit/dialog.js';
import { Field } from '../../../elements/kit/field.js';
import { Input } from '../../../elements/kit/input.js';
import { Menu } from '../../../elements/kit/menu.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { waitUntil } from '../wait.js';

const chosen: string[] = [];

function Panel(): ReactNode {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <section>
      <h1>Title</h1>
      <Menu
        label="Actions"
        entries={['Copy', 'Delete'].map((label) => ({ key: label, label, onSelect: () => chosen.push(label) }))}
      >
        <Button>Menu</Button>
      </Menu>
      <Button onClick={() => setOpen(true)}>Dialog</Button>
      <Dialog open={open} title="Dialog title" onClose={() => setOpen(false)} footer={<Button>OK</Button>}>
        <Field label="Name">
          <Input value={text} onChange={setText} />
        </Field>
      </Dialog>
    </section>
  );
}

defineElement('log-panel', Panel);

function query(element: Element, selector: string): HTMLElement | null | undefined {
  return element.shadowRoot?.querySelector<HTMLElement>(selector);
}

function button(element: Element, name: string): HTMLButtonElement {
  const found = [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
}

async function put(parent: Element = document.body): Promise<HTMLElement> {
  const element = document.createElement('log-panel');
  parent.append(element);
  await waitUntil(() => query(element, 'section'));
  return element;
}

describe('the shadow root', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
    document.documentElement.removeAttribute('style');
  });

  it('looks the same on a page with hostile styles', async () => {
    const look = (element: Element) => {
      const of = (selector: string, names: string[]) => {
        const style = getComputedStyle(query(element, selector) as Element);
        return names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      };
      return [
        ...of('button', [
          'color',
          'font-size',
          'letter-spacing',
          'text-transform',
          'line-height',
          'border-radius',
          'padding-left',
        ]),
        ...of('h1', ['color', 'font-family', 'font-weight', 'text-align', 'visibility', 'font-size', 'margin-top']),
      ];
    };
    const plain = look(await put());
    document.body.replaceChildren();
    const hostile = new CSSStyleSheet();
    hostile.replaceSync(`
      * { all: unset; color: red !important; font: 40px/3 fantasy !important; letter-spacing: 9px; text-transform:
      * uppercase; }
      html { font-size: 40px; text-align: right; visibility: hidden; writing-mode: vertical-rl; }
      button, h1, .lc, .lc-box { display: none !important; border-radius: 50px !important; padding: 99px !important; }
      :root { --lc-text-primary: lime; --colorNeutralForeground1: lime; }`);
    document.adoptedStyleSheets = [hostile];
    const attacked = look(await put());
    document.adoptedStyleSheets = [];
    expect(attacked).to.deep.equal(plain);
  });

  it('does not affect the page around it', async () => {
    const before = document.head.innerHTML;
    const sheets = document.adoptedStyleSheets.length;
    const element = await put();
    button(element, 'Menu').click();
    await waitUntil(() => query(element, '[role=menu]'));
    button(element, 'Menu').click();
    await waitUntil(() => !query(element, '[role=menu]'));
    button(element, 'Dialog').click();
    await waitUntil(() => query(element, '[role=dialog]'));
    expect(document.head.innerHTML).to.equal(before);
    expect(document.adoptedStyleSheets).to.have.length(sheets);
    const others = () => [...document.body.children].filter((child) => child !== element);
    // While a dialog is open, Tabster puts two invisible focus stops at the ends of the page.
    expect(others().every((child) => child.hasAttribute('data-tabster-dummy'))).to.equal(true);
    element.remove();
    await waitUntil(
      () => others().length === 0 && !document.body.hasAttribute('data-tabster'),
      'nothing of the element remains in the page',
    );
    expect(document.documentElement.className + document.body.className).to.equal('');
  });

  it('keeps menus inside, moves the focus by keys and returns it on Escape', async () => {
    const element = await put();
    button(element, 'Menu').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => deepActiveElement(document)?.getAttribute('role') === 'menuitem');
    expect(query(element, '[role=menu]')?.closest('.lc-float')).not.to.equal(null);
    await sendKeys({ press: 'ArrowDown' });
    expect(deepActiveElement(document)?.textContent).to.equal('Delete');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !query(element, '[role=menu]'));
    expect(deepActiveElement(document)).to.equal(button(element, 'Menu'));
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => deepActiveElement(document)?.textContent === 'Copy');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => chosen.length === 1);
    expect(chosen).to.deep.equal(['Copy']);
    expect(deepActiveElement(document)).to.equal(button(element, 'Menu'));
  });

  it('closes a menu by its own button and by a click outside', async () => {
    const element = await put();
    for (const where of [button(element, 'Menu'), document.body]) {
      button(element, 'Menu').click();
      // With the focus inside, the menu also detects clicks elsewhere.
      await waitUntil(() => deepActiveElement(document)?.getAttribute('role') === 'menuitem', 'the menu has the focus');
      where.click();
      await waitUntil(() => !query(element, '[role=menu]'), 'the menu is closed');
    }
  });

  it('traps the focus in a dialog and returns it afterwards', async () => {
    const element = await put();
    button(element, 'Dialog').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => deepActiveElement(document)?.localName === 'input');
    await sendKeys({ type: 'Ada' });
    expect((deepActiveElement(document) as HTMLInputElement).value).to.equal('Ada');
    for (let turn = 0; turn < 6; turn += 1) {
      await sendKeys({ press: 'Tab' });
      // From the end, the focus returns to the beginning through a focus stop outside the dialog.
      await waitUntil(
        () => deepActiveElement(document)?.closest('[role=dialog]'),
        `the focus is in the dialog after ${turn + 1} tabs`,
      );
    }
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !query(element, '[role=dialog]'));
    await waitUntil(() => deepActiveElement(document) === button(element, 'Dialog'));
    await waitUntil(
      () => !query(element, '[aria-hidden=true]:not(svg, span)'),
      'the content behind the dialog is visible to screen readers again',
    );
  });

  it('follows the colour scheme, brand colour, density and font of the page', async () => {
    const element = await put();
    const wrapper = query(element, '.lc') as HTMLElement;
    expect(wrapper.dataset).to.include({ theme: 'light' });
    document.documentElement.style.colorScheme = 'dark';
    await waitUntil(() => wrapper.dataset['theme'] === 'dark');
    element.setAttribute('theme', 'light');
    await waitUntil(() => wrapper.dataset['theme'] === 'light');
    element.removeAttribute('theme');
    document.documentElement.style.colorScheme = 'light dark';
    await waitUntil(() => wrapper.dataset['theme'] === 'light');
    await emulateMedia({ colorScheme: 'dark' });
    await waitUntil(() => wrapper.dataset['theme'] === 'dark');
    await emulateMedia({ colorScheme: 'light' });
    await waitUntil(() => wrapper.dataset['theme'] === 'light');
    // Forced colours do not change the colour scheme.
    await emulateMedia({ forcedColors: 'active' });
    expect((await put()).shadowRoot?.querySelector<HTMLElement>('.lc')?.dataset['theme']).to.equal('light');
    await emulateMedia({ forcedColors: 'none' });

    const height = button(element, 'Menu').offsetHeight;
    expect(height).to.equal(32);
    element.style.cssText = '--log-brand: #c2185b; --log-density: compact; --log-font: "Courier New", monospace';
    await waitUntil(() => button(element, 'Menu').offsetHeight === 28);
    expect(getComputedStyle(wrapper).getPropertyValue('--lc-brand-solid')).to.equal('#c2185b');
    expect(getComputedStyle(button(element, 'Menu')).fontFamily).to.include('Courier New');
    element.removeAttribute('style');
    await waitUntil(() => button(element, 'Menu').offsetHeight === 32);
  });

  it('shows no transitions under reduced motion', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    const element = await put();
    expect(getComputedStyle(button(element, 'Menu')).transitionDuration).to.equal('0s');
    await emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('releases removed elements from memory: 200 mounts with an open menu', async function () {
    this.timeout(90_000);
    const hosts: WeakRef<Element>[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      const element = await put();
      hosts.push(new WeakRef(element));
      if (turn % 10 === 0) {
        button(element, 'Menu').click();
        await waitUntil(() => query(element, '[role=menu]'), 'the menu is open');
      }
      element.remove();
    }
    const alive = () => hosts.filter((host) => host.deref() !== undefined).length;
    await waitUntil(
      async () => {
        globalThis.gc?.();
        await new Promise((resolve) => setTimeout(resolve, 20));
        // The browser engine keeps a few elements for a while, different ones in each run. A leak would keep all 200
        // elements, or at least the 20 that had an open menu.
        return alive() <= 10;
      },
      'the elements are released from memory',
      { timeout: 40_000 },
    ).catch((error: Error) => {
      throw new Error(`${error.message}: ${alive()} of ${hosts.length}`);
    });
    expect(openConnections()).to.equal(0);
  });
});
