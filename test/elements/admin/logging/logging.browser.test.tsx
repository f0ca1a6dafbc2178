/** Tests the logging page against a server in the page: levels, lines and bundles. */
import { expect } from '@open-wc/testing';
import { loggingPages } from '../../../../elements/admin/logging/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { administration, confirming, fill, idle } from '../admin-page.js';

let level: string;
let lines: string;
const subsystem = (title: string, own: string) => ({ title, description: `About ${title}`, level: own, category: 'c' });
const levelRoute = 'PUT /cluster/system/loggers/n1/subsystems/auth/level/debug';

const admin = administration(loggingPages, () => {
  level = 'info';
  lines = ['INFO one', 'WARN two <b>', 'ERROR three'].map((text) => `2024-03-01T10:05:00.000Z ${text}`).join('\n');
  return {
    'GET /cluster/system/loggers/subsystems': () => ({
      n1: { subsystems: { auth: subsystem('Authentication', level), store: subsystem('Store', 'off') } },
      n2: null,
    }),
    'GET /system/cluster/nodes': () => ({ nodes: [], total: 0 }),
    'GET /system/loggers/messages/recent': () => new Response(lines),
    'GET /cluster/debug/support/bundle/list': () => [{ file_name: 'a.zip', size: 2048 }],
    [levelRoute]: () => undefined,
    'POST /cluster/debug/support/bundle/build': () => undefined,
    'DELETE /cluster/debug/support/bundle/a.zip': () => undefined,
  };
});

describe('the logging page', () => {
  it('changes one level, reloads the levels and shows the new level', async () => {
    const { root, host } = await admin.open('/system/logging');
    await byText(root, 'This node did not answer.');
    await expectAccessible(host);
    const requestsBefore = admin.server.to('GET /cluster/system/loggers/subsystems').length;
    const shown = () => byRole(root, 'combobox', 'Log level of Authentication') as Promise<HTMLSelectElement>;
    expect((await shown()).value).to.equal('info');
    level = 'debug';
    await fill(root, 'Log level of Authentication', 'debug');
    await idle(admin.server);
    expect(admin.server.to(levelRoute).length).to.equal(1);
    expect(admin.server.to('GET /cluster/system/loggers/subsystems').length).to.equal(requestsBefore + 1);
    expect((await shown()).value).to.equal('debug');
    // A level that is not offered is still shown if it is set.
    expect(((await byRole(root, 'combobox', 'Log level of Store')) as HTMLSelectElement).value).to.equal('off');
  });

  it('shows the last lines as text, filtered by text and by level', async () => {
    const { root } = await admin.open('/system/logging');
    await byText(root, 'WARN two <b>');
    const shown = () => [...root.querySelectorAll('[role=log] > div')].map((line) => line.textContent?.split('Z ')[1]);
    expect(shown()).to.deep.equal(['INFO one', 'WARN two <b>', 'ERROR three']);
    await fill(root, 'Lowest level shown', 'warn');
    expect(shown()).to.deep.equal(['WARN two <b>', 'ERROR three']);
    await byText(root, '2 of 3 lines');
  });

  it('downloads only the shown lines', async () => {
    const { root } = await admin.open('/system/logging');
    await byText(root, 'WARN two <b>');
    await fill(root, 'Lowest level shown', 'warn');
    const saved: Blob[] = [];
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return createObjectURL(blob);
    };
    // The browser of the tests must not save a file.
    HTMLAnchorElement.prototype.click = () => undefined;
    try {
      await clickOn(root, 'button', 'Download');
    } finally {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
    }
    const time = '2024-03-01T10:05:00.000Z';
    expect(await saved[0]?.text()).to.equal(`${time} WARN two <b>\n${time} ERROR three\n`);
  });

  it('creates and deletes bundles, and reports the status of a failure', async () => {
    const { root } = await admin.open('/system/logging');
    await admin.pressing(
      await byRole(root, 'button', 'Create Support Bundle'),
      'POST /cluster/debug/support/bundle/build',
    );
    await byText(root, 'The Support Bundle was created.');
    await clickOn(root, 'button', 'Delete a.zip');
    await confirming(admin, root, 'Delete', 'DELETE /cluster/debug/support/bundle/a.zip');
    admin.server.routes['POST /cluster/debug/support/bundle/build'] = () => new Response('{}', { status: 507 });
    await clickOn(root, 'button', 'Create Support Bundle');
    await byText(root, 'Creating the Support Bundle failed with status: 507');
  });

  it('requests no lines or bundles without permission to read them', async () => {
    admin.permissions = ['loggers:read'];
    const { root } = await admin.open('/system/logging');
    await byText(root, 'Subsystem: Store');
    await idle(admin.server);
    expect(admin.server.to('GET /system/loggers/messages/recent').length).to.equal(0);
    expect(admin.server.to('GET /cluster/debug/support/bundle/list').length).to.equal(0);
    expect(allByRole(root, 'log').length).to.equal(0);
  });
});
