/** Tests that a sign-in form in place of a lost page does not take keys that were meant for a field of the page. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useSelector } from '@xstate/react';
import { systemJvm } from '../../../api/contract/system.js';
import { useConnection } from '../../../elements/element/connection-context.js';
import { SignInForm } from '../../../elements/frame/sign-in.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { byRole, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

function Page() {
  const { client, session } = useConnection();
  const missing = useSelector(session, (state) => state.matches('notLoggedIn') || state.matches('loggingIn'));
  if (missing) return <SignInForm takesFocus />;
  return <input aria-label="Text" onInput={() => void client.call(systemJvm).catch(() => undefined)} />;
}

describe('the focus of a sign-in form', () => {
  it('is on the form, which takes no text, after a lost session; Tab leads to the first field, and the end of the session is announced', async () => {
    let valid = true;
    const server = fakeServer({
      ...signedIn,
      'GET /system/sessions': () => (valid ? { is_valid: true, username: 'ada' } : { is_valid: false }),
      'GET /system/jvm': () => (valid ? {} : new Response('{}', { status: 401 })),
    });
    const { root, remove } = await stage(() => <Page />);
    const text = await byRole(root, 'textbox', 'Text');
    text.focus();
    valid = false;
    await sendKeys({ type: 'a' });
    await waitUntil(() => root.querySelector('[name=username]'), 'the form is shown');
    const name = root.querySelector<HTMLInputElement>('[name=username]');
    for (const key of ['b', 'c', 'd']) await sendKeys({ press: key });
    expect(name?.value).to.equal('');
    expect(root.querySelector('[role=alert]')?.textContent).to.contain('Your session has ended');
    expect(root.activeElement, 'the form has the focus').to.equal(root.querySelector('form'));
    await sendKeys({ press: 'Tab' });
    expect(root.activeElement, 'Tab leads to the first field').to.equal(name);
    remove();
    server.restore();
  });
});
