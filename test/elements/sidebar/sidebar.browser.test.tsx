import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { useActorRef } from '@xstate/react';
import type { HighlightingRule } from '../../../api/contract/views.schema.js';
import { useConnection } from '../../../elements/element/connection-context.js';
import { SidebarButton, ViewSidebar } from '../../../elements/sidebar/index.js';
import type { ViewPageActor } from '../../../elements/view-area/index.js';
import { pageLogic } from '../../../machines/page-actors.js';
import { searchPageMachine } from '../../../machines/search-page.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { stateOf, withHighlighting } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { untyped } from '../../untyped.js';

const fieldType = (name: string, type = 'string') => ({
  name,
  type: { type, properties: type === 'long' ? ['numeric', 'enumerable'] : ['enumerable'], index_names: [] },
});
const current = [fieldType('took_ms', 'long'), fieldType('source'), fieldType('gl2_source_node')];
const all = [
  ...current,
  ...Array.from({ length: 5_000 }, (_item, index) => fieldType(`field_${String(index).padStart(4, '0')}`)),
  fieldType('<img src=x onerror="globalThis.hacked=1">'),
];

const server = () =>
  fakeServer({
    ...signedIn,
    'POST /views/fields': () => current,
    'GET /views/fields': () => all,
    'POST /views/search/sync': ({ body }) => {
      const { queries } = JSON.parse(body ?? '') as {
        queries: { id: string; search_types: { id: string; series: { id: string }[] }[] }[];
      };
      const results = queries.map(({ id, search_types: [searchType] }) => [
        id,
        {
          errors: [],
          search_types: {
            [searchType?.id ?? '']: {
              type: 'pivot',
              rows: [
                {
                  key: [],
                  source: 'leaf',
                  values: searchType?.series.map((one, at) => ({ key: [one.id], value: at })),
                },
              ],
            },
          },
        },
      ]);
      return { results: Object.fromEntries(results), execution: { done: true } };
    },
  });

async function sidebar(
  width: number,
  rules: readonly HighlightingRule[] = [],
  readOnly = false,
  pinned = false,
  type: 'SEARCH' | 'DASHBOARD' = 'SEARCH',
) {
  const fake = server();
  const preferences = { searchSidebarIsPinned: true, dashboardSidebarIsPinned: true };
  if (pinned) fake.routes['GET /users/*'] = () => ({ id: 'u1', username: 'ada', permissions: [], preferences });
  let page: ViewPageActor | undefined;
  function Scene() {
    const { client } = useConnection();
    const [logic] = useState(() => pageLogic(searchPageMachine, { client }));
    const [document] = useState(() => {
      const made = defaultSearch({ createdAt: '2026-11-20T10:00:00.000Z' }, randomIds);
      return withHighlighting(made, made.search.queries[0]?.id ?? '', rules);
    });
    page = useActorRef(logic, { input: { source: { kind: 'given', document } } });
    return (
      <ViewSidebar page={page} type={type} config={undefined}>
        <SidebarButton />
        <button type="button">Another control</button>
        <p style={{ height: 700 }}>The page</p>
      </ViewSidebar>
    );
  }
  const scene = await stage(() => <Scene />, width);
  staged.push(scene.remove, () => fake.restore());
  if (readOnly) scene.host.setAttribute('readonly', '');
  const rulesNow = (): readonly HighlightingRule[] => {
    const { document, activeQuery } = page?.getSnapshot().context.view.getSnapshot().context ?? {};
    return document
      ? ((stateOf(document, activeQuery ?? '').formatting?.highlighting ?? []) as HighlightingRule[])
      : [];
  };
  return {
    ...scene,
    fake,
    rulesNow,
    open: async (section: string) => {
      const button = await byRole(scene.root, 'button', section);
      button.focus();
      button.click();
    },
  };
}

const staged: (() => void)[] = [];
afterEach(() => {
  for (const remove of staged.splice(0)) remove();
  localStorage.clear();
});

const box = (element: Element): DOMRect => element.getBoundingClientRect();
const rule = (value: string, color: HighlightingRule['color'] = '#db4241'): HighlightingRule => ({
  field: 'source',
  value,
  condition: 'equal',
  color,
});

