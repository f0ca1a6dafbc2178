// This test shows that the address of a wall display names the comparison with an earlier range.
import { expect } from '@open-wc/testing';
import type { Location } from '../../../elements/console/pages.js';
import type { NavigateOptions, Router } from '../../../elements/console/router.js';
import { Wall } from '../../../elements/console/wall.js';
import { comparisonWanted } from '../../../elements/widgets/comparison.js';
import { untyped } from '../../untyped.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

describe('the address of a wall display', () => {
  const shownAt = (search: string) => {
    const location = untyped<Location>({ path: '/dashboards/tv/1', params: { viewId: '1' }, search });
    const opened: string[] = [];
    const router = untyped<Router>({
      location: () => location,
      navigate: (path: string, options?: NavigateOptions) => opened.push(`${path} ${options?.replace}`),
    });
    const content = () => (
      <>
        <h1>Console</h1>
        <Wall location={location} router={router} />
      </>
    );
    return { opened, content };
  };

  it('names the comparison that was chosen on the dashboard, so that it survives a reload', async () => {
    comparisonWanted.set({ type: 'previous' });
    const { opened, content } = shownAt('?interval=30');
    const { remove } = await stage(content);
    await waitUntil(() => opened.length === 1, 'the comparison is in the address');
    expect(opened).to.deep.equal(['/dashboards/tv/1?interval=30&compare=previous true']);
    remove();
    comparisonWanted.set(undefined);
  });

  it('starts the comparison that it names', async () => {
    const { remove } = await stage(shownAt('?compare=86400').content);
    await waitUntil(() => comparisonWanted.get() !== undefined, 'the comparison is chosen');
    expect(comparisonWanted.get()).to.deep.equal({ type: 'ago', seconds: 86_400 });
    remove();
    comparisonWanted.set(undefined);
  });
});
