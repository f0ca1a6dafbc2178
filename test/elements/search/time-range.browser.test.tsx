import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import type { TimeRange } from '../../../api/contract/searches.js';
import { rangeText } from '../../../elements/search/time-range/range-text.js';
import { TimeRangeControl } from '../../../elements/search/time-range/time-range-control.js';
import { TimeRangePopover } from '../../../elements/search/time-range/time-range-popover.js';
import { presetsWithin } from '../../../machines/time-range/limit.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still } from './stage.js';
import { waitUntil } from '../wait.js';

const options = { PT5M: '5 minutes', PT15M: '15 minutes', PT1H: '1 hour', P30D: '30 days', PT0S: 'all messages' };

interface ControlProps {
  readonly start: TimeRange;
  readonly limit?: string;
  readonly applied: TimeRange[];
  /** Keeps the picker open after it has applied a range. */
  readonly lingers?: boolean;
}

function Control({ start, limit, applied, lingers = false }: ControlProps) {
  const [range, setRange] = useState(start);
  const [open, setOpen] = useState(false);
  const presets = presetsWithin(options, limit);
  const take = (next: TimeRange): void => {
    applied.push(next);
    setRange({ ...next });
    if (!lingers) setOpen(false);
  };
  return (
    <TimeRangeControl
      range={range}
      text={rangeText(range, 'Europe/Berlin')}
      presets={presets}
      recent={recent}
      steps={() => ({ earlier: yesterday, later: undefined })}
      onPreset={take}
      open={open}
      onToggle={() => setOpen(!open)}
      float={(anchor) => (
        <TimeRangePopover
          anchor={anchor}
          range={range}
          timezone="Europe/Berlin"
          locale="en"
          limit={limit}
          presets={presets}
          recent={recent}
          configure={null}
          checkKeyword={(keyword) =>
            Promise.resolve(
              keyword.startsWith('Last')
                ? { from: Date.UTC(2026, 10, 20, 12), to: Date.UTC(2026, 10, 20, 12, 5) }
                : ('unknown' as const),
            )
          }
          onApply={take}
          onCancel={() => setOpen(false)}
        />
      )}
    />
  );
}

const yesterday: TimeRange = {
  type: 'absolute',
  from: '2026-11-19T10:00:00.000+00:00',
  to: '2026-11-19T11:00:00.000+00:00',
};
const recent = [{ label: '2 hours ago – 1 hour ago', range: { type: 'relative', from: 7200, to: 3600 } as const }];

async function open(start: TimeRange = { type: 'relative', from: 900 }, limit?: string) {
  const applied: TimeRange[] = [];
  const { root, remove } = await stage(() => <Control start={start} applied={applied} {...(limit && { limit })} />);
  await clickOn(root, 'button', /^Time range:/);
  const dialog = await byRole(root, 'dialog', 'Search Time Range');
  const apply = async (): Promise<HTMLButtonElement> =>
    (await byRole(dialog, 'button', 'Update time range')) as HTMLButtonElement;
  return { applied, root, dialog, apply, remove };
}

async function fill(root: ParentNode, role: string, name: string, text: string): Promise<void> {
  const input = (await byRole(root, role, name)) as HTMLInputElement;
  input.focus();
  input.select();
  await sendKeys({ press: 'Delete' });
  if (text !== '') await sendKeys({ type: text });
}

