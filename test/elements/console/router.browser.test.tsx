import { expect } from '@open-wc/testing';
import { createRouter } from '../../../elements/console/router.js';
import { waitUntil } from '../wait.js';

describe('the router', () => {
  it('handles addresses that cannot be decoded, on load, forward and back', async () => {
    const before = window.location.href;
    window.history.replaceState(null, '', '/search?q=100%');
    const router = createRouter('');
    try {
      const shown = () => `${router.location().path}?${router.location().search}`;
      let changeCount = 0;
      router.subscribe(() => (changeCount += 1));
      expect(shown()).to.equal('/search?q=100%');
      router.navigate('/search?q=%FF');
      expect(shown()).to.equal('/search?q=%FF');
      router.navigate('/views');
      expect([shown(), changeCount]).to.deep.equal(['/views?', 2]);
      window.history.back();
      await waitUntil(() => changeCount === 3);
      expect(shown()).to.equal('/search?q=%FF');
      window.history.back();
      await waitUntil(() => changeCount === 4);
      expect(shown()).to.equal('/search?q=100%');
    } finally {
      router.close();
      window.history.replaceState(null, '', before);
    }
  });

  it('asks about unsaved changes while the focus is in the control that had it before the mouse was pressed on a link', async () => {
    const before = window.location.href;
    window.history.replaceState(null, '', '/dashboards/d');
    const router = createRouter('');
    const [field, link] = [document.createElement('input'), document.createElement('button')];
    document.body.append(field, link);
    /** Goes to another page, and returns the control that has the focus when the user is asked. */
    const askedWith = async (): Promise<Element | null> =>
      new Promise((resolve) => {
        const unblock = router.block({
          isDirty: () => true,
          ask: () => {
            resolve(document.activeElement);
            unblock();
            return Promise.resolve(false);
          },
        });
        router.navigate('/streams');
      });
    try {
      field.focus();
      field.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      link.focus();
      expect(await askedWith()).to.equal(field);
      // A link that was reached with the Tab key keeps the focus.
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
      link.focus();
      expect(await askedWith()).to.equal(link);
    } finally {
      router.close();
      field.remove();
      link.remove();
      window.history.replaceState(null, '', before);
    }
  });

  it('returns to the address from which a history entry was opened, and queues other navigation until the browser has finished', async () => {
    const before = window.location.href;
    window.history.replaceState(null, '', '/dashboards/d?page=a%20b');
    const router = createRouter('');
    try {
      const shown = () => `${router.location().path}?${router.location().search}`;
      const length = () => window.history.length;
      router.navigate('/dashboards/d?page=a+b&focusedId=w');
      const deep = length();
      router.goBackTo('/dashboards/d?page=a+b');
      expect(shown(), 'pages see the address at once').to.equal('/dashboards/d?page=a%20b');
      router.navigate('/dashboards/d?page=c', { replace: true });
      await waitUntil(() => window.location.search === '?page=c');
      expect([shown(), length()]).to.deep.equal(['/dashboards/d?page=c', deep]);

      // Forward leads to the entry that was left. A return to an address that no entry before has replaces the address.
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

  it('asks before the back button of the browser closes an open part of a page, and not when the page closes the part itself', async () => {
    const before = window.location.href;
    window.history.replaceState(null, '', '/dashboards/d');
    const router = createRouter('');
    let requestCount = 0;
    let answer = false;
    const ask = (): Promise<boolean> => {
      requestCount += 1;
      return Promise.resolve(answer);
    };
    const unblock = [
      router.block({ isDirty: () => true, ask, inPage: true }),
      // Navigation within the same page does not ask about unsaved changes.
      router.block({ isDirty: () => true, ask: () => Promise.reject(new Error('asked about the page')) }),
    ];
    try {
      const search = () => router.location().search;
      router.navigate('/dashboards/d?editing=true');
      window.history.back();
      await waitUntil(() => requestCount === 1);
      await waitUntil(() => window.location.search === '?editing=true');
      expect(search(), 'a declined navigation does not happen').to.equal('editing=true');
      answer = true;
      window.history.back();
      await waitUntil(() => search() === '');
      expect(requestCount).to.equal(2);

      router.navigate('/dashboards/d?editing=true');
      router.goBackTo('/dashboards/d');
      await waitUntil(() => window.location.search === '');
      expect(requestCount, 'a navigation of the page itself is not asked about').to.equal(2);
    } finally {
      for (const end of unblock) end();
      router.close();
      window.history.replaceState(null, '', before);
    }
  });
});
