import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { systemJvm } from '../../../api/contract/system.js';
import { openConnections } from '../../../elements/element/connection.js';
import { useConnection } from '../../../elements/element/connection-context.js';
import { KeptPage } from '../../../elements/element/kept-page.js';
import { defineElement } from '../../../elements/frame/define.js';
import { Button } from '../../../elements/kit/button.js';
import { Dialog } from '../../../elements/kit/dialog.js';
import { Input } from '../../../elements/kit/input.js';
import { Popover } from '../../../elements/kit/popover.js';
import { useDocumentKeys } from '../../../elements/kit/shortcuts/use-document-keys.js';
import '../../../elements/kit/fluent/dialog-surface.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

/** Number of times that the shortcut of the page was pressed. */
let shortcuts = 0;

/**
 * Renders a typical page, which is empty until its request is answered, and has a dialog, a popover with a text field
 * and the shortcut B.
 */
function Page(): ReactNode {
  const { client } = useConnection();
  const jvm = useQuery({ queryKey: ['jvm'], queryFn: () => client.call(systemJvm) });
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [range, setRange] = useState('');
  useDocumentKeys(({ key }) => {
    if (key === 'b') shortcuts += 1;
    return key === 'b';
  });
  if (jvm.error) return <output>failed</output>;
  if (!jvm.data) return <output>loading</output>;
  return (
    <>
      <output>{JSON.stringify(jvm.data)}</output>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Popover label="Range" trigger={<Button>Range</Button>}>
        {() => (
          <>
            <Input aria-label="From" value={range} onChange={setRange} />
            <Button onClick={() => void jvm.refetch()}>Apply</Button>
          </>
        )}
      </Popover>
      <Dialog open={open} title="Create" onClose={() => setOpen(false)}>
        <Input aria-label="First" value="" onChange={() => {}} />
        <Input aria-label="Title" value={text} onChange={setText} />
        <Button onClick={() => void jvm.refetch()}>Save</Button>
      </Dialog>
    </>
  );
}

defineElement('log-kept-page', Page);

let setAway: (away: boolean) => void = () => undefined;
function Covered(): ReactNode {
  const [away, set] = useState(false);
  setAway = (next) => flushSync(() => set(next));
  return (
    <KeptPage away={away}>
      <button>Own</button>
    </KeptPage>
  );
}

describe('the focus of a page that was hidden', () => {
  let root: ShadowRoot;
  let remove: () => void;
  const own = () => root.querySelector('button');
  const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  beforeEach(async () => {
    ({ root, remove } = await stage(() => <Covered />));
    await waitUntil(own);
  });
  afterEach(() => remove());

  it('returns to its control if the page is hidden again before the control has it back', async () => {
    own()?.focus();
    setAway(true);
    await waitUntil(() => !root.activeElement, 'the hidden control loses the focus');
    setAway(false);
    setAway(true);
    await twoFrames();
    setAway(false);
    await waitUntil(() => root.activeElement === own(), 'the control has the focus again');
  });

  it('does not move to a control of the host page', async () => {
    const other = document.body.appendChild(document.createElement('button'));
    other.focus();
    setAway(true);
    other.blur();
    setAway(false);
    await twoFrames();
    expect(document.activeElement).to.equal(document.body);
    other.remove();
  });
});