describe('time range', () => {
  it('shows the tabs in their order and the range of the bar', async () => {
    const { dialog, remove } = await open();
    expect(allByRole(dialog, 'tab').map((tab) => tab.textContent)).to.deep.equal(['Absolute', 'Relative', 'Keyword']);
    const from = (await byRole(dialog, 'spinbutton', 'From value')) as HTMLInputElement;
    expect(from.value).to.equal('15');
    expect((await byRole(dialog, 'button', '15 minutes')).ariaPressed).to.equal('true');
    remove();
  });

  it('applies a relative range with units by Enter', async () => {
    const { dialog, applied, root, remove } = await open();
    await fill(dialog, 'spinbutton', 'From value', '2');
    const unit = (await byRole(dialog, 'combobox', 'From unit')) as HTMLSelectElement;
    unit.value = 'hours';
    unit.dispatchEvent(new Event('change', { bubbles: true }));
    ((await byRole(dialog, 'spinbutton', 'From value')) as HTMLInputElement).focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => applied.length === 1);
    expect(applied).to.deep.equal([{ type: 'relative', from: 7200 }]);
    await waitUntil(() => allByRole(root, 'dialog').length === 0);
    await byRole(root, 'button', 'Time range: From: 2 hours ago Until: Now');
    remove();
  });

  it('applies a range once, even if the page renders again before it closes the picker', async () => {
    const applied: TimeRange[] = [];
    const { root, remove } = await stage(() => (
      <Control start={{ type: 'relative', from: 900 }} applied={applied} lingers />
    ));
    await clickOn(root, 'button', /^Time range:/);
    await clickOn(await byRole(root, 'dialog', 'Search Time Range'), 'button', 'Update time range');
    await waitUntil(() => applied.length > 0);
    await settled();
    expect(applied).to.have.length(1);
    remove();
  });

  it('explains an invalid range and cannot be applied until it is corrected', async () => {
    const { dialog, apply, remove } = await open();
    await fill(dialog, 'spinbutton', 'From value', '');
    await byText(dialog, 'Cannot be empty.');
    expect((await apply()).disabled).to.equal(true);
    await fill(dialog, 'spinbutton', 'From value', '3');
    await waitUntil(async () => !(await apply()).disabled);
    remove();
  });

  it('searches all messages when "All Time" is checked', async () => {
    const { dialog, apply, applied, remove } = await open();
    await clickOn(dialog, 'checkbox', 'All Time');
    await waitUntil(() => allByRole(dialog, 'spinbutton').every((input) => (input as HTMLInputElement).disabled));
    (await apply()).click();
    await waitUntil(() => applied.length === 1);
    expect(applied).to.deep.equal([{ type: 'relative', range: 0 }]);
    remove();
  });

  it('converts to an absolute range and accepts timestamps in the time zone', async () => {
    const { dialog, apply, applied, remove } = await open();
    await clickOn(dialog, 'tab', 'Absolute');
    await clickOn(dialog, 'button', 'Timestamp');
    await fill(dialog, 'textbox', 'From timestamp', 'yesterday');
    await byText(dialog, 'Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]].');
    await fill(dialog, 'textbox', 'From timestamp', '2026-07-01 12:00:00');
    await fill(dialog, 'textbox', 'Until timestamp', '2026-07-01 11:00:00');
    await byText(dialog, 'The "Until" date must come after the "From" date.');
    await fill(dialog, 'textbox', 'Until timestamp', '2026-07-02');
    await waitUntil(async () => !(await apply()).disabled);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => applied.length === 1);
    expect(applied).to.deep.equal([
      { type: 'absolute', from: '2026-07-01T10:00:00.000+00:00', to: '2026-07-01T22:00:00.000+00:00' },
    ]);
    remove();
  });

  it('picks days by keyboard in the calendar', async () => {
    const { dialog, remove, apply, applied } = await open({
      type: 'absolute',
      from: '2026-11-10T11:00:00.000Z',
      to: '2026-11-12T11:00:00.000Z',
    });
    const grid = await byRole(dialog, 'grid', 'From date');
    grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ press: 'ArrowLeft' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => grid.querySelector('[aria-selected=true]')?.textContent === '2');
    await fill(dialog, 'textbox', 'From hours', '99');
    await sendKeys({ press: 'Tab' });
    expect(((await byRole(dialog, 'textbox', 'From hours')) as HTMLInputElement).value).to.equal('23');
    (await apply()).click();
    await waitUntil(() => applied.length === 1);
    expect(applied[0]).to.deep.include({ from: '2026-11-02T22:00:00.000+00:00' });
    remove();
  });

  it('resolves keywords while typing', async () => {
    const { dialog, apply, applied, remove } = await open();
    await clickOn(dialog, 'tab', 'Keyword');
    const words = (await byRole(dialog, 'textbox', 'Time range in words')) as HTMLInputElement;
    expect(words.value).to.equal('Last five minutes');
    await byText(dialog, '2026-11-20 13:00:00.000');
    await fill(dialog, 'textbox', 'Time range in words', '');
    await byText(dialog, 'Keyword must not be empty!');
    await fill(dialog, 'textbox', 'Time range in words', 'nonsense');
    await byText(dialog, 'Unable to parse keyword.');
    expect((await apply()).disabled).to.equal(true);
    await fill(dialog, 'textbox', 'Time range in words', 'Last week');
    // Enter follows at once, while the last keystroke may still be validated.
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => applied.length === 1);
    expect(applied).to.deep.equal([{ type: 'keyword', keyword: 'Last week', timezone: 'Europe/Berlin' }]);
    remove();
  });

  it('discards changes on Escape and returns the focus', async () => {
    const { root, applied, remove } = await open();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'dialog').length === 0);
    expect(applied).to.deep.equal([]);
    expect(root.activeElement).to.equal(await byRole(root, 'button', /^Time range:/));
    remove();
  });

  it('closes on Escape even before its fields have loaded', async () => {
    const toggled: string[] = [];
    const Late = () => {
      const [opened, setOpened] = useState(false);
      const toggle = (): void => {
        toggled.push(opened ? 'closed' : 'opened');
        setOpened(!opened);
      };
      const range: TimeRange = { type: 'relative', from: 900 };
      return (
        <TimeRangeControl
          range={range}
          text={rangeText(range, 'Europe/Berlin')}
          presets={presetsWithin(options, undefined)}
          onPreset={() => undefined}
          open={opened}
          onToggle={toggle}
          float={() => null}
        />
      );
    };
    const { root, remove } = await stage(() => <Late />);
    const button = await byRole(root, 'button', /^Time range:/);
    button.focus();
    button.click();
    await waitUntil(() => button.ariaExpanded === 'true');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => button.ariaExpanded === 'false');
    expect(toggled).to.deep.equal(['opened', 'closed']);
    expect(root.activeElement).to.equal(button);
    remove();
  });

  it('closes when the presets open', async () => {
    const { root, remove } = await open();
    await clickOn(root, 'button', 'Time range presets');
    await byText(root, 'From (Until Now)');
    await waitUntil(() => allByRole(root, 'dialog').length === 0);
    remove();
  });

  it('offers and applies no range beyond the limit of the administrator', async () => {
    const { dialog, apply, remove } = await open({ type: 'relative', from: 300 }, 'PT1H');
    await byText(dialog, 'Limited to the last 1 hour');
    expect(allByRole(dialog, 'button', 'all messages')).to.deep.equal([]);
    expect(allByRole(dialog, 'button', '30 days')).to.deep.equal([]);
    expect(((await byRole(dialog, 'checkbox', 'All Time')) as HTMLInputElement).disabled).to.equal(true);
    await fill(dialog, 'spinbutton', 'From value', '61');
    await byText(dialog, 'Range is outside limit duration.');
    expect((await apply()).disabled).to.equal(true);
    remove();
  });

  it('opens the presets by the caret', async () => {
    const applied: TimeRange[] = [];
    const { root, remove } = await stage(() => <Control start={{ type: 'relative', from: 900 }} applied={applied} />);
    await clickOn(root, 'button', 'Time range presets');
    await byText(root, 'From (Until Now)');
    await clickOn(root, 'menuitemradio', 'all messages');
    await waitUntil(() => applied.length === 1);
    expect(applied).to.deep.equal([{ type: 'relative', range: 0 }]);
    await byRole(root, 'button', 'Time range: From: All Time Until: Now');
    remove();
  });

  it('is accessible', async () => {
    const { root, dialog, remove } = await open();
    for (const tab of ['Relative', 'Absolute', 'Keyword']) {
      await clickOn(dialog, 'tab', tab);
      await byRole(dialog, 'tabpanel', tab);
      await still(dialog);
      await expectAccessible(root.host);
    }
    remove();
  });

  it('steps to the previous window at once; there is no next one', async () => {
    const { root, applied, remove } = await open();
    await clickOn(root, 'button', 'Cancel');
    const later = await byRole(root, 'button', 'Go one window forward in time');
    expect(later.ariaDisabled).to.equal('true');
    later.click();
    await clickOn(root, 'button', 'Go one window back in time');
    await waitUntil(() => applied.length > 0);
    expect(applied).to.deep.equal([yesterday]);
    remove();
  });

  it('changes the form to the adjacent absolute window on steps inside the float', async () => {
    const { dialog, apply, applied, remove } = await open({
      type: 'absolute',
      from: '2026-11-19T10:00:00.000+00:00',
      to: '2026-11-19T11:00:00.000+00:00',
    });
    await clickOn(dialog, 'button', 'Go one window back in time');
    await byText(dialog, '2026-11-19 10:00:00.000');
    (await apply()).click();
    await waitUntil(() => applied.length === 1);
    expect(applied[0]).to.deep.equal({
      type: 'absolute',
      from: '2026-11-19T09:00:00.000+00:00',
      to: '2026-11-19T10:00:00.000+00:00',
    });
    remove();
  });

  it('offers recent ranges in the float and beside the presets', async () => {
    const { root, dialog, apply, applied, remove } = await open();
    await clickOn(dialog, 'button', '2 hours ago – 1 hour ago');
    const from = (await byRole(dialog, 'spinbutton', 'From value')) as HTMLInputElement;
    await waitUntil(() => from.value === '2');
    (await apply()).click();
    await waitUntil(() => applied.length === 1);
    await clickOn(root, 'button', 'Time range presets');
    await clickOn(root, 'menuitem', '2 hours ago – 1 hour ago');
    await waitUntil(() => applied.length === 2);
    expect(applied).to.deep.equal([recent[0]?.range, recent[0]?.range]);
    remove();
  });
});