describe('sidebar', () => {
  it('lies above the page, and closes by Escape, by its own button and by a click beside it', async () => {
    const { root, open } = await sidebar(1000);
    await open('Fields');
    const panel = await byRole(root, 'list', 'Fields');
    expect(allByRole(root, 'button', 'Keep sidebar open').length).to.equal(0);
    const page = await byText(root, 'The page');
    expect(box(page).left).to.be.lessThan(box(panel).right);
    root.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'list', 'Fields').length === 0);
    expect(root.activeElement?.getAttribute('aria-label')).to.equal('Fields');
    await open('Fields');
    await byRole(root, 'list', 'Fields');
    await open('Fields');
    await waitUntil(() => allByRole(root, 'list', 'Fields').length === 0);
    await clickOn(root, 'button', 'Open sidebar');
    await byText(root, 'No query executed yet.');
    page.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    await waitUntil(() => allByRole(root, 'button', 'Close sidebar').length === 0);
  });

  it('is pinned beside the page as a user preference', async () => {
    const { root, fake, open } = await sidebar(1150);
    fake.routes['PUT /users/*'] = () => undefined;
    await open('Fields');
    await clickOn(root, 'button', 'Keep sidebar open');
    const panel = await byRole(root, 'list', 'Fields');
    const page = await byText(root, 'The page');
    await waitUntil(() => box(page).left > box(panel).right, 'the panel is beside the page');
    const [saved] = fake.calls.filter(({ method }) => method === 'PUT');
    expect(JSON.parse(saved?.body ?? '')).to.deep.equal({ preferences: { searchSidebarIsPinned: true } });
    page.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    await settled();
    expect(allByRole(root, 'list', 'Fields').length).to.equal(1);
  });

  it('stores the pin in the browser for users who cannot save preferences, and restores it', async () => {
    const reader = await sidebar(1150, [], true);
    await reader.open('Highlighting');
    await clickOn(reader.root, 'button', 'Keep sidebar open');
    await byRole(reader.root, 'button', 'Show sidebar above the page');
    expect(reader.fake.calls.filter(({ method }) => method === 'PUT').length).to.equal(0);
    expect(allByRole(reader.root, 'button', 'Create').length).to.equal(0);
    expect(allByRole(reader.root, 'button', 'Add rule').length).to.equal(0);
    reader.remove();
    const again = await sidebar(1150, [], true);
    await byText(again.root, 'Matches of the query');
  });

  it('opens the section that was last open on pages of the same kind', async () => {
    const search = await sidebar(1300, [], false, true);
    await search.open('Highlighting');
    await byText(search.root, 'Matches of the query');
    search.remove();
    const dashboard = await sidebar(1300, [], false, true, 'DASHBOARD');
    await byText(dashboard.root, 'No query executed yet.');
    expect(dashboard.root.textContent).not.to.include('Matches of the query');
    dashboard.remove();
    const again = await sidebar(1300, [], false, true);
    await byText(again.root, 'Matches of the query');
  });

  it("gives a phone's page the full width, and opens its sections from there", async () => {
    const { root, host } = await sidebar(360);
    expect(box(await byText(root, 'The page')).width).to.equal(box(host).width);
    expect(allByRole(root, 'button', 'Fields').length).to.equal(0);
    await clickOn(root, 'button', 'Open sidebar');
    await clickOn(root, 'menuitem', 'Fields');
    const panel = await byRole(root, 'list', 'Fields');
    await waitUntil(() => panel.closest('aside')?.matches(':focus') ?? false, 'the panel has the focus');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'list', 'Fields').length === 0);
    // A phone has no rail with a button that could get the focus back, so the opener gets it.
    const opener = await byRole(root, 'button', 'Open sidebar');
    await waitUntil(() => opener.matches(':focus'), 'Escape returns the focus to the button');
    opener.click();
    await clickOn(root, 'menuitem', 'Fields');
    await byRole(root, 'list', 'Fields');
    const close = await byRole(root, 'button', 'Close');
    close.focus();
    close.click();
    await waitUntil(() => allByRole(root, 'list', 'Fields').length === 0);
    await waitUntil(() => opener.matches(':focus'), 'the close button returns the focus to the button');
  });
});

describe('sidebar on a phone', () => {
  it('closes on a tap beside it and swallows the tap; a mouse click also reaches the page', async () => {
    const { root } = await sidebar(360);
    const opened = async () => {
      await clickOn(root, 'button', 'Open sidebar');
      await clickOn(root, 'menuitem', 'Fields');
      await byRole(root, 'list', 'Fields');
    };
    const closed = () => waitUntil(() => allByRole(root, 'list', 'Fields').length === 0);
    const control = await byRole(root, 'button', 'Another control');
    let clicks = 0;
    control.addEventListener('click', () => (clicks += 1));
    const press = (pointerType: string) => {
      control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true, pointerType }));
      control.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail: 1 }));
    };
    await opened();
    press('touch');
    await closed();
    expect(clicks).to.equal(0);
    press('touch');
    expect(clicks).to.equal(1);
    await opened();
    press('mouse');
    await closed();
    expect(clicks).to.equal(2);

    // A finger that scrolls causes no click, so the next click, by keyboard, must reach the control.
    await opened();
    control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true, pointerType: 'touch' }));
    await closed();
    control.click();
    expect(clicks).to.equal(3);
  });
});