describe('a page during a lost session or an outage', () => {
  let server: FakeServer;
  let element: HTMLElement;
  let person: string | undefined;
  let away: boolean;

  beforeEach(async () => {
    person = 'ada';
    away = false;
    shortcuts = 0;
    const answered = (answer: () => unknown) => () => {
      if (away) throw new TypeError('Failed to fetch');
      return answer();
    };
    const forPerson = (answer: () => unknown) =>
      answered(() => (person === undefined ? new Response('{}', { status: 401 }) : answer()));
    server = fakeServer({
      ...signedIn,
      'GET /': answered(() => ({})),
      'GET /system/sessions': answered(() =>
        person === undefined ? { is_valid: false } : { is_valid: true, username: person },
      ),
      'GET /users/*': forPerson(() => ({ id: 'u1', username: person, permissions: [], timezone: 'UTC' })),
      'GET /system/jvm': forPerson(() => ({ free: 1 })),
      'POST /system/sessions': ({ body }) => {
        person = (JSON.parse(String(body)) as { username: string }).username;
        return { session_id: 's', username: person, valid_until: '' };
      },
    });
    document.body.insertAdjacentHTML('beforeend', '<log-kept-page></log-kept-page>');
    element = document.body.lastElementChild as HTMLElement;
    await waitUntil(() => find('output')?.textContent.includes('free'));
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await waitUntil(() => openConnections() === 0);
    server.restore();
  });

  const find = <T extends HTMLElement>(selector: string): T | null | undefined =>
    element.shadowRoot?.querySelector<T>(selector);
  const button = (name: string) =>
    [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((one) => one.textContent.includes(name));
  const field = (name: string) => find<HTMLInputElement>(`input[aria-label="${name}"]`);
  const seen = (one: HTMLElement | null | undefined): boolean =>
    one?.checkVisibility({ visibilityProperty: true }) ?? false;
  const type = (into: HTMLInputElement | null | undefined, text: string): void => {
    into?.focus();
    document.execCommand('insertText', false, text);
  };
  /**
   * Types until the field has the text and the focus. This is necessary because a dialog that opens or closes moves the
   * focus once more some milliseconds later. A user would notice this before typing.
   */
  const typeInto = (selector: string, text: string): Promise<void> =>
    waitUntil(() => {
      const input = find<HTMLInputElement>(selector);
      if (input?.value === '') type(input, text);
      else input?.focus();
      return input?.value === text && element.shadowRoot?.activeElement === input;
    });
  const signIn = async (name: string): Promise<void> => {
    await typeInto('[name=username]', name);
    await typeInto('[name=password]', 'secret');
    button('Sign in')?.click();
  };
  const openDialog = async (): Promise<void> => {
    button('Open')?.click();
    await waitUntil(() => element.shadowRoot?.activeElement === field('First'));
    await typeInto('input[aria-label="Title"]', 'typed');
  };

  it('hides the dialog during sign-in, and restores it with its values and its focus', async () => {
    await openDialog();
    person = undefined;
    button('Save')?.click();
    await waitUntil(() => find('[name=username]'));
    expect(seen(field('Title')), 'the dialog does not cover the sign-in form').to.equal(false);
    expect(find('form')?.closest('[aria-hidden=true]'), 'the sign-in form is visible to screen readers').to.equal(null);
    await signIn('ada');
    await waitUntil(() => seen(field('Title')));
    expect(field('Title')?.value).to.equal('typed');
    await waitUntil(() => element.shadowRoot?.activeElement === field('Title'));
    expect(find('[role=dialog]')?.getAttribute('aria-modal')).to.equal('true');
  });

  it('keeps a popover open during the clicks and keys of a sign-in, and returns the focus to its field', async () => {
    button('Range')?.click();
    await waitUntil(() => seen(field('From')));
    type(field('From'), 'yesterday');
    person = undefined;
    button('Apply')?.click();
    await waitUntil(() => find('[name=username]'));
    expect(seen(field('From')), 'the popover does not cover the sign-in form').to.equal(false);
    const form = find('[name=username]');
    form?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    form?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    await signIn('ada');
    await waitUntil(() => field('From')?.value === 'yesterday' && seen(field('From')));
    await waitUntil(() => element.shadowRoot?.activeElement === field('From'), 'the field has the focus again');
  });

  it('gives the focus of a hidden field to the sign-in form, which takes no text and no shortcuts of the page', async () => {
    await sendKeys({ press: 'b' });
    expect(shortcuts).to.equal(1);
    button('Range')?.click();
    await waitUntil(() => seen(field('From')));
    type(field('From'), 'yesterday');
    person = undefined;
    button('Apply')?.click();
    await waitUntil(() => find('[name=username]'));
    await waitUntil(() => element.shadowRoot?.activeElement === find('form'), 'the form has the focus');
    for (const key of ['b', '?', 'c']) await sendKeys({ press: key });
    expect(find<HTMLInputElement>('[name=username]')?.value).to.equal('');
    expect(shortcuts).to.equal(1);
    await sendKeys({ press: 'Tab' });
    expect(element.shadowRoot?.activeElement).to.equal(find('[name=username]'));
  });

  it('leaves the focus alone when no control of the hidden page had it', async () => {
    const own = document.body.appendChild(document.createElement('button'));
    own.focus();
    person = undefined;
    button('Range')?.click();
    await waitUntil(() => button('Apply'));
    own.focus();
    button('Apply')?.click();
    await waitUntil(() => find('[name=username]'));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    expect(document.activeElement).to.equal(own);
    own.remove();
  });

  it('keeps the texts typed at the first sign-in during an outage, below a notice', async () => {
    element.remove();
    await waitUntil(() => openConnections() === 0);
    person = undefined;
    document.body.insertAdjacentHTML('beforeend', '<log-kept-page></log-kept-page>');
    const mounted = document.querySelector<HTMLElement>('log-kept-page');
    if (!mounted) throw new Error('no element');
    element = mounted;
    await typeInto('[name=username]', 'ada');
    const input = find<HTMLInputElement>('[name=username]');
    const isOut = () =>
      [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[role=status]') ?? [])].some(
        (one) => seen(one) && one.textContent.includes('not reachable since'),
      );
    away = true;
    window.dispatchEvent(new Event('online'));
    await waitUntil(isOut, 'the outage notice is shown');
    away = false;
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => !isOut(), 'the outage notice disappears');
    expect(find('[name=username]')).to.equal(input);
    expect(input?.value).to.equal('ada');
  });

  it('drops the typed text when another user signs in', async () => {
    await openDialog();
    person = undefined;
    button('Save')?.click();
    await signIn('bob');
    await waitUntil(() => seen(button('Open')));
    expect(field('Title')).to.equal(null);
  });

  it('keeps page and dialog in an outage below a notice, and repeats the request once the server is back', async () => {
    await openDialog();
    away = true;
    button('Save')?.click();
    const line = () => [...(element.shadowRoot?.querySelectorAll('[role=status]') ?? [])].map((one) => one.textContent);
    await waitUntil(() => line().some((text) => /not reachable since \d\d:\d\d, trying again/.test(text)));
    expect(line().length, 'the outage notice is shown above the page and in the dialog').to.equal(2);
    expect([field('Title')?.value, find('output')?.textContent]).to.deep.equal(['typed', '{"free":1}']);
    away = false;
    const requestsBefore = server.to('GET /system/jvm').length;
    find('[role=dialog]')?.querySelector<HTMLElement>('[role=status] button')?.click();
    await waitUntil(() => line().length === 0);
    await waitUntil(() => server.to('GET /system/jvm').length > requestsBefore);
    expect([field('Title')?.value, seen(field('Title'))]).to.deep.equal(['typed', true]);
  });

  const answersWith = (status: number, body: string) => {
    server.routes['GET /system/jvm'] = () => new Response(body, { status });
  };

  it('keeps page and dialog when a proxy answers in place of the server', async () => {
    await openDialog();
    answersWith(503, '<h1>Service unavailable</h1>');
    const requestCount = server.to('GET /system/jvm').length;
    const pings = server.to('GET /').length;
    button('Save')?.click();
    await waitUntil(() => server.to('GET /system/jvm').length > requestCount && server.to('GET /').length > pings);
    expect([field('Title')?.value, find('output')?.textContent]).to.deep.equal(['typed', '{"free":1}']);
  });

  for (const status of [403, 404, 500, 503])
    it(`shows that the server itself answers ${status} to a repeated request`, async () => {
      await openDialog();
      answersWith(status, '{"type":"ApiError","message":"nothing to get"}');
      button('Save')?.click();
      await waitUntil(() => find('output')?.textContent === 'failed');
    });
});
