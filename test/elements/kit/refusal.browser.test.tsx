import { expect } from '@open-wc/testing';
import { Forbidden } from '../../../api/failures.js';
import { Refusal } from '../../../elements/kit/refusal.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { byText, stage } from '../search/stage.js';

const reason = 'This embed token does not allow this view.';
const error = new Forbidden({ method: 'GET', url: '/api/views/1', status: 403, serverMessage: reason });

/** Shows the refusal to a user, and returns its text and the warnings in the browser's console. */
async function shownTo(username: string, expected: string) {
  const server = fakeServer({
    ...signedIn,
    'GET /system/sessions': () => ({ is_valid: true, session_id: 's', username }),
  });
  const warnings: unknown[] = [];
  const { warn } = console;
  console.warn = (...words: unknown[]) => warnings.push(words[0]);
  const { root, remove } = await stage(() => <Refusal error={error} />);
  try {
    await byText(root, expected);
    return { text: root.textContent, warnings };
  } finally {
    remove();
    server.restore();
    console.warn = warn;
  }
}

describe('a refusal of the server', () => {
  it('is one sentence for the guest of a page, and its reason is written to the console for the developer', async () => {
    const { text, warnings } = await shownTo('embed:ada', 'This page may not show this.');
    expect(text).not.to.contain('administrator');
    expect(warnings).to.include(reason);
  });

  it('shows a person with an account that a permission is missing, and writes no reason to the console', async () => {
    const { warnings } = await shownTo('ada', 'Missing Permissions');
    expect(warnings).not.to.include(reason);
  });
});
