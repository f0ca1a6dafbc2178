/** Tests the page of grok patterns against a server in the page: the dialog in both directions, and imports. */
import { expect } from '@open-wc/testing';
import { grokPages } from '../../../../elements/admin/grok-patterns/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn, withText } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, chooseFiles, confirming, fieldNamed, fill, idle, shownValues } from '../admin-page.js';

const patterns = [{ id: 'g1', name: 'MYIP', pattern: '%{IP:source} <b>', content_pack: null }];
const admin = administration(grokPages, () => ({
  'GET /system/grok/paginated': () => ({ patterns, total: 1 }),
  'GET /system/grok': () => ({ patterns: [...patterns, { id: 'g3', name: 'IP', pattern: '.*', content_pack: null }] }),
  'POST /system/grok': ({ body }) => ({ id: 'g2', ...(JSON.parse(body ?? '{}') as object) }),
  'PUT /system/grok/g1': ({ body }) => ({ id: 'g1', ...(JSON.parse(body ?? '{}') as object) }),
  'DELETE /system/grok/g1': () => undefined,
  'POST /system/grok/test': () => ({ source: '10.0.0.1' }),
}));
const open = async () => {
  const opened = await admin.open('/system/grokpatterns');
  await byText(opened.root, '%{IP:source} <b>');
  return opened;
};

