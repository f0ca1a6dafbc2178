import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ConfigField, ConfigValues } from '../../../api/contract/config-fields.js';
import { openConnections } from '../../../elements/element/connection.js';
import { deepActiveElement } from '../../../elements/element/document-proxy.js';
import { isFocusLost } from '../../../elements/element/focus-keeper.js';
import { defineElement } from '../../../elements/frame/define.js';
import { Alert } from '../../../elements/kit/alert.js';
import { Button } from '../../../elements/kit/button.js';
import { Checkbox, Radio } from '../../../elements/kit/checkbox.js';
import { Chip, StatusBadge } from '../../../elements/kit/chip.js';
import { Combobox } from '../../../elements/kit/combobox.js';
import { ConfigurationFields } from '../../../elements/kit/configuration-fields.js';
import { CopyButton } from '../../../elements/kit/copy-button.js';
import { Dialog } from '../../../elements/kit/dialog.js';
import { DeniedState, EmptyState } from '../../../elements/kit/empty-state.js';
import { ErrorPanel } from '../../../elements/kit/error-panel.js';
import { useConfirm, useToasts } from '../../../elements/kit/feedback.js';
import { Field } from '../../../elements/kit/field.js';
import { IconButton } from '../../../elements/kit/icon-button.js';
import { DeleteIcon, MoreIcon } from '../../../elements/kit/icons.js';
import { Input } from '../../../elements/kit/input.js';
import { OutsideLink } from '../../../elements/kit/link.js';
import { Loading } from '../../../elements/kit/loading.js';
import { ContextMenu, Menu } from '../../../elements/kit/menu.js';
import { MultiSelect } from '../../../elements/kit/multi-select.js';
import { NumberInput } from '../../../elements/kit/number-input.js';
import { Breadcrumbs, PageHeader } from '../../../elements/kit/page-header.js';
import { PasswordInput } from '../../../elements/kit/password-input.js';
import { Popover } from '../../../elements/kit/popover.js';
import { SearchBox } from '../../../elements/kit/search-box.js';
import { SearchSelect } from '../../../elements/kit/search-select.js';
import { Select } from '../../../elements/kit/select.js';
import { Spinner } from '../../../elements/kit/spinner.js';
import { SplitButton } from '../../../elements/kit/split-button.js';
import { Switch } from '../../../elements/kit/switch.js';
import { Tabs } from '../../../elements/kit/tabs.js';
import { Textarea } from '../../../elements/kit/textarea.js';
import { Timestamp } from '../../../elements/kit/timestamp.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

let content: () => ReactNode = () => null;
const Content = () => content();
defineElement('log-stage', () => <Content />, { signIn: 'component' });

async function show(render: () => ReactNode, theme = 'light'): Promise<HTMLElement> {
  content = render;
  const element = document.createElement('log-stage');
  element.setAttribute('theme', theme);
  element.setAttribute('timezone', 'Europe/Berlin');
  document.body.append(element);
  await waitUntil(() => element.shadowRoot?.querySelector('.lc-box')?.firstChild);
  return element;
}

/**
 * Finds elements by role and name. The browser computes neither, so roles come from the selector, and names from label,
 * text or attribute.
 */
function find(element: HTMLElement, selector: string, name?: string): HTMLElement {
  const root = element.shadowRoot as ShadowRoot;
  const nameOf = (one: HTMLElement) => {
    const labels = (one as HTMLInputElement).labels;
    const by = one.getAttribute('aria-labelledby');
    const label = labels && labels.length > 0 ? labels[0]?.textContent : by && root.getElementById(by)?.textContent;
    return (one.getAttribute('aria-label') ?? label ?? one.textContent ?? '').trim();
  };
  const found = [...root.querySelectorAll<HTMLElement>(selector)].filter(
    (one) => name === undefined || nameOf(one) === name,
  );
  if (!found[0]) throw new Error(`no ${selector} named ${name}`);
  return found[0];
}
const has = (element: HTMLElement, selector: string, name?: string) => {
  try {
    return find(element, selector, name);
  } catch {
    return undefined;
  }
};

