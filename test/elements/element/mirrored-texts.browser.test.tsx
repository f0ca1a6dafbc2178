/** Tests that texts keep their order in a mirrored layout, although many of them begin with a number. */
import { expect } from '@open-wc/testing';
import { ChevronRightIcon, SortAscendingIcon } from '../../../elements/kit/icons.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

/** Returns the left edge of a part of a text in px. */
function leftOf(node: Node, part: string): number {
  const range = new Range();
  const text = node.firstChild?.textContent ?? '';
  range.setStart(node.firstChild as Node, text.indexOf(part));
  range.setEnd(node.firstChild as Node, text.indexOf(part) + part.length);
  return range.getBoundingClientRect().left;
}

describe('a mirrored layout', () => {
  afterEach(() => document.documentElement.removeAttribute('dir'));

  it('shows English texts that begin with a number in their order, at the right edge', async () => {
    document.documentElement.dir = 'rtl';
    const { root, remove } = await stage(() => (
      <>
        <h1>1–60 of 90 messages</h1>
        <code style={{ display: 'block' }}>12 lines</code>
      </>
    ));
    await waitUntil(() => root.querySelector('[data-dir=rtl]'));
    const [title, code] = [root.querySelector('h1'), root.querySelector('code')];
    if (!title || !code) throw new Error('The stage is empty.');
    expect(leftOf(title, '1–60')).to.be.lessThan(leftOf(title, 'of 90'));
    expect(leftOf(title, 'of 90')).to.be.lessThan(leftOf(title, 'messages'));
    const { left, right } = title.getBoundingClientRect();
    expect(leftOf(title, '1–60')).to.be.greaterThan((left + right) / 2);
    expect(leftOf(code, '12')).to.be.closeTo(code.getBoundingClientRect().left, 1);
    remove();
  });

  it('flips icons that point to the side, except beside text that stays left to right', async () => {
    document.documentElement.dir = 'rtl';
    const { root, remove } = await stage(() => (
      <>
        <h1>
          <ChevronRightIcon />
          <SortAscendingIcon />
        </h1>
        <span dir="ltr">
          <ChevronRightIcon />
        </span>
      </>
    ));
    await waitUntil(() => root.querySelector('[data-dir=rtl]'));
    const scales = () => [...root.querySelectorAll('svg')].slice(0, 3).map((icon) => getComputedStyle(icon).scale);
    expect(scales()).to.deep.equal(['-1 1', 'none', '1']);
    document.documentElement.removeAttribute('dir');
    await waitUntil(() => !root.querySelector('[data-dir=rtl]'));
    expect(scales()[0]).to.equal('none');
    remove();
  });
});
