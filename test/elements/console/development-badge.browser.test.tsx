/**
 * Tests that the header marks a development build and no other: `npm run test:all` runs these tests in a development
 * build, `npm test` in a production build.
 */
import { expect } from '@open-wc/testing';
import { createRef } from 'react';
import { TopNavigation } from '../../../elements/console/top-navigation.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { expectAccessible } from '../accessible.js';
import { byText, stage } from '../search/stage.js';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer(signedIn);
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

describe('the header of the console', () => {
  it('marks a development build, and no other', async () => {
    const nothing = (): void => undefined;
    const { root, host } = await stage(() => (
      <main>
        <TopNavigation
          first={null}
          path="/search"
          href={(path) => path}
          onNavigate={nothing}
          onToggleTheme={nothing}
          followsSystem
          onSystemTheme={nothing}
          onLogout={nothing}
          onQuickJump={nothing}
          onShortcuts={nothing}
          onAbout={nothing}
          scratchpad={{ open: false, button: createRef(), onToggle: nothing }}
        />
      </main>
    ));
    await byText(root, 'Search');
    if (process.env.NODE_ENV === 'development') await byText(root, 'DEV');
    else expect(root.textContent).not.to.contain('DEV');
    await expectAccessible(host);
  });
});