describe('field list', () => {
  it('mounts a few of 5,000 fields, filters, greys out fields that are absent from the result, and is navigated by keyboard', async () => {
    const { root, fake, open } = await sidebar(1000);
    await open('Fields');
    await byRole(root, 'button', 'source');
    expect(allByRole(root, 'listitem').length).to.equal(2);
    expect(fake.to('GET /views/fields').length).to.equal(0);
    await clickOn(root, 'tab', 'all');
    await byRole(root, 'button', 'field_0000');
    expect(root.querySelectorAll('[role=listitem]').length).to.be.lessThan(70);
    expect(root.querySelector('img')).to.equal(null);
    expect(allByRole(root, 'button', 'gl2_source_node').length).to.equal(0);

    const filter = await byRole(root, 'searchbox', 'Filter fields').catch(() => undefined);
    const input = filter ?? root.querySelector<HTMLInputElement>('input[type=search]');
    input?.focus();
    await sendKeys({ type: 'D_42' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(
      () => allByRole(root, 'button', 'field_4200').length === 1 && allByRole(root, 'button', 'source').length === 0,
    );
    await sendKeys({ press: 'Escape' });

    await clickOn(root, 'tab', 'all including reserved');
    const first = await byRole(root, 'button', /^<img/);
    expect(first.getAttribute('aria-disabled')).to.equal('true');
    first.click();
    await settled();
    expect(allByRole(root, 'menu').length).to.equal(0);
    first.focus();
    await sendKeys({ press: 'End' });
    const last = await byRole(root, 'button', 'took_ms');
    await waitUntil(() => root.activeElement === last, 'the last field has the focus');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await byRole(root, 'menuitem', 'Statistics');
    await still(root.querySelector('.lc') ?? root.host);
    await expectAccessible(root.host);
  });

  it('moves from the filter to the first matching field, even before the delayed filter has been applied', async () => {
    const { root, open } = await sidebar(1000);
    await open('Fields');
    await clickOn(root, 'tab', 'all');
    await byRole(root, 'button', 'field_0000');
    root.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    await sendKeys({ type: 'D_42' });
    await sendKeys({ press: 'ArrowDown' });
    const found = await byRole(root, 'button', 'field_4200');
    await waitUntil(() => root.activeElement === found, 'the found field has the focus');
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(
      () => root.activeElement?.getAttribute('aria-label') === 'field_4201',
      'the next field has the focus',
    );
  });

  it('moves from the filter to the first field, regardless of the scroll position and the last focused field', async () => {
    const { root, open } = await sidebar(1000);
    await open('Fields');
    await clickOn(root, 'tab', 'all');
    await byRole(root, 'button', 'field_0007');
    const list = await byRole(root, 'list', 'Fields');
    const input = root.querySelector<HTMLInputElement>('input[type=search]');
    const first = () => root.querySelector('[aria-posinset="1"] button');
    const entered = async (description: string) => {
      input?.focus();
      await sendKeys({ press: 'ArrowDown' });
      await waitUntil(() => first() && root.activeElement === first(), description);
    };
    const scrolled = async () => {
      const scrolledTo = () => {
        // The list may still be scrolling to its new position.
        list.scrollTop = 40_000;
        return first() === null && allByRole(root, 'button', 'field_0007').length === 0;
      };
      await waitUntil(scrolledTo, 'the list is scrolled');
    };
    input?.focus();
    await scrolled();
    await entered('scrolled, no field reached');
    await scrolled();
    await entered('scrolled, the first field reached');
    (await byRole(root, 'button', 'field_0005')).focus();
    await entered('another field reached, in sight');
    (await byRole(root, 'button', 'field_0005')).focus();
    input?.focus();
    await scrolled();
    await entered('another field reached, scrolled away');
    (await byRole(root, 'button', 'field_0005')).focus();
    input?.focus();
    await sendKeys({ type: 'D_42' });
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(
      () => root.activeElement?.getAttribute('aria-label') === 'field_4200',
      'the first matching field has the focus',
    );
  });

  it('shows the first matching fields of a filter, regardless of the scroll position', async () => {
    const { root, open } = await sidebar(1000);
    await open('Fields');
    await clickOn(root, 'tab', 'all');
    await byRole(root, 'button', 'field_0007');
    const list = await byRole(root, 'list', 'Fields');
    await waitUntil(() => {
      list.scrollTop = 40_000;
      return allByRole(root, 'button', 'field_0007').length === 0;
    });
    root.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    await sendKeys({ type: 'D_4' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => allByRole(root, 'button', 'field_4000').length === 1 && list.scrollTop === 0);
  });

  it('waits a limited time for the result of the page, which determines the order', async () => {
    const { root, open } = await sidebar(900);
    const opened = performance.now();
    await open('Fields');
    await waitUntil(() => root.querySelector('aside [aria-busy=true]'), 'the list is shown as loading');
    // The page of this test never gets a result.
    await byRole(root, 'list', 'Fields');
    expect(performance.now() - opened, 'the list is not shown before the waiting time is over').to.be.greaterThan(990);
  });

  it('takes the focus only on key presses, and keeps it on a field that is pinned', async () => {
    const { root, open } = await sidebar(1000);
    await open('Fields');
    (await byRole(root, 'button', 'source')).focus();
    await sendKeys({ press: 'ArrowUp' });
    const input = root.querySelector<HTMLInputElement>('input[type=search]');
    input?.focus();
    await sendKeys({ type: 'so' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => allByRole(root, 'button', 'took_ms').length === 0);
    expect(root.activeElement).to.equal(input);
    await sendKeys({ press: 'Escape' });

    await byRole(root, 'button', 'took_ms');
    (await byRole(root, 'button', 'source')).focus();
    const pin = await byRole(root, 'button', 'Keep took_ms on top');
    pin.focus();
    pin.click();
    await byText(root, 'Pinned');
    await waitUntil(
      () => root.activeElement?.getAttribute('aria-label') === 'took_ms',
      root.activeElement?.getAttribute('aria-label') ?? 'nothing',
    );
  });

  it('shows that no field matches, or that no field is known', async () => {
    const { root, fake, open } = await sidebar(1000);
    fake.routes['POST /views/fields'] = () => [];
    await open('Fields');
    await byText(root, 'No field information available.');
    root.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    await sendKeys({ type: 'x' });
    await sendKeys({ press: 'Enter' });
    await byText(root, 'No fields to show. Try changing your filter term or select a different field set above.');
  });

  it('shows the statistics of a numeric and of another field', async () => {
    const { root, open } = await sidebar(1000);
    await open('Fields');
    await clickOn(root, 'button', 'took_ms');
    await clickOn(root, 'button', 'Statistics of took_ms');
    await byText(root, '95th percentile');
    await waitUntil(
      () => [...root.querySelectorAll('td')].map((cell) => cell.textContent).join() === '0,1,2,3,4,5,6,7,8',
    );
    await still(root.querySelector('.lc') ?? root.host);
    await expectAccessible(root.host);
    await clickOn(root, 'button', 'All fields');
    await clickOn(root, 'button', 'source');
    await clickOn(root, 'button', 'Statistics of source');
    await waitUntil(
      () => [...root.querySelectorAll('th')].map((cell) => cell.textContent).join() === 'Count,Cardinality',
    );
  });
});

describe('highlighting', () => {
  const text = (element: Element) => element.textContent;
  const errors = (root: ParentNode) => allByRole(root, 'alert').map(text);
  const fill = async (root: ShadowRoot, role: string, name: string, value: string): Promise<void> => {
    const input = (await byRole(root, role, name)) as HTMLInputElement;
    // A dialog moves the focus to its first control shortly after it has opened.
    await waitUntil(() => input.closest('[role=dialog]')?.contains(root.activeElement) ?? true);
    input.focus();
    input.select();
    await sendKeys(value === '' ? { press: 'Delete' } : { type: value });
  };

  it('rejects values that violate the rules of the form, with their texts, and creates a gradient', async () => {
    const { root, open, rulesNow } = await sidebar(1300);
    await open('Highlighting');
    await clickOn(root, 'button', 'Add rule');
    const create = await byRole(root, 'button', 'Create rule');
    create.click();
    await waitUntil(() => errors(root).length === 2);
    expect(errors(root)).to.deep.equal(['Field is required', 'Value is required']);
    await byText(root, 'A gradient can only be defined for numeric fields.');

    await fill(root, 'combobox', 'Field', 'took');
    await byRole(root, 'option', /^took_ms/);
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await fill(root, 'textbox', 'Value', '100');
    const condition = root.querySelector('select') as HTMLSelectElement;
    expect([...condition.options].map((option) => option.label)).to.deep.equal(['==', '!=', '<=', '>=', '<', '>']);
    condition.value = 'greater';
    condition.dispatchEvent(new Event('change', { bubbles: true }));
    root.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click();
    await fill(root, 'textbox', 'Lowest value', '1.5');
    await fill(root, 'textbox', 'Highest value', '');
    create.click();
    await waitUntil(() => errors(root).join() === 'Must be a number.,Must be present.', errors(root).join());
    await fill(root, 'textbox', 'Lowest value', '10');
    await fill(root, 'textbox', 'Highest value', '-10');
    await waitUntil(() => errors(root).join() === 'Must be higher than lowest value.', errors(root).join());
    await still(root.querySelector('.lc') ?? root.host);
    await expectAccessible(root.host);
    await fill(root, 'textbox', 'Highest value', '500');
    await sendKeys({ press: 'Enter' });
    await byText(root, 'took_ms > "100".');
    expect(rulesNow()).to.deep.equal([
      {
        field: 'took_ms',
        value: '100',
        condition: 'greater',
        color: { type: 'gradient', gradient: 'Viridis', lower: 10, upper: 500 },
      },
    ]);
  });

  for (const pinned of [false, true]) {
    it(`keeps its values when the page becomes narrow and wide again, ${pinned ? '' : 'not '}pinned`, async () => {
      localStorage.setItem('log-console.sidebar-section SEARCH', 'highlighting');
      const { root, host } = await sidebar(1300, [], false, pinned);
      (await byRole(root, 'button', 'Add rule')).focus();
      await sendKeys({ press: 'Enter' });
      const dialog = await byRole(root, 'dialog', /./);
      await fill(root, 'textbox', 'Value', '4711');
      const value = root.activeElement as HTMLInputElement;
      for (const width of [360, 900, 360, 1300]) {
        host.style.width = `${width}px`;
        const railed = width >= 800;
        await waitUntil(
          () => (root.querySelector('nav') !== null) === railed,
          `the rail is shown only if there is room, at ${width} px`,
        );
        await still(root.querySelector('.lc') ?? host);
        expect(dialog.isConnected, `the dialog stays open at ${width} px`).to.equal(true);
        expect(root.activeElement).to.equal(value);
        expect(value.value).to.equal('4711');
      }
    });
  }

  it('is sorted by keyboard, recoloured by its swatch, edited, and deleted after confirmation', async () => {
    const odd = untyped<HighlightingRule>({ ...rule('c'), color: { type: 'plaid' } });
    const { root, open, rulesNow } = await sidebar(1300, [rule('a'), untyped({ ...rule('b'), x_unknown: 1 }), odd]);
    const values = () =>
      rulesNow()
        .map(({ value }) => value)
        .join('');
    await open('Highlighting');
    (await byRole(root, 'button', 'Move source == "a".')).focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => values() === 'bac', 'the order has changed');
    await byText(root, 'When several rules match a value, the last one wins.');

    await clickOn(root, 'button', 'Color of source == "b".');
    // The popover is loaded at its first use, and moves the focus to a colour shortly after it has opened.
    await waitUntil(() => root.activeElement?.matches('[role=radio]'), 'a colour has the focus', { timeout: 20_000 });
    const teal = await byRole(root, 'radio', 'teal');
    teal.focus();
    teal.click();
    await waitUntil(() => JSON.stringify(rulesNow()[0]?.color) === '{"type":"static","color":"#01948a"}');
    await waitUntil(() => teal.ariaChecked === 'true', 'teal is shown as selected');
    expect(rulesNow()[0]).to.have.property('x_unknown', 1);
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => JSON.stringify(rulesNow()[0]?.color).includes('#3980da'));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'radio').length === 0);
    expect(allByRole(root, 'button', 'Add rule').length).to.equal(1);

    await byRole(root, 'img', 'Invalid highlighting color type: plaid');
    await clickOn(root, 'button', 'Edit source == "c".');
    await fill(root, 'textbox', 'Value', 'd');
    await clickOn(root, 'button', 'Update rule');
    await byText(root, 'Coloring is required');
    (await byText(root, 'Static color')).click();
    await clickOn(root, 'button', 'Update rule');
    await waitUntil(() => values() === 'bad');

    await clickOn(root, 'button', 'Delete source == "a".');
    await byText(root, 'Do you really want to remove this highlighting?');
    await clickOn(root, 'button', 'Cancel');
    await waitUntil(() => allByRole(root, 'button', 'Cancel').length === 0);
    expect(values()).to.equal('bad');
    await clickOn(root, 'button', 'Delete source == "a".');
    await clickOn(root, 'button', 'Delete');
    await waitUntil(() => values() === 'bd');
    await still(root.querySelector('.lc') ?? root.host);
    await expectAccessible(root.host);
  });
});