describe('the building blocks', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  for (const theme of ['light', 'dark']) {
    it(`are accessible in the ${theme} theme`, async () => {
      const element = await show(() => <Gallery />, theme);
      (element.shadowRoot?.querySelector('.lc') as HTMLElement).style.background = 'var(--lc-surface-canvas)';
      await waitUntil(() => element.shadowRoot?.textContent?.includes('Loading...'));
      await expectAccessible(element);
    });
  }

  it('Button: a disabled button with a reason stays focusable and does nothing; so does a busy one', async () => {
    let clicks = 0;
    const click = () => (clicks += 1);
    const element = await show(() => (
      <>
        <Button disabled disabledReason="Nothing has changed" onClick={click}>
          Save
        </Button>
        <Button busy onClick={click}>
          Search
        </Button>
        <IconButton label="Delete" icon={<DeleteIcon />} disabled disabledReason="Not yours" onClick={click} />
      </>
    ));
    const save = find(element, 'button', 'Save') as HTMLButtonElement;
    expect(save.disabled).to.equal(false);
    expect(save.getAttribute('aria-disabled')).to.equal('true');
    expect(save.getAttribute('aria-description')).to.equal('Nothing has changed');
    for (const name of ['Save', 'Search', 'Delete']) find(element, 'button', name).click();
    expect(clicks).to.equal(0);
    await sendKeys({ press: 'Tab' });
    save.focus();
    await waitUntil(() => has(element, '[role=tooltip]'));
    expect(find(element, '[role=tooltip]').textContent).to.equal('Nothing has changed');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !has(element, '[role=tooltip]'));
    // Pressing shows the tooltip on devices without hover.
    for (const [name, tooltip] of [
      ['Save', 'Nothing has changed'],
      ['Delete', 'Delete: Not yours'],
    ] as const) {
      find(element, 'button', name).click();
      await waitUntil(() => has(element, '[role=tooltip]', tooltip));
    }
  });

  it('Tooltip: Escape hides the tooltip and also acts on the component below at once', async () => {
    const Told = () => {
      const [open, setOpen] = useState(true);
      return (
        <Dialog open={open} title="Told" onClose={() => setOpen(false)}>
          <Button disabled disabledReason="Nothing has changed">
            Save
          </Button>
        </Dialog>
      );
    };
    const element = await show(() => <Told />);
    await waitUntil(() => has(element, 'button', 'Save'));
    await sendKeys({ press: 'Tab' });
    find(element, 'button', 'Save').focus();
    await waitUntil(() => has(element, '[role=tooltip]'));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !has(element, '[role=tooltip]') && !has(element, '[role=dialog]'));
  });

  it('Menu, Popover, Dialog: Escape before they take the focus closes only them', async () => {
    let below = 0;
    const Opened = () => {
      const [open, setOpen] = useState(false);
      return (
        <div onKeyDown={({ key, defaultPrevented }) => (below += Number(key === 'Escape' && !defaultPrevented))}>
          <Menu label="Entries" entries={[{ key: 'a', label: 'First' }]}>
            <Button>Menu</Button>
          </Menu>
          <Popover label="Panel" trigger={<Button>Popover</Button>}>
            {() => <Button>Inside</Button>}
          </Popover>
          <Button aria-expanded={open} onClick={() => setOpen(true)}>
            Dialog
          </Button>
          <Dialog open={open} title="Asked" onClose={() => setOpen(false)}>
            <Button>Answer</Button>
          </Dialog>
        </div>
      );
    };
    const element = await show(() => <Opened />);
    for (const name of ['Menu', 'Popover', 'Dialog']) {
      const opener = find(element, 'button', name);
      opener.focus();
      opener.click();
      // The float is painted at the end of the click's own task; its content and the focus come later.
      await Promise.resolve();
      expect(opener.getAttribute('aria-expanded'), name).to.equal('true');
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true });
      (deepActiveElement(document) ?? opener).dispatchEvent(escape);
      await waitUntil(() => opener.getAttribute('aria-expanded') === 'false', name);
      await waitUntil(() => deepActiveElement(document) === opener, name);
      expect(below, name).to.equal(0);
    }
    // When nothing is open, Escape bubbles unhandled to the surrounding page.
    await sendKeys({ press: 'Escape' });
    expect(below).to.equal(1);
  });

  it('Dialog: Escape closes it even at the moment when its focused control was removed', async () => {
    const Opened = () => {
      const [open, setOpen] = useState(false);
      const [searching, setSearching] = useState(true);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Ask</Button>
          <Dialog open={open} title="Asked" onClose={() => setOpen(false)}>
            {searching ? (
              <input aria-label="Search" onInput={() => flushSync(() => setSearching(false))} />
            ) : (
              <a href="#all">All</a>
            )}
          </Dialog>
        </>
      );
    };
    const element = await show(() => <Opened />);
    const opener = find(element, 'button', 'Ask');
    opener.focus();
    opener.click();
    await waitUntil(() => deepActiveElement(document)?.getAttribute('aria-label') === 'Search');
    deepActiveElement(document)?.dispatchEvent(new Event('input', { bubbles: true }));
    expect(isFocusLost(document)).to.equal(true);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await waitUntil(() => !has(element, '[role=dialog]') && deepActiveElement(document) === opener);
  });

  it('Menu: a menu without entries has no button', async () => {
    const empty = [{ kind: 'divider' }, { kind: 'group', label: 'Group', entries: [] }] as const;
    const element = await show(() => (
      <>
        <Menu label="None" entries={empty}>
          <Button>None</Button>
        </Menu>
        <Menu label="One" entries={[...empty, { key: 'a', label: 'First' }]}>
          <Button>One</Button>
        </Menu>
      </>
    ));
    const buttons = [...(element.shadowRoot?.querySelectorAll('button') ?? [])];
    expect(buttons.map(({ textContent }) => textContent)).to.deep.equal(['One']);
  });

  it('Menu: a menu without room below or above its button stays within the window, and scrolls', async () => {
    const entries = Array.from({ length: 12 }, (_, at) => ({ key: String(at), label: `Entry ${at}` }));
    await setViewport({ width: 360, height: 400 });
    try {
      const element = await show(() => (
        <div style={{ paddingTop: '180px', height: '2000px' }}>
          <Menu label="Actions" entries={entries}>
            <Button>Actions</Button>
          </Menu>
        </div>
      ));
      find(element, 'button').click();
      await waitUntil(() => has(element, '[role=menuitem]'));
      const { parentElement: surface } = find(element, '[role=menu]');
      await waitUntil(() => {
        const { top, bottom } = surface?.getBoundingClientRect() ?? { top: -1, bottom: Infinity };
        return top >= 0 && bottom <= window.innerHeight;
      });
      const last = [...(element.shadowRoot?.querySelectorAll('[role=menuitem]') ?? [])].at(-1);
      last?.scrollIntoView({ block: 'nearest' });
      expect(last?.getBoundingClientRect().bottom).to.be.at.most(window.innerHeight);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('Menu: arrow keys, Home and End move in a circle, in a landmark without invisible focusable elements', async () => {
    const entries = ['Ada', 'Bob', 'Cleo'].map((label) => ({ key: label, label }));
    const element = await show(() => (
      <Menu label="People" entries={entries}>
        <Button>Open</Button>
      </Menu>
    ));
    find(element, 'button', 'Open').click();
    await waitUntil(() => element.shadowRoot?.activeElement?.textContent === 'Ada', 'the first entry has no focus');
    for (const [key, label] of [
      ['ArrowDown', 'Bob'],
      ['End', 'Cleo'],
      ['ArrowDown', 'Ada'],
      ['ArrowUp', 'Cleo'],
      ['Home', 'Ada'],
      ['c', 'Cleo'],
    ] as const) {
      await sendKeys({ press: key });
      await waitUntil(() => element.shadowRoot?.activeElement?.textContent === label, `${key} leads to ${label}`);
    }
    const surface = find(element, '[role=menu]').closest('[role=region]');
    expect(surface?.getAttribute('aria-label')).to.equal('People');
    expect(surface?.querySelector('[data-tabster-dummy]')).to.equal(null);
  });

  it('Menu: the key press that opened the menu selects no entry, however long the key is held', async () => {
    let selected = 0;
    const entries = [{ key: 'a', label: 'First', onSelect: () => void selected++ }];
    const Opener = () => {
      const [target, setTarget] = useState<HTMLElement>();
      return (
        <>
          <Button onKeyDown={({ currentTarget }) => setTarget(currentTarget)}>Open</Button>
          {target && (
            <ContextMenu label="Actions" entries={entries} target={target} onClose={() => setTarget(undefined)} />
          )}
        </>
      );
    };
    const element = await show(() => <Opener />);
    find(element, 'button', 'Open').focus();
    await sendKeys({ down: 'Space' });
    await waitUntil(() => element.shadowRoot?.activeElement?.textContent === 'First', 'Space opens the menu');
    await sendKeys({ press: 'Shift' });
    await sendKeys({ up: 'Space' });
    expect(selected, 'another key is pressed while the first key is held').to.equal(0);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !has(element, '[role=menu]'), 'Escape closes the menu');
    for (const key of ['Space', 'Enter']) {
      find(element, 'button', 'Open').focus();
      await sendKeys({ down: key });
      await waitUntil(() => element.shadowRoot?.activeElement?.textContent === 'First', `${key} opens the menu`);
      // A second `down` without an `up` is the repetition of a held key.
      await sendKeys({ down: key });
      await sendKeys({ up: key });
      expect(selected, key).to.equal(0);
      await sendKeys({ press: key });
      expect(selected, key).to.equal(1);
      selected = 0;
      await waitUntil(() => !has(element, '[role=menu]'), `${key} closes the menu`);
    }
  });

  it('Menu: letters that are typed quickly find an entry by its prefix, and Space in a prefix selects nothing', async () => {
    const selected: string[] = [];
    const entries = ['Copy value', 'Create rule', 'Copy to clipboard'].map((label) => ({
      ...{ key: label, label, onSelect: () => void selected.push(label) },
    }));
    const element = await show(() => (
      <Menu label="Actions" entries={entries}>
        <Button>Open</Button>
      </Menu>
    ));
    const focused = () => element.shadowRoot?.activeElement?.textContent;
    find(element, 'button', 'Open').click();
    await waitUntil(() => focused() === 'Copy value', 'the menu is open');
    // The events carry no pause between them, however slow the machine is.
    const press = (key: string) => {
      for (const type of ['keydown', 'keyup'])
        element.shadowRoot?.activeElement?.dispatchEvent(
          new KeyboardEvent(type, { key, bubbles: true, composed: true, cancelable: true }),
        );
    };
    for (const key of 'cr') press(key);
    expect(focused()).to.equal('Create rule');
    press('Escape');
    await waitUntil(() => !has(element, '[role=menu]'), 'Escape closes the menu');
    find(element, 'button', 'Open').click();
    await waitUntil(() => focused() === 'Copy value', 'the menu is open again');
    for (const key of 'copy t') press(key);
    expect(focused()).to.equal('Copy to clipboard');
    expect(selected).to.deep.equal([]);
    press('Enter');
    await waitUntil(() => selected.length > 0, 'Enter selects the entry');
    expect(selected).to.deep.equal(['Copy to clipboard']);
  });

  it('Menu: a disabled entry shows its reason as text and as its description', async () => {
    const entries = [{ key: 'discard', label: 'Discard', disabled: true, disabledReason: 'Nothing has changed' }];
    const element = await show(() => (
      <Menu label="Actions" entries={entries}>
        <Button>Open</Button>
      </Menu>
    ));
    find(element, 'button', 'Open').click();
    await waitUntil(() => has(element, '[role=menuitem]'));
    const entry = find(element, '[role=menuitem]');
    expect(entry.innerText).to.contain('Nothing has changed');
    expect(entry.getAttribute('aria-description')).to.equal('Nothing has changed');
    await expectAccessible(element);
  });

  it('Field ties label, help and error to its control', async () => {
    const Form = () => {
      const [value, setValue] = useState<number | undefined>(0);
      return (
        <Field
          label="Every"
          help="In minutes"
          error={value !== undefined && value > 0 ? undefined : 'Must be greater than 0.'}
        >
          <NumberInput value={value} onChange={setValue} />
        </Field>
      );
    };
    const element = await show(() => <Form />);
    const input = find(element, 'input', 'Every') as HTMLInputElement;
    const note = () => element.shadowRoot?.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(input.getAttribute('aria-invalid')).to.equal('true');
    expect(note()).to.equal('Must be greater than 0.');
    input.select();
    await sendKeys({ type: '15' });
    expect(input.value).to.equal('15');
    expect(input.getAttribute('aria-invalid')).to.equal(null);
    expect(note()).to.equal('In minutes');
  });

  it('SearchBox searches by itself after the last keystroke', async () => {
    const requests: string[] = [];
    const element = await show(() => <SearchBox label="Filter" query="" onSearch={(query) => requests.push(query)} />);
    find(element, 'input', 'Filter').focus();
    await sendKeys({ type: 'abc' });
    await waitUntil(() => requests.at(-1) === 'abc');
  });

  it('SearchBox searches at once on Enter and on reset, but not when it loses the focus', async () => {
    const queries: string[] = [];
    const never = 1_000_000;
    const element = await show(() => (
      <SearchBox label="Filter" query="" debounceMs={never} onSearch={(query) => queries.push(query)} />
    ));
    const input = find(element, 'input', 'Filter') as HTMLInputElement;
    input.focus();
    await sendKeys({ type: 'abc' });
    expect(queries).to.deep.equal([]);
    await sendKeys({ press: 'Enter' });
    expect(queries).to.deep.equal(['abc']);
    await sendKeys({ type: 'd' });
    input.blur();
    expect(queries).to.deep.equal(['abc']);
    find(element, 'button', 'Reset').click();
    await waitUntil(() => input.value === '');
    expect(queries).to.deep.equal(['abc', '']);
  });

  it('PasswordInput shows and hides the password', async () => {
    const element = await show(() => (
      <Field label="Password">
        <PasswordInput value="secret" onChange={() => undefined} />
      </Field>
    ));
    expect((find(element, 'input', 'Password') as HTMLInputElement).type).to.equal('password');
    find(element, 'button', 'Show password').click();
    await waitUntil(() => has(element, 'button', 'Hide password'));
    expect((find(element, 'input', 'Password') as HTMLInputElement).type).to.equal('text');
  });

  it('Tabs: arrow keys select a tab and show its panel', async () => {
    const Two = () => {
      const [active, setActive] = useState<'a' | 'b' | 'c'>('a');
      const tabs = [
        { key: 'a', label: 'Absolute' },
        { key: 'b', label: 'Relative', disabled: true },
        { key: 'c', label: 'Keyword' },
      ] as const;
      return (
        <Tabs label="Kind" tabs={tabs} active={active} onChange={setActive}>
          Panel {active}
        </Tabs>
      );
    };
    const element = await show(() => <Two />);
    find(element, '[role=tab]', 'Absolute').focus();
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => find(element, '[role=tabpanel]').textContent === 'Panel c');
    expect(deepActiveElement(document)?.textContent).to.equal('Keyword');
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => find(element, '[role=tabpanel]', 'Absolute').textContent === 'Panel a');
  });

  it('Popover takes the focus, and closes by its content, by its button and by Escape', async () => {
    const element = await show(() => (
      <Popover label="Range" trigger={<Button>Open</Button>}>
        {(close) => <Button onClick={close}>Done</Button>}
      </Popover>
    ));
    const trigger = find(element, 'button', 'Open');
    const gone = () => waitUntil(() => !has(element, '[role=dialog]') && deepActiveElement(document) === trigger);
    trigger.click();
    await waitUntil(
      () => has(element, '[role=dialog]', 'Range') && deepActiveElement(document)?.textContent === 'Done',
    );
    expect(trigger.getAttribute('aria-expanded')).to.equal('true');
    find(element, 'button', 'Done').click();
    await gone();
    trigger.click();
    await waitUntil(() => has(element, '[role=dialog]', 'Range'));
    trigger.click();
    await gone();
    trigger.click();
    await waitUntil(() => deepActiveElement(document)?.textContent === 'Done');
    await sendKeys({ press: 'Escape' });
    await gone();
  });

  it('Popover: a control that appears after the pop-over has opened takes the focus, and screen readers reach it', async () => {
    let load = (): void => undefined;
    const Late = () => {
      const [loaded, setLoaded] = useState(false);
      load = () => setLoaded(true);
      return loaded ? <Button>Late</Button> : <p>Text</p>;
    };
    const element = await show(() => (
      <Popover label="Mark" trapFocus trigger={<Button>Open</Button>}>
        {() => <Late />}
      </Popover>
    ));
    find(element, 'button', 'Open').click();
    await waitUntil(() => has(element, '[role=dialog]', 'Mark'));
    // The keyboard library adds its focus stops some time after the pop-over has opened.
    await waitUntil(() => find(element, '[role=dialog]', 'Mark').querySelector('[data-tabster-dummy]'));
    load();
    await waitUntil(() => deepActiveElement(document)?.textContent === 'Late');
    await waitUntil(() => !find(element, '[role=dialog]', 'Mark').closest('[aria-hidden]'));
  });

  it('Dialog keeps the keyboard focus when its focused control is removed', async () => {
    const Loader = () => {
      const [open, setOpen] = useState(true);
      const [loaded, setLoaded] = useState(false);
      return (
        <Dialog
          open={open}
          title="List"
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>Cancel</Button>}
        >
          {loaded ? (
            'Nothing there'
          ) : (
            <Field label="Filter">
              <Input value="" onChange={() => setLoaded(true)} />
            </Field>
          )}
        </Dialog>
      );
    };
    const element = await show(() => <Loader />);
    await waitUntil(() => deepActiveElement(document)?.localName === 'input');
    await sendKeys({ press: 'a' });
    await waitUntil(() => find(element, '[role=dialog]').textContent?.includes('Nothing there'));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !has(element, '[role=dialog]'));
  });

  it('Dialog: keys typed while the content is loading press no button, and the loaded control gets the focus', async () => {
    let load = (): void => undefined;
    const closed: string[] = [];
    const Asker = () => {
      const [loaded, setLoaded] = useState(false);
      load = () => setLoaded(true);
      return (
        <Dialog
          open
          title="Share"
          onClose={() => undefined}
          footer={<Button onClick={() => closed.push('Cancel')}>Cancel</Button>}
        >
          {loaded ? (
            <>
              <Button>Other</Button>
              <Button data-autofocus="">Search</Button>
            </>
          ) : (
            <Spinner />
          )}
        </Dialog>
      );
    };
    const element = await show(() => <Asker />);
    await waitUntil(() => has(element, '[role=dialog]', 'Share') && !isFocusLost(document));
    expect(deepActiveElement(document)?.textContent).not.to.equal('Cancel');
    await sendKeys({ press: 'Enter' });
    expect(closed).to.deep.equal([]);
    load();
    await waitUntil(() => deepActiveElement(document)?.textContent === 'Search');
  });

  it('Dialog: loading content takes the focus neither from nor for the button with data-autofocus in the footer', async () => {
    let go = (_stage: string): void => undefined;
    const Asker = ({ initial }: { readonly initial: string }) => {
      const [stage, setStage] = useState(initial);
      go = (next) => flushSync(() => setStage(next));
      const made = stage === 'loaded' || stage === 'later';
      return (
        <Dialog
          open
          title={initial}
          onClose={() => undefined}
          footer={
            <>
              <Button data-autofocus={initial === 'delete' ? '' : undefined}>Cancel</Button>
              {made && <Button data-autofocus="">Make</Button>}
            </>
          }
        >
          {!made && <Loading />}
          {stage === 'spinning' && <p>Still loading</p>}
          {made && <Button>Other</Button>}
          {stage === 'later' && <Button data-autofocus="">Later</Button>}
        </Dialog>
      );
    };
    const focused = () => deepActiveElement(document)?.textContent;
    const deleting = await show(() => <Asker initial="delete" />);
    await waitUntil(() => has(deleting, '[role=dialog]', 'delete') && !isFocusLost(document));
    expect(focused()).to.equal('Cancel');
    deleting.remove();
    const making = await show(() => <Asker initial="make" />);
    await waitUntil(() => has(making, '[role=dialog]', 'make') && !isFocusLost(document));
    const text = deepActiveElement(document);
    for (const stage of ['spinning', 'loaded', 'later']) {
      go(stage);
      // The dialog moves the focus when it observes a change of its content, before this promise is resolved.
      await Promise.resolve();
      expect(deepActiveElement(document), stage).to.equal(text);
    }
    expect(focused()).to.include('Later');
  });

  it('Dialog: a text without controls takes the focus itself, so that one Escape closes it', async () => {
    const Reader = () => {
      const [open, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Read</Button>
          <Dialog open={open} title="Reference" onClose={() => setOpen(false)}>
            <p>Much to read</p>
          </Dialog>
        </>
      );
    };
    const element = await show(() => <Reader />);
    find(element, 'button', 'Read').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => deepActiveElement(document)?.textContent === 'Much to read');
    await expectAccessible(element);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !has(element, '[role=dialog]') && deepActiveElement(document)?.textContent === 'Read');
  });

  it('Dialog: the list of a field inside is visible to screen readers, unlike the page behind', async () => {
    const Asker = () => {
      const [field, setField] = useState('');
      return (
        <Dialog open title="Rule" onClose={() => undefined}>
          <Combobox label="Field" options={[{ value: 'source', label: 'source' }]} value={field} onChange={setField} />
        </Dialog>
      );
    };
    const element = await show(() => <Asker />);
    await waitUntil(() => deepActiveElement(document)?.localName === 'input');
    await sendKeys({ press: 's' });
    await waitUntil(() => has(element, '[role=option]'));
    const list = find(element, '[role=listbox]');
    const other = document.createElement('div');
    other.textContent = 'behind';
    element.shadowRoot?.querySelector('.lc-float')?.append(other);
    await waitUntil(() => other.closest('[aria-hidden=true]'));
    expect(list.closest('[aria-hidden=true]')).to.equal(null);
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => (deepActiveElement(document) as HTMLInputElement).value === 'source');
    await sendKeys({ press: 'Tab' });
    expect(find(element, '[role=dialog]').contains(deepActiveElement(document))).to.equal(true);
  });

  it('Dialog submits on Enter; confirm shows one question after the other', async () => {
    const answers: unknown[] = [];
    const Asker = () => {
      const confirm = useConfirm();
      const [open, setOpen] = useState(false);
      const [name, setName] = useState('');
      const ask = async () => {
        const both = [confirm({ title: 'First', danger: true, confirm: 'Delete' }), confirm({ title: 'Second' })];
        answers.push(...(await Promise.all(both)));
      };
      return (
        <>
          <Button onClick={() => void ask()}>Ask</Button>
          <Button onClick={() => setOpen(true)}>Edit</Button>
          <Dialog
            open={open}
            title="Edit"
            onClose={() => setOpen(false)}
            onSubmit={() => (answers.push(name), setOpen(false))}
          >
            <Field label="Name">
              <Input value={name} onChange={setName} />
            </Field>
          </Dialog>
        </>
      );
    };
    const element = await show(() => <Asker />);
    find(element, 'button', 'Edit').click();
    await waitUntil(() => deepActiveElement(document)?.localName === 'input');
    await sendKeys({ type: 'Ada' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => answers.length === 1 && !has(element, '[role=dialog]'));
    find(element, 'button', 'Ask').click();
    await waitUntil(() => deepActiveElement(document)?.textContent === 'Cancel');
    await expectAccessible(element);
    find(element, '[role=alertdialog] button', 'Delete').click();
    await waitUntil(
      () => has(element, '[role=alertdialog]', 'Second') && deepActiveElement(document)?.textContent === 'Confirm',
    );
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => answers.length === 3);
    expect(answers).to.deep.equal(['Ada', true, false]);
  });

  it('Toasts show a message and can be dismissed', async () => {
    const Teller = () => {
      const { toast } = useToasts();
      return <Button onClick={() => toast('error', 'Status: 503', 'Could not load')}>Tell</Button>;
    };
    const element = await show(() => <Teller />);
    find(element, 'button', 'Tell').click();
    await waitUntil(() => has(element, '[role=alert]'));
    expect(find(element, '[role=alert]').textContent).to.equal('Could not loadStatus: 503');
    find(element, '[role=alert] button', 'Close').click();
    await waitUntil(() => !has(element, '[role=alert]'));
  });

  it('Toasts cover no button of a dialog that fills a phone', async () => {
    const Teller = () => {
      const { toast } = useToasts();
      return (
        <div style={{ height: '100dvh' }}>
          <Dialog open title="Save" onClose={() => undefined} footer={<Button>Keep</Button>}>
            <Button onClick={() => toast('error', 'Status: 503', 'Could not save')}>Tell</Button>
          </Dialog>
        </div>
      );
    };
    await setViewport({ width: 360, height: 700 });
    try {
      const element = await show(() => <Teller />);
      await waitUntil(() => has(element, '[role=dialog]'));
      find(element, 'button', 'Tell').click();
      await waitUntil(() => has(element, '[role=alert]'));
      await still(element);
      const toast = find(element, '[role=alert]').getBoundingClientRect();
      const footer = find(element, 'button', 'Keep').getBoundingClientRect();
      expect(footer.bottom).to.be.greaterThan(600);
      expect(toast.bottom).to.be.lessThan(footer.top);
      expect(toast.top).to.be.greaterThan(find(element, 'button', 'Close').getBoundingClientRect().bottom);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('CopyButton shows "Copied!", or how to copy by hand', async () => {
    const element = await show(() => <CopyButton label="Copy ID" text="abc" />);
    const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');
    const texts: string[] = [];
    let refuse = false;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        writeText: (text: string) => (refuse ? Promise.reject(new Error()) : (texts.push(text), Promise.resolve())),
      },
    });
    find(element, 'button', 'Copy ID').click();
    await waitUntil(() => has(element, '[role=status]')?.textContent === 'Copied!');
    refuse = true;
    find(element, 'button', 'Copy ID').click();
    await waitUntil(() => has(element, '[role=status]')?.textContent === 'Press Ctrl+C to copy');
    expect(texts).to.deep.equal(['abc']);
    Reflect.deleteProperty(navigator, 'clipboard');
    expect(clipboard).to.not.equal(undefined);
  });

  it('Combobox: a completing one takes the first enabled option on Enter; a custom value stays', async () => {
    const options = [
      { value: 'duration_text', label: 'duration_text', disabled: true },
      { value: 'duration', label: 'duration' },
      { value: 'duration_ms', label: 'duration_ms' },
    ];
    const Chooser = () => {
      const [field, setField] = useState('');
      return <Combobox label="Field" completes options={options} value={field} onChange={setField} />;
    };
    const element = await show(() => <Chooser />);
    const input = find(element, 'input', 'Field') as HTMLInputElement;
    for (const [typed, taken] of [
      ['dura', 'duration'],
      ['_ms', 'duration_ms'],
      ['duration', 'duration'],
      ['other', 'other'],
    ] as const) {
      input.focus();
      input.select();
      await sendKeys({ type: typed });
      await waitUntil(() => input.value === typed && (typed === 'other' || has(element, '[role=option]')));
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => input.value === taken, `${typed} becomes ${taken}`);
    }
  });

  it('Combobox: Enter on a fully typed option closes the list, and only the next Enter submits the form', async () => {
    let submits = 0;
    const Chooser = ({ completes }: { readonly completes: boolean }) => {
      const [field, setField] = useState('');
      const options = ['status', 'status_code'].map((value) => ({ value, label: value }));
      const label = completes ? 'Completing' : 'Free';
      return <Combobox label={label} completes={completes} options={options} value={field} onChange={setField} />;
    };
    const element = await show(() => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits++;
        }}
      >
        <Chooser completes />
        <Chooser completes={false} />
        <Button type="submit">Apply</Button>
      </form>
    ));
    for (const label of ['Completing', 'Free']) {
      // Cast: the selector is that of an input.
      const input = find(element, 'input', label) as HTMLInputElement;
      input.focus();
      await sendKeys({ type: 'status' });
      await waitUntil(() => input.value === 'status' && has(element, '[role=option]'), label);
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => !has(element, '[role=option]'), `${label}: the list closes`);
      expect(input.value, label).to.equal('status');
      expect(submits, label).to.equal(0);
      await sendKeys({ press: 'Enter' });
      expect(submits, label).to.equal(1);
      submits = 0;
    }
  });

  it('Combobox, SearchSelect: an arrow key opens the list at its first or last option, Enter takes it', async () => {
    const options = ['Ada', 'Bob', 'Carol'].map((label) => ({ value: label, label }));
    const Chooser = () => {
      const [free, setFree] = useState('');
      const [one, setOne] = useState<string>();
      return (
        <>
          <Combobox label="Free" options={options} value={free} onChange={setFree} />
          <SearchSelect label="One" options={options} value={one} onChange={setOne} />
        </>
      );
    };
    const element = await show(() => <Chooser />);
    for (const name of ['Free', 'One']) {
      const input = find(element, 'input', name) as HTMLInputElement;
      for (const [keys, value] of [
        [['ArrowUp'], 'Carol'],
        [['ArrowDown', 'ArrowUp'], 'Bob'],
        [['ArrowUp', 'ArrowUp'], 'Ada'],
      ] as const) {
        input.focus();
        for (const press of keys) await sendKeys({ press });
        await waitUntil(() => has(element, '[role=option]'));
        // The list is rendered outside of the page's landmarks, so it must be a landmark of its own.
        expect(has(element, '[role=listbox]')?.closest('[role=region]')?.getAttribute('aria-label')).to.equal(name);
        await sendKeys({ press: 'Enter' });
        await waitUntil(() => input.value === value, `${name}: ${keys.join()} selects ${value}`);
        await waitUntil(() => !has(element, '[role=option]'));
      }
    }
  });

  it('MultiSelect searches, selects and removes by keys, and mounts only visible rows', async () => {
    const options = Array.from({ length: 20_000 }, (_, index) => ({ value: `s${index}`, label: `Stream ${index}` }));
    const Chooser = () => {
      const [selected, setSelected] = useState<string[]>([]);
      return (
        <>
          <MultiSelect label="Streams" options={options} selected={selected} onChange={setSelected} />
          <output>{selected.join()}</output>
        </>
      );
    };
    const element = await show(() => <Chooser />);
    const input = find(element, 'input', 'Streams');
    input.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => has(element, '[role=option]'));
    expect(element.shadowRoot?.querySelectorAll('[role=option]').length).to.be.lessThan(40);
    await expectAccessible(element);
    await sendKeys({ type: '19999' });
    await waitUntil(() => element.shadowRoot?.querySelectorAll('[role=option]').length === 1);
    expect(input.getAttribute('aria-activedescendant')).to.equal(find(element, '[role=option]').id);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find(element, 'output').textContent === 's19999');
    await waitUntil(() => (element.shadowRoot?.querySelectorAll('[role=option]').length ?? 0) > 1);
    find(element, '[role=option]').click();
    await waitUntil(() => find(element, 'output').textContent === 's19999,s0');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !has(element, '[role=listbox]'));
    await sendKeys({ press: 'Backspace' });
    await waitUntil(() => find(element, 'output').textContent === 's19999');
    find(element, 'button', 'Remove Stream 19999').click();
    await waitUntil(() => find(element, 'output').textContent === '');
  });

  it('MultiSelect selects by pointer; the list does not treat the click as a press on the box', async () => {
    const options = ['one', 'two'].map((value) => ({ value, label: value }));
    const Chooser = () => {
      const [selected, setSelected] = useState<string[]>([]);
      return (
        <>
          <MultiSelect label="Numbers" options={options} selected={selected} onChange={setSelected} />
          <output>{selected.join()}</output>
        </>
      );
    };
    const element = await show(() => <Chooser />);
    const input = find(element, 'input', 'Numbers');
    input.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => has(element, '[role=option]', 'two'));
    const box = find(element, '[role=option]', 'two').getBoundingClientRect();
    const position: [number, number] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    await sendMouse({ type: 'click', position });
    await waitUntil(() => find(element, 'output').textContent === 'two');
  });

  it('Spinner appears after 200 ms, and "Loading..." after 500 ms', async () => {
    const started = performance.now();
    const element = await show(() => (
      <>
        <Spinner label="Searching" />
        <Loading />
      </>
    ));
    expect(element.shadowRoot?.textContent).to.equal('');
    await waitUntil(() => element.shadowRoot?.textContent === 'Searching');
    expect(performance.now() - started).to.be.greaterThan(195);
    await waitUntil(() => element.shadowRoot?.textContent === 'SearchingLoading...');
    expect(performance.now() - started).to.be.greaterThan(495);
  });

  it('PasswordInput hides, shows and hides its text again, and keeps the text', async () => {
    const Form = () => {
      const [value, setValue] = useState('');
      return (
        <Field label="Password">
          <PasswordInput value={value} onChange={setValue} autoComplete="new-password" />
        </Field>
      );
    };
    const element = await show(() => <Form />);
    const input = find(element, 'input', 'Password') as HTMLInputElement;
    expect([input.type, input.autocomplete]).to.deep.equal(['password', 'new-password']);
    input.focus();
    await sendKeys({ type: 'one' });
    await waitUntil(() => input.value === 'one');
    expect(input.type).to.equal('password');
    find(element, 'button', 'Show password').click();
    await waitUntil(() => input.type === 'text');
    expect([input.value, input.checkVisibility()]).to.deep.equal(['one', true]);
    input.focus();
    await sendKeys({ type: ' two' });
    await waitUntil(() => input.value === 'one two');
    find(element, 'button', 'Hide password').click();
    await waitUntil(() => input.type === 'password');
    expect(input.value).to.equal('one two');
    expect(has(element, 'button', 'Show password')).not.to.equal(undefined);
  });

  for (const secret of [{ attributes: ['is_password'] }, { attributes: ['IS_SENSITIVE'] }])
    it(`ConfigurationFields never shows a stored secret (${JSON.stringify(secret)})`, async () => {
      const stored = 'hunter2';
      const reported: ConfigValues[] = [];
      const field: ConfigField = {
        type: 'text',
        human_name: 'Key',
        description: null,
        default_value: null,
        is_optional: true,
        is_encrypted: false,
        position: 0,
        additional_info: {},
        ...secret,
      };
      const Form = () => {
        const [values, setValues] = useState<ConfigValues>({ key: stored, other: 1 });
        const change = (changed: ConfigValues) => {
          reported.push(changed);
          setValues(changed);
        };
        return <ConfigurationFields fields={{ key: field }} values={values} onChange={change} missing={[]} />;
      };
      const element = await show(() => <Form />);
      const input = element.shadowRoot?.querySelector('input') as HTMLInputElement;
      const seen = () => `${element.shadowRoot?.innerHTML}${input.value}`;
      expect(input.type).to.equal('password');
      expect(input.value).to.equal('••••••');
      find(element, 'button', 'Show password').click();
      await waitUntil(() => input.type === 'text');
      expect(input.value).to.equal('••••••');
      expect(seen()).not.to.contain(stored);
      // No event has changed the stored value so far.
      expect(reported).to.deep.equal([]);
      input.focus();
      input.setSelectionRange(6, 6);
      await sendKeys({ type: 'n' });
      await waitUntil(() => input.value === 'n');
      await sendKeys({ type: 'ew' });
      await waitUntil(() => input.value === 'new');
      expect(reported.at(-1)).to.deep.equal({ key: 'new', other: 1 });
      expect(seen()).not.to.contain(stored);
    });

  it('OutsideLink: only http(s) and mail addresses become links; hostile text stays text', async () => {
    const hostile = '<img src=x onerror="alert(1)">';
    const element = await show(() => (
      <>
        {['https://a.example', 'javascript:alert(1)', 'data:text/html,x', ' https://b.example'].map((href) => (
          <p key={href}>
            <OutsideLink href={href}>{hostile}</OutsideLink>
          </p>
        ))}
      </>
    ));
    expect(
      [...(element.shadowRoot?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')),
    ).to.deep.equal(['https://a.example', ' https://b.example']);
    expect(element.shadowRoot?.querySelector('img')).to.equal(null);
    expect(element.shadowRoot?.querySelector('a')?.textContent).to.equal(hostile);
  });
});

