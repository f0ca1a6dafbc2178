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

  it('goes back to the address that an entry was opened from, and lets nothing overtake the browser meanwhile', async () => {
    const before = window.location.href;
    window.history.replaceState(null, '', '/dashboards/d?page=a%20b');
    const router = createRouter('');
    try {
      const shown = () => `${router.location().path}?${router.location().search}`;
      const length = () => window.history.length;
      router.navigate('/dashboards/d?page=a+b&focusedId=w');
      const deep = length();
      router.goBackTo('/dashboards/d?page=a+b');
      expect(shown(), 'pages see it at once').to.equal('/dashboards/d?page=a%20b');
      router.navigate('/dashboards/d?page=c', { replace: true });
      await waitUntil(() => window.location.search === '?page=c');
      expect([shown(), length()]).to.deep.equal(['/dashboards/d?page=c', deep]);

      // Forward leads to what was left; from elsewhere the address is replaced.
      window.history.forward();
      await waitUntil(() => shown() === '/dashboards/d?page=a+b&focusedId=w');
      router.goBackTo('/dashboards/d?page=other');
      expect([shown(), window.location.search, length()]).to.deep.equal([
        '/dashboards/d?page=other',
        '?page=other',
        deep,
      ]);
    } finally {
      router.close();
      window.history.replaceState(null, '', before);
    }
  });
});
