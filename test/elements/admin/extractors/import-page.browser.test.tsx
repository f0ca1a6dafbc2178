/** Tests the import of extractors from a file, some of which the server rejects, against a server in the page. */
import { expect } from '@open-wc/testing';
import { extractorsPages } from '../../../../elements/admin/extractors/pages.js';
import { byRole, byText, clickOn } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, chooseFiles, fieldNamed, fill, idle } from '../admin-page.js';

const api = '/system/inputs/i1/extractors';
const rejected = () => new Response('{"message":"no such field"}', { status: 400 });
let answers: (() => unknown)[] = [];
const admin = administration(extractorsPages, () => ({
  'GET /system/inputs/i1': () => ({
    id: 'i1',
    title: 'Web',
    name: 'Syslog',
    type: 't',
    attributes: {},
    static_fields: {},
  }),
  [`POST ${api}`]: () => answers.shift()?.(),
}));
const extractor = (title: string) => ({
  ...{ title, extractor_type: 'copy_input', converters: [], order: 0, cursor_strategy: 'copy' },
  ...{
    source_field: 'message',
    target_field: 'copy',
    extractor_config: {},
    condition_type: 'none',
    condition_value: '',
  },
});
const stored = () => ({ extractor_id: 'e1' });

for (const [outcome, given, text, events] of [
  ['all are stored', [stored, stored], 'Success', ['log-changed extractor ']],
  ['one is rejected', [stored, rejected], 'no such field', ['log-changed extractor ']],
  ['all are rejected', [rejected, rejected], 'no such field', []],
] as const)
  it(`the import of two extractors reports a change unless all are rejected: ${outcome}`, async () => {
    answers = [...given];
    const { root } = await admin.open('/system/inputs/n1/i1/extractors/import');
    await fieldNamed(root, 'Extractors JSON');
    await fill(
      root,
      'Extractors JSON',
      JSON.stringify({ version: '5.1.8', extractors: [extractor('One'), extractor('Two')] }),
    );
    await clickOn(root, 'button', 'Add extractors to input');
    await byText(root, text);
    await idle(admin.server);
    expect(admin.server.to(`POST ${api}`)).to.have.length(2);
    expect(admin.events).to.deep.equal(events);
  });

const exported = (...titles: readonly string[]) =>
  new File([JSON.stringify({ version: '5.1.8', extractors: titles.map(extractor) })], `${titles.join()}.json`);

it('a file is not sent under the name of the next one while that one is read, and its problem is shown once', async () => {
  const { root } = await admin.open('/system/inputs/n1/i1/extractors/import');
  const content = await fieldNamed(root, 'Extractors JSON');
  const choose = (file: File): void => chooseFiles(root.querySelector('input[type=file]'), file);
  const submit = await byRole(root, 'button', 'Add extractors to input');
  choose(exported('One'));
  await waitUntil(() => content.value.includes('One'), 'the first file is read');
  choose(exported('Two'));
  // React renders in a microtask, and no file is read that soon.
  await Promise.resolve();
  submit.click();
  await waitUntil(() => content.value.includes('Two'), 'the second file is read');
  await idle(admin.server);
  expect(admin.server.to(`POST ${api}`)).to.have.length(0);
  choose(new File(['\n'], 'empty.json'));
  await byText(root, 'The file is empty.');
  submit.click();
  await idle(admin.server);
  expect(root.textContent?.split('The file is empty.')).to.have.length(2);
  expect(admin.server.to(`POST ${api}`)).to.have.length(0);
});

it('typed extractors replace the chosen file, and stay when the file is read afterwards', async () => {
  const { root } = await admin.open('/system/inputs/n1/i1/extractors/import');
  const content = await fieldNamed(root, 'Extractors JSON');
  chooseFiles(root.querySelector('input[type=file]'), exported('One'));
  await fill(root, 'Extractors JSON', 'typed');
  await byText(root, 'No file chosen');
  // The file would have been read within this time.
  await exported('One').text();
  await idle(admin.server);
  expect(content.value).to.equal('typed');
});