function Gallery(): ReactNode {
  const nothing = () => undefined;
  return (
    <main>
      <Breadcrumbs label="Breadcrumbs" crumbs={[{ label: 'Search', route: '/search' }, { label: 'Mine' }]} />
      <PageHeader
        title="Users"
        description="Everyone"
        lifecycle="legacy"
        actions={<Button appearance="primary">New</Button>}
      />
      <Button appearance="primary" pending>
        Search
      </Button>
      <Button appearance="danger">Delete</Button>
      <Button appearance="subtle" aria-pressed>
        Pinned
      </Button>
      <IconButton label="More" icon={<MoreIcon />} quiet />
      <SplitButton entries={[{ key: 'a', label: 'Save as' }]}>Save</SplitButton>
      <Menu label="Actions" entries={[{ key: 'a', label: 'First' }]}>
        <Button>Actions</Button>
      </Menu>
      <Field label="Title" help="Help" optional>
        <Input value="a" onChange={nothing} />
      </Field>
      <Field label="Broken" error="Must be greater than 0.">
        <NumberInput value={0} onChange={nothing} />
      </Field>
      <Field label="Text">
        <Textarea value="a" onChange={nothing} mono />
      </Field>
      <Field label="Unit">
        <Select value="m" onChange={nothing} options={[{ value: 'm', label: 'Minutes' }]} />
      </Field>
      <Field label="Streams">
        <MultiSelect options={[]} selected={['a']} onChange={nothing} placeholder="Select" />
      </Field>
      <Field label="Kind" group>
        <Radio name="kind" label="One" checked onChoose={nothing} />
        <Radio name="kind" label="Two" checked={false} onChoose={nothing} />
      </Field>
      <SearchBox label="Filter" query="a" onSearch={nothing} />
      <Checkbox label="Some" checked="mixed" onChange={nothing} />
      <Switch label="Live" checked onChange={nothing} />
      <Tabs
        label="Tabs"
        active="a"
        onChange={nothing}
        tabs={[
          { key: 'a', label: 'A' },
          { key: 'b', label: 'B' },
        ]}
      >
        Panel
      </Tabs>
      <Chip onRemove={nothing}>Checkout</Chip>
      {(['success', 'info', 'warning', 'danger', 'severe', 'neutral'] as const).map((kind) => (
        <StatusBadge key={kind} kind={kind}>
          {kind}
        </StatusBadge>
      ))}
      <Alert kind="warning" title="Away">
        The server is away.
      </Alert>
      <EmptyState title="No data available." action={<Button>Add</Button>}>
        Nothing yet.
      </EmptyState>
      <ErrorPanel title="It failed" errors={['503']} onRetry={nothing} />
      <DeniedState title="No permission.">Ask.</DeniedState>
      <CopyButton label="Copy ID" text="a" />
      <Timestamp instant={0} />
      <Loading />
    </main>
  );
}
