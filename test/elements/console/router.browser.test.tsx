import { expect, waitUntil } from '@open-wc/testing';
import { createRouter } from '../../../elements/console/router.js';

describe('the router', () => {
  it('takes addresses that cannot be decoded, on opening, forth and back', async () => {
    const before = window.location.href;
    window.history.replaceState(null, '', '/search?q=100%');
    const router = createRouter('');
    try {
      const shown = () => `${router.location().path}?${router.location().search}`;
      let told = 0;
      router.subscribe(() => (told += 1));
      expect(shown()).to.equal('/search?q=100%');
      router.navigate('/search?q=%FF');
      expect(shown()).to.equal('/search?q=%FF');
      router.navigate('/views');
      expect([shown(), told]).to.deep.equal(['/views?', 2]);
      window.history.back();
      await waitUntil(() => told === 3);
      expect(shown()).to.equal('/search?q=%FF');
      window.history.back();
      await waitUntil(() => told === 4);
      expect(shown()).to.equal('/search?q=100%');
    } finally {
      router.close();
      window.history.replaceState(null, '', before);
    }
  });
});
