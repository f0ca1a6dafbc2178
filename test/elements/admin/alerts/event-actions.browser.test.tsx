/** Tests plug-in actions in the details of an alert: text, link or dialog. Actions that fail must be left out. */
import { expect } from '@open-wc/testing';
import type { Event as AlertEvent } from '../../../../api/contract/events.js';
import { EventActions } from '../../../../elements/admin/alerts/event-actions.js';
import type { PluginEvent } from '../../../../elements/kit/plugins/face.js';
import { registerPlugin } from '../../../../elements/kit/plugins/register.js';
import { untyped } from '../../../untyped.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

class HandOver extends HTMLElement {
  event?: PluginEvent;
  connectedCallback(): void {
    const close = document.createElement('button');
    close.textContent = 'Done';
    close.addEventListener('click', () => this.dispatchEvent(new Event('close-dialog')));
    this.append(`hands over ${this.event?.message ?? 'nothing'}`, close);
  }
}
customElements.define('test-hand-over', HandOver);

let server: FakeServer;
before(() => {
  registerPlugin({
    name: 'duty',
    eventActions: [
      { id: 'hand-over', title: 'Hand over', element: 'test-hand-over' },
      { id: 'ticket', title: 'Open a ticket', href: ({ id }) => `https://tickets.example/?alert=${id}` },
      { id: 'script', title: 'Script', href: () => 'javascript:alert(1)' },
      {
        id: 'thrower',
        title: 'Thrower',
        element: 'test-hand-over',
        isOffered: () => {
          throw new Error('who asks?');
        },
      },
      { id: 'never', title: 'Never', element: 'test-hand-over', isOffered: () => false },
      {
        id: 'changer',
        title: 'Changer',
        element: 'test-hand-over',
        isOffered: (event) => {
          (event as AlertEvent).message = 'changed';
          return true;
        },
      },
    ],
  });
});
beforeEach(() => {
  server = fakeServer({ ...signedIn });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

it('the list of alerts shows plug-in actions of an alert as a link or in a dialog, and leaves out actions that fail', async () => {
  const event = untyped<AlertEvent>({ id: 'E1', message: '<b>disk</b> full' });
  const { root } = await stage(() => <EventActions event={event} />);
  const link = await byRole(root, 'link', /^Open a ticket/);
  expect([link.getAttribute('href'), link.getAttribute('target')]).to.deep.equal([
    'https://tickets.example/?alert=E1',
    '_blank',
  ]);
  for (const name of ['Script', 'Thrower', 'Never'])
    expect([...allByRole(root, 'button', name), ...allByRole(root, 'link', name)]).to.have.length(0);
  expect(event.message).to.equal('<b>disk</b> full');
  await clickOn(root, 'button', 'Hand over');
  await byText(root, 'hands over <b>disk</b> full');
  await clickOn(root, 'button', 'Done');
  await waitUntil(() => allByRole(root, 'dialog').length === 0, 'the dialog is closed');
});
