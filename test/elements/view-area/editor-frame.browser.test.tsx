/** Tests the layout of widget editors in a narrow container. */
import { expect } from '@open-wc/testing';
import { CancelOrUpdate, EditorFrame } from '../../../elements/view-area/editor/editor-frame.js';
import { byRole, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const none = (): void => undefined;

describe('the frame of a widget editor on a phone', () => {
  it('keeps its buttons visible while the page scrolls, and covers no control that has the focus', async () => {
    const { root, remove } = await stage(
      () => (
        <EditorFrame
          label="Editor"
          form={Array.from({ length: 60 }, (_one, at) => (
            <div key={at} style={{ height: 48 }}>
              <button>{`Control ${at}`}</button>
            </div>
          ))}
          formFoot="Live preview"
          preview="Preview"
          facts="6 rows, 12 ms"
          buttons={<CancelOrUpdate onCancelled={none} onApplied={none} />}
        />
      ),
      340,
    );
    const update = await byRole(root, 'button', 'Update widget');
    const placeOf = (element: Element) => element.getBoundingClientRect();
    const bar = update.parentElement ?? update;
    const isInSight = () => placeOf(update).bottom <= innerHeight && placeOf(update).top >= 0;
    window.scrollTo(0, 0);
    await waitUntil(isInSight, 'the button is visible at the start');
    for (const at of [12, 40, 59]) {
      const control = await byRole(root, 'button', `Control ${at}`);
      control.focus();
      await waitUntil(isInSight, 'the button stays visible');
      expect(placeOf(control).bottom, control.textContent).to.be.at.most(placeOf(bar).top);
    }
    window.scrollTo(0, document.documentElement.scrollHeight);
    const last = await byRole(root, 'button', 'Control 59');
    await waitUntil(() => placeOf(last).bottom <= placeOf(bar).top, 'the bar covers no control at the end');
    window.scrollTo(0, 0);
    remove();
  });
});
