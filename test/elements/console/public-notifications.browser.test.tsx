/** Tests public notifications: shown in order, read, dismissed, and shown again when their text changes. */
import { expect } from '@open-wc/testing';
import type { PublicNotification } from '../../../api/contract/public-notifications.js';
import { LoginPage } from '../../../elements/console/login-page.js';
import { PublicNotifications } from '../../../elements/console/public-notifications.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const one: PublicNotification = {
  key: 'k1',
  variant: 'warning',
  title: 'Maintenance',
  hiddenTitle: false,
  shortMessage: 'Tonight from 22:00.',
  longMessage: 'First line\nSecond line',
  isActive: true,
  isDismissible: true,
};

let server: FakeServer;
let notifications: PublicNotification[];
beforeEach(() => {
  localStorage.removeItem('log-console-dismissed');
  notifications = [];
  server = fakeServer({ ...signedIn, 'GET /system/public_notifications': () => ({ notifications }) });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const open = () =>
  stage(() => (
    <main>
      <button type="button">Other</button>
      <PublicNotifications place="page" />
    </main>
  ));
const names = (root: ShadowRoot): string[] => allByRole(root, 'status').map(({ textContent }) => textContent);

describe('public notifications', () => {
  it('are shown in order, as text, with long messages one at a time', async () => {
    notifications = [
      one,
      { ...one, key: 'k2', title: 'Secret title', hiddenTitle: true, shortMessage: hostile, longMessage: 'More' },
      { ...one, key: 'k3', title: 'Not now', isActive: false },
      { ...one, key: 'k4', title: 'Stays', isDismissible: false, longMessage: '' },
    ];
    const { root, remove } = await open();
    await byText(root, 'Tonight from 22:00.');
    await byText(root, hostile);
    expect(root.querySelector('img')).to.equal(null);
    expect(names(root)).to.have.length(3);
    expect(root.textContent).not.to.contain('Secret title').and.not.to.contain('Not now');
    await still(root.host);
    await expectAccessible(root.host);
    const [first, second] = allByRole(root, 'button', 'Read More');
    first?.click();
    await byText(root, 'Second line');
    second?.click();
    await waitUntil(() => !root.textContent.includes('Second line'), 'the other long message is closed');
    await clickOn(root, 'button', 'Read Less');
    await waitUntil(() => allByRole(root, 'button', 'Read Less').length === 0, 'the long message is closed');
    expect(allByRole(root, 'button', /^Dismiss/)).to.have.length(2);
    remove();
  });

  it('leave the sign-in form in its place when they arrive and when one is read', async () => {
    notifications = [one, { ...one, key: 'k2', longMessage: 'Line\n'.repeat(50) }];
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    server.routes['GET /system/public_notifications'] = async () => {
      await arrived;
      return { notifications };
    };
    const { root, remove } = await stage(() => <LoginPage />);
    const field = await byRole(root, 'textbox', 'Username');
    const top = field.getBoundingClientRect().top;
    arrive();
    await byText(root, 'Tonight from 22:00.');
    expect(field.getBoundingClientRect().top).to.equal(top);
    await clickOn(root, 'button', 'Read More');
    await byRole(root, 'button', 'Read Less');
    expect(field.getBoundingClientRect().top).to.equal(top);
    await still(root.host);
    await expectAccessible(root.host);
    remove();
  });

  it('stay dismissed until their text changes', async () => {
    notifications = [one];
    const first = await open();
    await clickOn(first.root, 'button', /^Dismiss/);
    await waitUntil(() => names(first.root).length === 0, 'the notification is dismissed');
    first.remove();
    const second = await open();
    await waitUntil(
      () => server.to('GET /system/public_notifications').length === 2,
      'the notifications are requested again',
    );
    await byRole(second.root, 'button', 'Other');
    expect(names(second.root)).to.have.length(0);
    second.remove();
    notifications = [{ ...one, shortMessage: 'Tomorrow.' }];
    const third = await open();
    await byText(third.root, 'Tomorrow.');
    third.remove();
  });

  it('show nothing if the server does not support them', async () => {
    server.routes['GET /system/public_notifications'] = () => new Response('{}', { status: 404 });
    const { root, remove } = await open();
    await waitUntil(
      () => server.to('GET /system/public_notifications').length === 1,
      'the notifications are requested',
    );
    expect(names(root)).to.have.length(0);
    remove();
  });
});