describe('grok patterns', () => {
  it('are shown as stored, tested with the unsaved text, and saved under their id', async () => {
    const { root, host } = await open();
    await expectAccessible(host);
    await clickOn(root, 'button', 'Edit MYIP');
    const dialog = await byRole(root, 'dialog');
    await fieldNamed(dialog, 'Name');
    expect(await shownValues(dialog, ['Name'])).to.deep.equal({ Name: 'MYIP' });
    await byRole(dialog, 'option', /^IP/);
    expect(allByRole(dialog, 'option'), 'the pattern is not offered for itself').to.have.length(1);
    await fill(dialog, 'Name', ' OTHER ');
    await fill(dialog, 'Sample data', 'from 10.0.0.1');
    await byText(dialog, '"source": "10.0.0.1"');
    expect(admin.sent('POST /system/grok/test')).to.deep.equal({
      grok_pattern: { name: 'OTHER', pattern: '%{IP:source} <b>' },
      sampleData: 'from 10.0.0.1',
    });
    await admin.pressing(await byRole(dialog, 'button', 'Save'), 'PUT /system/grok/g1');
    expect(admin.sent('PUT /system/grok/g1')).to.deep.equal({ name: 'OTHER', pattern: '%{IP:source} <b>' });
    expect(admin.events).to.deep.equal(['log-changed grok-pattern g1']);
  });

  it('warn of a number that is captured as text, but not of a number with a type or of the whole match', async () => {
    const hint = 'Write %{NUMBER:bytes:int} or :float to store a number.';
    admin.server.routes['POST /system/grok/test'] = () => ({ MYIP: '12', status: 200, text: 'a1' });
    const { root } = await open();
    await clickOn(root, 'button', 'Edit MYIP');
    const dialog = await byRole(root, 'dialog');
    await fill(dialog, 'Sample data', '12');
    await byText(dialog, '"status": 200');
    expect(dialog.textContent).to.not.contain('captured as text');
    admin.server.routes['POST /system/grok/test'] = () => ({ MYIP: '12', status: 200, bytes: '12.5' });
    await fill(dialog, 'Sample data', '12.5');
    await byText(dialog, '"bytes": "12.5"');
    expect(dialog.textContent).to.contain(hint);
  });

  it('are inserted into another pattern by keyboard; the arrow keys stop at both ends of the list', async () => {
    admin.server.routes['GET /system/grok'] = () => ({
      patterns: ['FIRST', 'SECOND', 'LAST'].map((name) => ({ id: name, name, pattern: '.*', content_pack: null })),
    });
    const { root } = await open();
    await clickOn(root, 'button', 'Edit MYIP');
    const dialog = await byRole(root, 'dialog');
    const filter = await byRole(dialog, 'combobox', 'Filter patterns to add');
    const area = await fieldNamed(dialog, 'Pattern');
    await byRole(dialog, 'option', /^FIRST/);
    const press = async (key: string): Promise<void> => {
      filter.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await idle(admin.server);
    };
    await press('ArrowUp');
    await press('Enter');
    await waitUntil(() => area.value.includes('%{FIRST}'), 'the first pattern is inserted');
    for (let presses = 0; presses < 4; presses += 1) await press('ArrowDown');
    await press('Enter');
    await waitUntil(() => area.value.includes('%{LAST}'), 'the last pattern is inserted');
    await press('ArrowUp');
    await press('Enter');
    await waitUntil(() => area.value.includes('%{SECOND}'), 'the pattern before the last one is inserted');
  });

  it('are tested with the chosen field of a loaded message', async () => {
    const fields = { timestamp: '2024-03-01T10:05:00.000Z', source: 'web', message: 'GET /', gl2_source_input: 'i1' };
    admin.server.routes['GET /messages/web_0/m1'] = () => ({
      ...{ index: 'web_0', message: { id: 'm1', timestamp: fields.timestamp, fields } },
    });
    const { root } = await open();
    await clickOn(root, 'button', 'Edit MYIP');
    const dialog = await byRole(root, 'dialog');
    await clickOn(dialog, 'button', 'Load a message');
    await clickOn(dialog, 'tab', 'Message ID');
    await fill(dialog, 'Message ID', 'm1');
    await fill(dialog, 'Index', 'web_0');
    await clickOn(dialog, 'button', 'Load message');
    const field = await byRole(dialog, 'combobox', 'Field of the message');
    expect([...field.querySelectorAll('option')].map(({ value }) => value)).to.deep.equal([
      ...['message', 'source', 'timestamp'],
    ]);
    expect((await fieldNamed(dialog, 'Sample data')).value).to.equal('GET /');
    await fill(dialog, 'Field of the message', 'source');
    await waitUntil(async () => (await fieldNamed(dialog, 'Sample data')).value === 'web', 'the other field is tested');
  });

  it('require a name and a pattern', async () => {
    const { root } = await open();
    await clickOn(root, 'button', 'Create pattern');
    const dialog = await byRole(root, 'dialog');
    await clickOn(dialog, 'button', 'Save');
    await byText(dialog, 'A name is needed.');
    await byText(dialog, 'A pattern is needed.');
    expect(admin.server.to('POST /system/grok').length).to.equal(0);
  });

  it('are deleted after confirmation', async () => {
    const { root } = await open();
    await clickOn(root, 'button', 'Delete MYIP');
    await confirming(admin, root, 'Delete', 'DELETE /system/grok/g1');
  });

  it('are imported from a file, with the chosen handling of existing names', async () => {
    admin.server.routes['POST /system/grok'] = () => undefined;
    const { root } = await open();
    await clickOn(root, 'button', 'Import pattern file');
    const dialog = await byRole(root, 'dialog');
    await clickOn(dialog, 'button', 'Upload');
    await byText(dialog, 'Choose a file.');
    const give = (text: string): void =>
      chooseFiles(dialog.querySelector('input[type=file]'), new File([text], 'patterns.txt'));
    give('x'.repeat(250_001));
    await byText(dialog, 'The file is larger than 250,000 bytes.');
    await idle(admin.server);
    expect(admin.server.to('POST /system/grok').length).to.equal(0);
    give('x'.repeat(250_000));
    await waitUntil(
      () => withText(dialog, 'The file is larger than 250,000 bytes.') === undefined,
      'the file is taken',
    );
    give('A a\nB b');
    await fill(dialog, 'Replace existing patterns with the same name', true);
    await admin.pressing(await byRole(dialog, 'button', 'Upload'), 'POST /system/grok');
    const call = admin.server.to('POST /system/grok').at(-1);
    expect([
      call?.body,
      call?.url.searchParams.get('import-strategy'),
      call?.headers.get('content-type'),
    ]).to.deep.equal(['A a\nB b', 'REPLACE_ON_CONFLICT', 'text/plain; charset=utf-8']);
  });
});
