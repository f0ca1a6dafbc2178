/** Tests tooltips as required by WCAG 2.2, 1.4.13: dismissible, hoverable, persistent. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { Button } from '../../../elements/kit/button.js';
import { Tooltip } from '../../../elements/kit/tooltip.js';
import { byRole, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const centre = (element: Element): [number, number] => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
};
const moveTo = (position: [number, number]) => sendMouse({ type: 'move', position });

const touchTypes = ['pointerenter', 'pointerdown', 'pointerup', 'pointerleave', 'click'];
/** Touches an element. As in some browsers, the touch does not focus it. */
function touch(place: Element, types: readonly string[] = touchTypes): void {
  const init = { bubbles: true, composed: true, cancelable: true, pointerType: 'touch' };
  for (const type of types) place.dispatchEvent(new PointerEvent(type, init));
}

async function shown() {
  let around = 0;
  const staged = await stage(
    () => (
      <div data-scrolls="" style={{ height: 120, overflow: 'auto' }} onClick={() => (around += 1)}>
        <div style={{ height: 600, paddingTop: 60 }}>
          <Tooltip content="What it does">
            <Button>Try</Button>
          </Tooltip>
        </div>
      </div>
    ),
    400,
  );
  const { root } = staged;
  const tooltip = () => root.querySelector<HTMLElement>('[role=tooltip]');
  const appeared = () =>
    waitUntil(() => (tooltip()?.getBoundingClientRect().width ?? 0) > 0 && tooltip(), 'the tooltip is shown');
  const scrolled = root.querySelector<HTMLElement>('[data-scrolls]');
  if (!scrolled) throw new Error('nothing scrolls');
  return { ...staged, button: await byRole(root, 'button', 'Try'), tooltip, appeared, scrolled, clicks: () => around };
}

describe('tooltip', () => {
  afterEach(() => moveTo([2, 590]));

  it('stays while the pointer is on it, disappears when the pointer leaves, and does not pass clicks to elements around it', async () => {
    const { button, tooltip, appeared, clicks, remove } = await shown();
    await moveTo(centre(button));
    await appeared();
    const surface = tooltip();
    if (!surface) throw new Error('there is no tooltip');
    let entered = false;
    surface.addEventListener('pointerenter', () => (entered = true));
    await moveTo(centre(surface));
    await waitUntil(() => entered, 'the pointer is on the tooltip');
    // Nothing shows that the tooltip will not disappear, so the test waits longer than any hide delay.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(tooltip() === surface).to.equal(true);
    await sendMouse({ type: 'click', position: centre(surface) });
    expect(clicks()).to.equal(0);
    await moveTo([2, 590]);
    await waitUntil(() => !tooltip(), 'the tooltip disappears');
    remove();
  });

  it('disappears on Escape and when the hovered element scrolls', async () => {
    const { button, tooltip, appeared, scrolled, remove } = await shown();
    await moveTo(centre(button));
    await appeared();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !tooltip(), 'Escape hides the tooltip');
    await moveTo([2, 590]);
    await moveTo(centre(button));
    await appeared();
    scrolled.scrollTop = 30;
    await waitUntil(() => !tooltip(), 'the tooltip disappears when its element scrolls');
    remove();
  });

  it('moves along with a focused element', async () => {
    const { button, tooltip, appeared, scrolled, remove } = await shown();
    await sendKeys({ press: 'Tab' });
    button.focus();
    await appeared();
    const before = tooltip()?.getBoundingClientRect().top ?? 0;
    scrolled.scrollTop = 30;
    await waitUntil(
      () => (tooltip()?.getBoundingClientRect().top ?? before) < before,
      'the tooltip moves along with its element',
    );
    remove();
  });

  it('shows why a touched button is disabled, until it or another place is touched', async () => {
    const { root, remove } = await stage(() => (
      <div data-beside="" style={{ height: 200 }}>
        <Button disabled disabledReason="Nothing is selected.">
          Compare
        </Button>
      </div>
    ));
    const button = await byRole(root, 'button', 'Compare');
    const beside = root.querySelector('[data-beside]');
    if (!beside) throw new Error('there is no other place');
    const tooltip = () => root.querySelector('[role=tooltip]');
    const shownText = () => tooltip()?.textContent;
    touch(button);
    await waitUntil(() => shownText() === 'Nothing is selected.', 'the reason is shown');
    touch(beside);
    await waitUntil(() => !tooltip(), 'a touch beside the button hides the reason');
    touch(button);
    await waitUntil(() => shownText() === 'Nothing is selected.', 'the reason is shown again');
    touch(button);
    await waitUntil(() => !tooltip(), 'another touch of the button hides the reason');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => shownText() === 'Nothing is selected.', 'Enter shows the reason after a touch');
    remove();
  });

  for (const [how, types] of [
    ['a touch', touchTypes],
    ['the start of a scroll', ['pointerenter', 'pointerdown', 'pointercancel', 'pointerleave']],
  ] as const)
    it(`is shown at keyboard focus after ${how}, which did not focus the button`, async () => {
      const { button, tooltip, appeared, remove } = await shown();
      touch(button, types);
      expect(button.matches(':focus')).to.equal(false);
      expect(tooltip()).to.equal(null);
      await sendKeys({ press: 'Tab' });
      button.focus();
      await appeared();
      remove();
    });
});
