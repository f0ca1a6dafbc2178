import { expect, waitUntil } from '@open-wc/testing';
import { WidgetBody } from '../../../elements/widgets/frame/widget-body.js';
import { stage } from '../search/stage.js';

it('the script that shows errors is loaded while a widget has a result, because a server that fails cannot send it', async () => {
  const isLoaded = (): boolean =>
    performance.getEntriesByType('resource').some(({ name }) => /\/widget-errors-/.test(name));
  expect(isLoaded()).to.equal(false);
  const { remove } = await stage(() => (
    <WidgetBody result={1} executing={false} errors={[]} skeleton="text">
      {() => <h1>Result</h1>}
    </WidgetBody>
  ));
  await waitUntil(isLoaded, 'the script is loaded', { timeout: 5_000 });
  remove();
});
