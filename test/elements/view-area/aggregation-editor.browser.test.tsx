/** Tests the editor of an aggregation by keyboard. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { AggregationConfig, Widget } from '../../../api/contract/views.schema.js';
import { AggregationEditor } from '../../../elements/view-area/editor/aggregation-editor.js';
import { livePreviewPauseMs } from '../../../elements/view-area/editor/use-live-preview.js';
import { byRole, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const widget = {
  id: 'w',
  type: 'aggregation',
  config: {
    row_pivots: [],
    column_pivots: [],
    series: [{ config: { name: null }, function: 'count()' }],
    sort: [],
    visualization: 'table',
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
  },
  // The widget has a member that the contract does not know, as a newer server may send it.
} as unknown as Widget;

/** @param configs collects the previewed configurations */
const editor = (configs: { push: (config: AggregationConfig) => unknown }, onCancelled: () => void = () => undefined) =>
  stage(
    () => (
      <AggregationEditor
        widget={widget}
        title="Hits"
        fieldTypes={[]}
        executing={false}
        onConfig={(config) => configs.push(config)}
        looks={{}}
        onApplied={() => undefined}
        onCancelled={onCancelled}
        renderPreview={() => null}
      />
    ),
    1200,
  );

describe('the aggregation editor', () => {
  it('keeps the focus on the preview button instead of Cancel', async () => {
    const configs: unknown[] = [];
    let cancelled = false;
    const { root, remove } = await editor(configs, () => (cancelled = true));
    (await byRole(root, 'textbox', 'Name')).focus();
    await sendKeys({ type: 'Hits' });
    const preview = await byRole(root, 'button', 'Update preview');
    await waitUntil(() => !preview.matches(':disabled, [aria-disabled=true]'), 'a preview is possible');
    preview.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => configs.length === 1, 'the preview is requested');
    await waitUntil(() => preview.matches(':disabled, [aria-disabled=true]'), 'no preview is possible');
    await sendKeys({ press: 'Enter' });
    expect(root.activeElement).to.equal(preview);
    expect(cancelled).to.equal(false);
    expect(configs.length).to.equal(1);
    remove();
  });

  it('previews a valid form after a pause, without the button', async () => {
    const configs: AggregationConfig[] = [];
    const { root, remove } = await editor(configs);
    (await byRole(root, 'textbox', 'Name')).focus();
    await sendKeys({ type: 'Hits' });
    // The pauses between letters may be long enough for previews on a busy machine.
    await waitUntil(() => configs.at(-1)?.series[0]?.config.name === 'Hits', 'the live preview is requested');
    const previews = configs.length;
    (await byRole(root, 'checkbox', 'Live preview')).click();
    await sendKeys({ press: 'Tab' });
    (await byRole(root, 'textbox', 'Name')).focus();
    await sendKeys({ type: '!' });
    const preview = await byRole(root, 'button', 'Update preview');
    await waitUntil(() => !preview.matches(':disabled, [aria-disabled=true]'), 'the changed form can be previewed');
    // Nothing shows that no preview will follow, so the test waits longer than the pause before a live preview.
    await new Promise((done) => setTimeout(done, livePreviewPauseMs + 100));
    expect(configs.length).to.equal(previews);
    (await byRole(root, 'checkbox', 'Live preview')).click();
    await waitUntil(
      () => configs.length > previews,
      'the changed form is previewed once the live preview is switched on',
    );
    remove();
  });

  it('shows no error of a grouping that was added while a metric was left', async () => {
    const { root, remove } = await editor({ push: () => undefined });
    const chosen = (await byRole(root, 'combobox', 'Function')) as HTMLSelectElement;
    chosen.focus();
    chosen.value = 'formula';
    chosen.dispatchEvent(new Event('change', { bubbles: true }));
    await byRole(root, 'combobox', 'Formula');
    // The button is pressed before the page has handled that the focus left the metric, as on a busy machine.
    const add = await byRole(root, 'button', 'Add Grouping');
    add.focus();
    add.click();
    await waitUntil(
      () => root.activeElement?.getAttribute('placeholder') === 'Add a field',
      'the grouping has the focus',
    );
    await waitUntil(() => root.querySelectorAll('[aria-invalid=true]').length > 0, 'the error of the metric is shown');
    expect(root.activeElement?.getAttribute('aria-invalid')).to.equal(null);
    remove();
  });

  it('previews a formula and a filter, and shows where a formula is wrong', async () => {
    const configs: AggregationConfig[] = [];
    const { root, remove } = await editor(configs);
    const chosen = (await byRole(root, 'combobox', 'Function')) as HTMLSelectElement;
    (await byRole(root, 'textbox', 'Filter')).focus();
    await sendKeys({ type: 'level:<=3' });
    await waitUntil(
      () => configs.at(-1)?.series[0]?.function === 'count(where level:<=3)',
      'the filtered metric is previewed',
    );
    chosen.value = 'formula';
    chosen.dispatchEvent(new Event('change', { bubbles: true }));
    const formula = await byRole(root, 'combobox', 'Formula');
    formula.focus();
    await sendKeys({ type: 'count(level:<=3) / ' });
    // An error is shown once the metric was left.
    (await byRole(root, 'button', 'Add Metric')).focus();
    await waitUntil(
      () => root.textContent?.includes('Character 20: A number, a metric') === true,
      'the error is shown',
    );
    formula.focus();
    await sendKeys({ press: 'End' });
    await sendKeys({ type: 'cou' });
    // A formula is unfinished while completions are offered, so it is not marked as wrong.
    await byRole(root, 'option', /^count\(\)/);
    expect(formula.getAttribute('aria-invalid')).to.equal(null);
    await sendKeys({ type: 'nt()' });
    await waitUntil(
      () => configs.at(-1)?.series[0]?.function === 'formula(count(level:<=3) / count())',
      'the formula is previewed',
    );
    remove();
  });

  it('allows the next preview after one that needed no search', async () => {
    const configs: unknown[] = [];
    const { root, remove } = await editor(configs);
    const preview = await byRole(root, 'button', 'Update preview');
    const isReady = () => !preview.matches(':disabled, [aria-disabled=true]');
    for (const [count, text] of [
      [1, 'Hits'],
      [2, ' of all'],
    ] as const) {
      (await byRole(root, 'textbox', 'Name')).focus();
      await sendKeys({ type: text });
      await waitUntil(isReady, `preview ${count} is possible`);
      preview.click();
      await waitUntil(() => configs.length === count && !isReady(), `preview ${count} is requested`);
      await waitUntil(() => preview.textContent === 'Update preview', `preview ${count} has ended`);
    }
    remove();
  });
});
