/**
 * Tests the button back to the top. It must be hidden at the top of the page and usable by keyboard, and must scroll
 * without animation under reduced motion.
 */
import { expect } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import { BackToTop } from '../../../elements/console/back-to-top.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

let server: FakeServer;
let arrivals: number;
beforeEach(() => {
  arrivals = 0;
  server = fakeServer({ ...signedIn });
});
afterEach(async () => {
  document.body.replaceChildren();
  window.scrollTo(0, 0);
  await emulateMedia({ reducedMotion: 'no-preference' });
  server.restore();
});

const open = (height: string) =>
  stage(() => (
    <main style={{ height }}>
      <button type="button">The beginning</button>
      <BackToTop onTop={() => (arrivals += 1)} />
    </main>
  ));
const buttons = (root: ShadowRoot): number => allByRole(root, 'button', 'Back to top').length;

describe('the button back to the top', () => {
  it('appears after scrolling far down, and scrolls to the top by keyboard', async () => {
    const { root, host } = await open('6000px');
    expect(buttons(root)).to.equal(0);
    window.scrollTo(0, 5000);
    const button = await byRole(root, 'button', 'Back to top');
    await expectAccessible(host);
    button.focus();
    const seen = new Set<number>();
    const look = (): void => void seen.add(window.scrollY);
    window.addEventListener('scroll', look);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => arrivals === 1, 'the page has arrived at the top');
    window.removeEventListener('scroll', look);
    expect(window.scrollY).to.equal(0);
    expect(seen.size).to.be.greaterThan(1, 'the page scrolls in steps');
    await waitUntil(() => buttons(root) === 0, 'the button is hidden');
  });

  it('jumps to the top without animation under reduced motion', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    const { root } = await open('60000px');
    window.scrollTo(0, 50_000);
    const seen = new Set<number>();
    const look = (): void => void seen.add(window.scrollY);
    const button = await byRole(root, 'button', 'Back to top');
    window.addEventListener('scroll', look);
    button.click();
    await waitUntil(() => arrivals === 1, 'the page has arrived at the top');
    await waitUntil(() => seen.size > 0, 'a scroll event was dispatched');
    window.removeEventListener('scroll', look);
    expect([...seen].filter((top) => top < 50_000)).to.deep.equal([0]);
  });

  it('stops when the user scrolls meanwhile', async () => {
    const { root } = await open('200000px');
    window.scrollTo(0, 190_000);
    await clickOn(root, 'button', 'Back to top');
    await waitUntil(() => window.scrollY < 190_000, 'the page scrolls');
    await sendKeys({ press: 'End' });
    await waitUntil(() => window.scrollY + window.innerHeight > 199_990, 'the page is at its end');
    // No event shows that no further scrolling will follow, so the test waits. An animation that continued would have
    // moved the page by now.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(window.scrollY + window.innerHeight).to.be.greaterThan(199_990);
    expect(arrivals).to.equal(0);
  });
});
