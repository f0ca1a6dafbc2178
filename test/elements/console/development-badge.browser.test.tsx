/** Tests that the header marks a development build; these tests run in one. */
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

describe('the header', () => {
  it('marks a development build', async () => {
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
    await byText(root, 'DEV');
    await expectAccessible(host);
  });
});
