/** Tests to which position the page is scrolled after a step of the wizard has changed. */
import { expect } from '@open-wc/testing';
import { useWizard, Wizard } from '../../../elements/kit/wizard/index.js';
import { byText, clickOn, stage } from '../search/stage.js';
import { resting } from '../wait.js';

afterEach(() => document.body.replaceChildren());

describe('the wizard', () => {
  it('begins the next and the previous step at the list of steps, and stays where the list is visible', async () => {
    const long = (text: string) => <div style={{ height: '3000px' }}>{text}</div>;
    function Page() {
      const keys = [{ key: 'one' }, { key: 'two' }];
      const steps = [
        { key: 'one', title: 'First', content: long('content of the first step') },
        { key: 'two', title: 'Second', content: long('content of the second step') },
      ];
      return <Wizard label="Steps" ways wizard={useWizard(keys, 'one')} steps={steps} />;
    }
    const { root } = await stage(() => <Page />);
    const top = (): number => root.querySelector('nav')?.getBoundingClientRect().top ?? NaN;
    expect(window.scrollY, 'opening the page does not scroll it').to.equal(0);
    for (const [button, text] of [
      ['Next', 'content of the second step'],
      ['Previous', 'content of the first step'],
    ] as const) {
      window.scrollTo(0, 10_000);
      expect(top()).to.be.below(-2000);
      await clickOn(root, 'button', button);
      await byText(root, text);
      await resting(top);
      expect(top(), button).to.be.within(0, 100);
    }
    const before = window.scrollY;
    await clickOn(root, 'button', 'Second');
    await byText(root, 'content of the second step');
    await resting(top);
    expect(window.scrollY, 'a visible list of steps stays where it is').to.equal(before);
  });
});
