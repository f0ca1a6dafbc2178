/** Tests the kinds of form fields: display, emitted values and requests. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState, type ReactNode } from 'react';
import { initialValues, type ConfigField, type ConfigValues } from '../../../api/contract/config-fields.js';
import { queryLanguageSupport } from '../../../api/language/editor.js';
import { templateLanguage } from '../../../elements/admin/sidecars/template-language.js';
import { ConfigurationFields } from '../../../elements/kit/configuration-fields.js';
import { Field } from '../../../elements/kit/field.js';
import { Input } from '../../../elements/kit/input.js';
import { UrlField } from '../../../elements/kit/allow-list/index.js';
import {
  AmountInput,
  CodeField,
  EntityPicker,
  Fields,
  KeyValueTable,
  PeriodInput,
  type CodeFieldProps,
} from '../../../elements/kit/form/index.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { chooseFiles } from '../admin/admin-page.js';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer({ ...signedIn });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const field = (type: ConfigField['type'], more: Partial<ConfigField> = {}): ConfigField => ({
  type,
  human_name: type,
  description: null,
  default_value: null,
  is_optional: false,
  is_encrypted: false,
  position: 100,
  attributes: [],
  additional_info: {},
  ...more,
});
const values = { additional_info: { values: { tcp: 'TCP', udp: 'UDP' } } };
const fields: Record<string, ConfigField> = {
  a_text: field('text', { human_name: 'Text', description: 'of one line' }),
  b_area: field('text', { human_name: 'Area', attributes: ['textarea'] }),
  c_password: field('text', { human_name: 'Password', attributes: ['IS_PASSWORD'] }),
  d_key: field('text', { human_name: 'Key', is_encrypted: true }),
  e_stored: field('text', { human_name: 'Stored key', is_encrypted: true, is_optional: true }),
  f_port: field('number', { human_name: 'Port', attributes: ['is_port_number'] }),
  g_on: field('boolean', { human_name: 'On' }),
  h_one: field('dropdown', { human_name: 'One of', ...values }),
  i_many: field('list', { human_name: 'Many of', ...values }),
  j_file: field('inline_binary', { human_name: 'File' }),
  k_store: field('inline_binary', { human_name: 'Key store', is_encrypted: true }),
};

let config: ConfigValues;
function Configuration({ missing = [] }: { readonly missing?: readonly string[] }): ReactNode {
  const [now, setNow] = useState<ConfigValues>(() =>
    initialValues(fields, { e_stored: { is_set: true }, d_key: { is_set: false }, c_password: 'secret' }),
  );
  return (
    <ConfigurationFields
      fields={fields}
      values={now}
      missing={missing}
      onChange={(next) => {
        config = next;
        setNow(next);
      }}
    />
  );
}

function type(input: HTMLElement, text: string): void {
  const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
function labelled(root: ShadowRoot, label: string): HTMLInputElement {
  const found = [...root.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label));
  const control = found && root.getElementById(found.htmlFor);
  if (!(control instanceof HTMLInputElement)) throw new Error(`no input ${label}`);
  return control;
}
const give = (input: HTMLInputElement, bytes: Uint8Array<ArrayBuffer>): void =>
  chooseFiles(input, new File([bytes], 'keys.jks'));

describe('configuration fields', () => {
  it('have a control for every type, including secrets and files, and emit values that the server accepts', async () => {
    const { root, remove } = await stage(() => <Configuration missing={['k_store']} />);
    type(labelled(root, 'Text'), 'hello');
    await waitUntil(() => config['a_text'] === 'hello');
    expect([config['e_stored'], 'd_key' in config], 'untouched secrets keep their stored state').to.deep.equal([
      { keep_value: true },
      false,
    ]);
    await byText(root, 'of one line');
    expect(labelled(root, 'Password').type).to.equal('password');
    expect(labelled(root, 'Password').value, 'the stored secret is not shown').not.to.contain('secret');

    type(labelled(root, 'Key'), 'new');
    await waitUntil(() => JSON.stringify(config['d_key']) === '{"set_value":"new"}');
    await byText(root, 'A value is stored; it is never shown.');
    await clickOn(root, 'button', 'Reset Stored key');
    await waitUntil(() => JSON.stringify(config['e_stored']) === '{"delete_value":true}');
    type(labelled(root, 'Stored key'), 'other');
    await waitUntil(() => JSON.stringify(config['e_stored']) === '{"set_value":"other"}');
    await clickOn(root, 'button', 'Undo Reset');
    await waitUntil(() => JSON.stringify(config['e_stored']) === '{"keep_value":true}');

    give(labelled(root, 'File'), new Uint8Array([0, 255, 62, 63]));
    await waitUntil(() => config['j_file'] === 'AP8+Pw==');
    // Browsers report no change if the same file is chosen again, unless the field is empty.
    await clickOn(root, 'button', 'Choose file');
    expect(labelled(root, 'File').files).to.have.length(0);
    give(labelled(root, 'File'), new Uint8Array());
    await waitUntil(() => config['j_file'] === '');
    give(labelled(root, 'File'), new Uint8Array([0, 255, 62, 63]));
    await waitUntil(() => config['j_file'] === 'AP8+Pw==');
    give(labelled(root, 'Key store'), new Uint8Array([1, 2, 3]));
    await waitUntil(() => JSON.stringify(config['k_store']) === '{"set_value":"AQID"}');
    await byText(root, 'Key store is required.');
    const [first] = allByRole(root, 'button', 'Remove');
    first?.click();
    await waitUntil(() => config['j_file'] === '');
    expect(allByRole(root, 'spinbutton').length + allByRole(root, 'checkbox').length).to.equal(2);
    await still(root.host);
    await expectAccessible(root.host);
    remove();
  });
});

describe('fields of forms', () => {
  it('takes a period in ISO 8601 and in words', async () => {
    const passed: string[] = [];
    const Period = () => {
      const [value, setValue] = useState('PT1H');
      const onChange = (next: string) => {
        passed.push(next);
        setValue(next);
      };
      return (
        <Field label="Every">
          <PeriodInput value={value} onChange={onChange} />
        </Field>
      );
    };
    const { root, remove } = await stage(() => <Period />);
    const input = labelled(root, 'Every');
    for (const [typed, shown, stored] of [
      ['t5m', 'T5M', 'PT5M'],
      ['90 minutes', '90 minutes', 'PT90M'],
      ['1 day 2 hours', '1 day 2 hours', 'P1DT2H'],
      ['5 mx', '5 mx', 'P5 MX'],
    ] as const) {
      input.focus();
      input.select();
      await sendKeys({ type: typed });
      await waitUntil(() => input.value === shown, `${typed} stays as it is typed`);
      expect(passed.at(-1)).to.equal(stored);
      input.blur();
      await waitUntil(() => input.value === stored, `${typed} is shown as it is stored`);
    }
    remove();
  });

  it('takes a number and a unit, words and ISO 8601 as an amount of time, and blocks the form for any other text', async () => {
    let now: unknown;
    let sent = 0;
    const units = [
      { value: 'hours', label: 'hours', seconds: 3600 },
      { value: 'minutes', label: 'minutes', seconds: 60 },
      { value: 'seconds', label: 'seconds', seconds: 1 },
    ] as const;
    type Unit = (typeof units)[number]['value'];
    const Amount = () => {
      const [[value, unit], set] = useState<readonly [number | undefined, Unit]>([2, 'hours']);
      now = [value, unit];
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            sent += 1;
          }}
        >
          <Field label="Every" group>
            <AmountInput
              label="Every"
              unitLabel="Unit"
              units={units}
              value={value}
              unit={unit}
              onChange={(...next) => set(next)}
            />
          </Field>
          <button type="submit">Store</button>
        </form>
      );
    };
    const { root, remove } = await stage(() => <Amount />);
    const input = (await byRole(root, 'spinbutton', 'Every')) as HTMLInputElement;
    for (const [typed, stored, shown] of [
      ['5 minutes', [5, 'minutes'], '5'],
      ['PT5M', [5, 'minutes'], '5'],
      ['7', [7, 'minutes'], '7'],
      ['1 hour 30 min', [90, 'minutes'], '90'],
      ['pt90s', [90, 'seconds'], '90'],
      ['1 day', [24, 'hours'], '24'],
    ] as const) {
      input.focus();
      input.select();
      await sendKeys({ type: typed });
      expect(input.value).to.equal(typed);
      expect(now).to.deep.equal(stored);
      input.blur();
      await waitUntil(() => input.value === shown, `${typed} is shown as a number`);
    }
    await expectAccessible(root.host);
    for (const [typed, fault] of [
      ['soon', 'Must be a number or a duration such as 5 minutes or PT5M.'],
      ['0', 'Must be at least 1.'],
    ] as const) {
      input.select();
      await sendKeys({ type: typed });
      await byText(root, fault);
      await clickOn(root, 'button', 'Store');
      expect(sent, 'the form is not submitted').to.equal(0);
    }
    input.select();
    await sendKeys({ type: '3' });
    await sendKeys({ press: 'ArrowUp' });
    await waitUntil(() => input.value === '4');
    await clickOn(root, 'button', 'Store');
    await waitUntil(() => sent === 1);
    remove();
  });

  it('pairs are added when both texts are filled in, and removed after confirmation', async () => {
    let now: Readonly<Record<string, string>> = {};
    const Pairs = () => {
      const [pairs, setPairs] = useState<Readonly<Record<string, string>>>({ __proto__x: '1' });
      now = pairs;
      return <KeyValueTable label="Headers" values={pairs} onChange={setPairs} />;
    };
    const { root, remove } = await stage(() => <Pairs />);
    const add = await byRole(root, 'button', 'Add');
    const key = await byRole(root, 'textbox', 'Key of Headers');
    key.focus();
    await sendKeys({ type: 'X-One' });
    expect(add.getAttribute('aria-disabled') ?? String((add as HTMLButtonElement).disabled)).to.equal('true');
    await sendKeys({ press: 'Enter' });
    expect(now).to.deep.equal({ __proto__x: '1' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ type: '<b>a</b>' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => now['X-One'] === '<b>a</b>');
    await byText(root, '<b>a</b>');
    expect(root.activeElement === key, 'the focus returns to the key field for the next pair').to.equal(true);
    await still(root.host);
    await expectAccessible(root.host);
    await clickOn(root, 'button', 'Remove X-One');
    await byText(root, 'Do you really want to remove');
    await clickOn(root, 'button', 'Delete');
    await waitUntil(() => now['X-One'] === undefined);
    remove();
  });

  it('an entity is searched on the server while typing; a stored entity is shown by its title', async () => {
    const requests: string[] = [];
    server.routes['GET /entity_suggestions'] = ({ url }) => {
      const query = url.searchParams.get('query') ?? '';
      requests.push(`${url.searchParams.get('collection')} ${query}`);
      const all = ['Errors', 'Audit'].map((value, at) => ({ id: `s${at}`, value }));
      const suggestions = all.filter(({ value }) => value.toLowerCase().includes(query));
      return { suggestions, pagination: { total: 2, count: 2, page: 1, per_page: 50 } };
    };
    server.routes['POST /system/catalog/entities/titles'] = () => ({
      entities: [{ id: 's9', type: 'streams', title: 'Far away' }],
      not_permitted_to_view: [],
    });
    let now: string | undefined;
    const Picker = () => {
      const [value, setValue] = useState<string | undefined>('s9');
      now = value;
      return (
        <Field label="Stream">
          <EntityPicker collection="streams" value={value} onChange={setValue} />
        </Field>
      );
    };
    const { root, remove } = await stage(() => <Picker />);
    const input = labelled(root, 'Stream');
    await waitUntil(() => input.value === 'Far away');
    input.focus();
    input.select();
    await sendKeys({ type: 'audi' });
    await byRole(root, 'option', 'Audit');
    await waitUntil(() => requests.includes('streams audi'));
    expect(
      requests.filter((text) => /a$|au$|aud$/.test(text)),
      'the texts before the last key are not searched',
    ).to.have.length(0);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => now === 's1' && input.value === 'Audit');
    remove();
  });
});

describe('a code field', () => {
  const sent: string[] = [];
  const Code = (props: Partial<CodeFieldProps>) => {
    const [text, setText] = useState('one AND two');
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.push(text);
        }}
      >
        <CodeField label="Rule" value={text} onChange={setText} {...props} />
        <button type="submit">Store</button>
        <button type="button" onClick={() => setText('from outside')}>
          Put
        </button>
      </form>
    );
  };
  const editorOf = (root: ShadowRoot) => root.querySelector<HTMLElement>('.cm-content');
  const arrived = async (root: ShadowRoot): Promise<HTMLElement> => {
    await waitUntil(() => editorOf(root) !== null, 'the editor is loaded');
    const found = editorOf(root);
    if (!found) throw new Error('no editor');
    return found;
  };
  const pressed = async (modifier: 'Control' | 'Shift', key: string): Promise<void> => {
    await sendKeys({ down: modifier });
    await sendKeys({ press: key });
    await sendKeys({ up: modifier });
  };
  beforeEach(() => void sent.splice(0));

  it('accepts an offered completion on Enter instead of breaking the line', async () => {
    const language = () => Promise.resolve(templateLanguage(() => ['beats_host']));
    const { root, remove } = await stage(() => <Code language={language} />);
    const editor = await arrived(root);
    editor.focus();
    await pressed('Control', 'a');
    await sendKeys({ type: '${user.b' });
    await waitUntil(() => root.querySelector('.cm-tooltip-autocomplete li') !== null, 'the completion is offered');
    await sendKeys({ press: 'Enter' });
    expect([...editor.querySelectorAll('.cm-line')].map(({ textContent }) => textContent)).to.deep.equal([
      '${user.beats_host',
    ]);
    remove();
  });

  it('highlights syntax, shows lines, submits on Ctrl+Enter, and lets Tab leave the field', async () => {
    const language = () => Promise.resolve(queryLanguageSupport());
    const { root, remove } = await stage(() => <Code language={language} required error="Not like that." />);
    const editor = await arrived(root);
    expect(root.querySelector('textarea')).to.equal(null);
    const operator = [...editor.querySelectorAll('span')].find(({ textContent }) => textContent === 'AND');
    expect(operator && getComputedStyle(operator).fontWeight).to.equal('600');
    const note = root.getElementById(editor.getAttribute('aria-describedby') ?? '');
    expect([
      note?.textContent,
      ...['aria-label', 'aria-invalid', 'aria-required'].map((name) => editor.getAttribute(name)),
    ]).to.deep.equal(['Not like that.', 'Rule', 'true', 'true']);

    root.querySelector('label')?.click();
    expect(root.activeElement === editor, 'the label focuses the editor').to.equal(true);
    await pressed('Control', 'End');
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: '  three' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: 'four' });
    await pressed('Control', 'Enter');
    await waitUntil(() => sent.length > 0, 'the form is submitted');
    expect(sent).to.deep.equal(['one AND two\n  three\n  four']);
    await sendKeys({ press: 'Tab' });
    expect(root.activeElement?.textContent).to.equal('Store');
    await pressed('Shift', 'Tab');
    expect(root.activeElement?.outerHTML.slice(0, 200)).to.equal(editor.outerHTML.slice(0, 200));
    await pressed('Shift', 'Tab');
    expect(root.activeElement === editor, 'Shift+Tab also leaves the editor').to.equal(false);
    await still(root.host);
    await expectAccessible(root.host);

    await clickOn(root, 'button', 'Put');
    await waitUntil(() => editor.textContent === 'from outside');
    expect(sent).to.have.length(1);
    remove();
  });

  it('has a maximum height and its own scrolling, and accepts no input when disabled', async () => {
    const text = Array.from({ length: 100 }, (_unused, at) => `line ${at}`).join('\n');
    const { root, remove } = await stage(() => (
      <>
        <Code value={text} />
        <Code disabled />
      </>
    ));
    await waitUntil(() => root.querySelectorAll('.cm-content').length === 2);
    const scroller = root.querySelector<HTMLElement>('.cm-scroller');
    expect(scroller?.clientHeight).to.equal(320);
    await waitUntil(() => (scroller?.scrollHeight ?? 0) > 1900, 'the lines have a height');
    const off = root.querySelectorAll<HTMLElement>('.cm-content')[1];
    expect([off?.contentEditable, off?.getAttribute('aria-disabled')]).to.deep.equal(['false', 'true']);
    await still(root.host);
    await expectAccessible(root.host);
    remove();
  });

  it('is a plain text area until the editor has loaded, or if it cannot load; the next use retries', async () => {
    let tries = 0;
    let broken = true;
    const language = () => {
      tries += 1;
      return broken ? Promise.reject(new Error('offline')) : Promise.resolve(queryLanguageSupport());
    };
    const { root, remove } = await stage(() => <Code language={language} help="What it is for." />);
    await waitUntil(() => tries === 1);
    const area = (await byRole(root, 'textbox')) as HTMLTextAreaElement;
    expect([area.tagName, area.labels?.[0]?.textContent]).to.deep.equal(['TEXTAREA', 'Rule']);
    area.focus();
    await waitUntil(() => tries >= 2, 'loading the editor is tried again');
    await sendKeys({ press: 'End' });
    await sendKeys({ type: ' three' });
    await pressed('Control', 'Enter');
    await waitUntil(() => sent[0] === 'one AND two three', 'the text area submits the form');
    await still(root.host);
    await expectAccessible(root.host);
    broken = false;
    area.blur();
    area.focus();
    area.setSelectionRange(3, 3);
    const editor = await arrived(root);
    expect(root.activeElement === editor, 'the focus moves to the editor').to.equal(true);
    await sendKeys({ type: '!' });
    await waitUntil(() => editor.textContent === 'one! AND two three', 'the cursor position is kept');
    remove();
  });
});

describe('a URL that the server will request', () => {
  let now = '';
  const refusals: boolean[] = [];
  const Address = () => {
    const [url, setUrl] = useState('');
    now = url;
    return (
      <UrlField
        label="File URL"
        required
        help="Of the table."
        value={url}
        onChange={setUrl}
        onRefused={(refused) => refusals.push(refused)}
      />
    );
  };
  const route = 'POST /system/urlwhitelist/check';
  const user = (permissions: readonly string[]) => () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' });
  beforeEach(() => void refusals.splice(0));

  it('is checked while typing; a URL outside the allow list is reported with a link to the list', async () => {
    let allowed = ['https://a.example/'];
    server.routes['GET /users/*'] = user(['urlwhitelist:read', 'urlwhitelist:write']);
    const listed = { id: '1', title: 'A', type: 'literal', value: 'https://a.example/' };
    server.routes['GET /system/urlwhitelist'] = () => ({ entries: [listed], disabled: false });
    server.routes['PUT /system/urlwhitelist'] = ({ body }) => {
      const { entries } = JSON.parse(body ?? '') as { entries: { value: string }[] };
      allowed = entries.map(({ value }) => value);
      return new Response(null, { status: 204 });
    };
    server.routes[route] = ({ body }) => {
      const { url } = JSON.parse(body ?? '') as { url: string };
      return { url, is_whitelisted: allowed.includes(url) };
    };
    const { root, remove } = await stage(() => <Address />);
    const input = labelled(root, 'File URL');
    await byText(root, 'Of the table.');
    input.focus();
    await sendKeys({ type: ' https://a.example/' });
    await waitUntil(() => server.to(route).at(-1)?.body === '{"url":"https://a.example/"}', 'the URL is checked');
    expect(now).to.equal('https://a.example/');
    await sendKeys({ type: 'x' });
    await byText(root, 'URL https://a.example/x is not whitelisted');
    expect([input.getAttribute('aria-invalid'), refusals.at(-1)]).to.deep.equal(['true', true]);
    await still(root.host);
    await expectAccessible(root.host);

    await clickOn(root, 'button', 'Add to URL Whitelist');
    await byRole(root, 'dialog', 'Update Whitelist Configuration');
    const address = (await byRole(root, 'textbox', 'URL of entry 2')) as HTMLInputElement;
    expect(address.value).to.equal('https://a.example/x');
    expect(allByRole(root, 'button', 'Add Url')).to.have.length(2, 'the button is at the top and at the bottom');
    const store = await byRole(root, 'button', 'Update configuration');
    expect(store.getAttribute('aria-disabled')).to.equal('true');
    (await byRole(root, 'textbox', 'Title of entry 2')).focus();
    await sendKeys({ type: ' B ' });
    store.click();
    await waitUntil(() => refusals.at(-1) === false, 'the URL is checked again');
    const sent = JSON.parse(server.to('PUT /system/urlwhitelist').at(-1)?.body ?? '') as { entries: object[] };
    expect(sent.entries[0]).to.deep.equal(listed);
    expect(sent.entries[1]).to.include({ title: 'B', type: 'literal', value: 'https://a.example/x' });
    expect(root.querySelector('[role=alert]')).to.equal(null);
    const requestsBefore = server.to(route).length;
    input.select();
    await sendKeys({ type: 'ftp://a.example/' });
    await byText(root, 'URL ftp://a.example/ is not a valid URL.');
    expect([server.to(route).length, refusals.at(-1)]).to.deep.equal([requestsBefore, true]);
    input.select();
    await sendKeys({ press: 'Delete' });
    await byText(root, 'Of the table.');
    expect(refusals.at(-1)).to.equal(false);
    remove();
  });

  it('names the permission to allow a URL to users who lack it; a failed check does not block the form', async () => {
    server.routes['GET /users/*'] = user([]);
    server.routes[route] = () => ({ url: '', is_whitelisted: false });
    const { root, remove } = await stage(() => <Address />);
    const input = labelled(root, 'File URL');
    input.focus();
    await sendKeys({ type: 'https://a.example/' });
    await byText(root, 'An administrator can add it to the URL Whitelist.');
    expect(allByRole(root, 'link')).to.have.length(0);
    server.routes[route] = () => new Response('{"type":"ApiError","message":"broken"}', { status: 500 });
    await sendKeys({ type: 'y' });
    await byText(root, 'Could not check whether this address is allowed: ');
    expect([root.querySelector('[role=alert]'), refusals.at(-1)]).to.deep.equal([null, false]);
    remove();
  });
});

describe('Field', () => {
  it('says how much of a pasted text has no room, until the text is changed', async () => {
    function Named() {
      const [name, setName] = useState('12345');
      return (
        <Field label="Name">
          <Input value={name} maxLength={10} onChange={setName} />
        </Field>
      );
    }
    const { root, remove } = await stage(() => <Named />);
    const input = labelled(root, 'Name');
    input.focus();
    input.setSelectionRange(2, 4);
    const paste = (text: string) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true }));
    };
    paste('abcd\nefg');
    await settled();
    expect(root.querySelector('[role=alert]'), 'line breaks are no characters of a line').to.equal(null);
    paste('abcdefghi');
    await byText(root, 'Only 10 characters have room here, so the last 2 characters of the pasted text are left out.');
    await sendKeys({ type: 'x' });
    await waitUntil(() => root.querySelector('[role=alert]') === null, 'the next change removes the error');
    remove();
  });
});

describe('Fields', () => {
  const tops = async (width: number) => {
    const { root, remove } = await stage(
      () => (
        // The field is rendered without a page container, as in a dialog.
        <div style={{ width }}>
          <Fields columns>
            <input aria-label="From" />
            <input aria-label="Until" />
          </Fields>
        </div>
      ),
      1200,
    );
    const found = allByRole(root, 'textbox').map((one) => one.getBoundingClientRect().top);
    remove();
    return new Set(found).size;
  };

  it('stand beside each other if two fit, and below each other on a phone', async () => {
    expect(await tops(552)).to.equal(1);
    expect(await tops(320)).to.equal(2);
  });
});
