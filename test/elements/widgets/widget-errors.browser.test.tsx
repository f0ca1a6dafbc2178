import { expect } from '@open-wc/testing';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { allByRole, byRole, byText, stage } from '../search/stage.js';
import { histogramConfig } from './sample-results.js';

const description =
  'Unable to perform search query: Cannot parse query, cause: incomplete query, query ended unexpectedly (line 1, column 0)';

async function failedWidget(width: number, height: number, more: object = {}) {
  const retried: number[] = [];
  const staged = await stage(
    () => (
      <div style={{ height }}>
        <AggregationWidget
          title="Count"
          executing={false}
          result={undefined}
          config={histogramConfig}
          errors={[{ type: 'search_type', description, ...more }]}
          footer="1 hour ago - Now"
          onRetry={() => retried.push(1)}
        />
      </div>
    ),
    width,
  );
  return { ...staged, retried };
}

describe('errors of a widget', () => {
  for (const [width, height] of [
    [168, 100],
    [200, 150],
    [300, 200],
    [900, 100],
  ] as const) {
    it(`fit a widget of ${width} × ${height} px, with the button to try again`, async () => {
      const { root, host, retried, remove } = await failedWidget(width, height);
      const button = await byRole(root, 'button', 'Try again');
      const [alert, footerElement] = [root.querySelector('[role=alert]'), root.querySelector('footer')];
      if (!alert || !footerElement) throw new Error('The widget shows no alert or no footer.');
      const footer = footerElement.getBoundingClientRect();
      const box = alert.getBoundingClientRect();
      expect(box.bottom).to.be.at.most(footer.top + 0.5);
      const { top, bottom, right } = button.getBoundingClientRect();
      expect(top).to.be.at.least(box.top);
      expect(bottom).to.be.at.most(box.bottom);
      expect(right).to.be.at.most(box.right);
      button.click();
      expect(retried).to.deep.equal([1]);
      await expectAccessible(host);
      remove();
    });
  }

  it('are plain sentences for the guest of a page', async () => {
    const server = fakeServer({
      ...signedIn,
      'GET /system/sessions': () => ({ is_valid: true, session_id: 's', username: 'embed:ada' }),
    });
    const { root, remove } = await failedWidget(600, 200);
    await byText(root, 'This could not be loaded.');
    await byText(root, 'Incomplete query, query ended unexpectedly.');
    expect(root.querySelector('[role=alert]')?.textContent).not.to.contain('widget');
    await byRole(root, 'button', 'Try again');
    remove();
    server.restore();
  });

  it('offer a guest no further try of what the token does not allow', async () => {
    const server = fakeServer({
      ...signedIn,
      'GET /system/sessions': () => ({ is_valid: true, session_id: 's', username: 'embed:ada' }),
    });
    const { root, remove } = await failedWidget(600, 200, { isRefused: true });
    await byText(root, 'This could not be loaded.');
    expect(allByRole(root, 'button', 'Try again')).to.have.length(0);
    remove();
    server.restore();
  });
});
