/**
 * Tests the pages of outputs against a server in the page: the outputs of a stream by permission, configurations in
 * both directions, and preserved secrets.
 */
import { expect } from '@open-wc/testing';
import { outputsPages } from '../../../../elements/admin/outputs/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { administration, confirming, expectControls, fill, pick, shownValues } from '../admin-page.js';
import { expectGuardedForm } from '../guarded-form.js';

const type = 'org.example.HttpOutput';
const field = (human_name: string, kind: string, more: object = {}) => ({
  type: kind,
  human_name,
  description: null,
  default_value: null,
  is_optional: true,
  is_encrypted: false,
  position: 100,
  attributes: [],
  additional_info: {},
  ...more,
});
const output = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  type,
  creator_user_id: 'ada',
  created_at: '2024-03-01T10:05:00.000Z',
  configuration: { url: 'https://in.example/', batch: 50, gzip: true, password: { is_set: true } },
  content_pack: null,
  ...more,
});
const status = (more: object = {}) => ({
  id: 'o1',
  state: 'RUNNING',
  waiting_messages: 0,
  waiting_bytes: 0,
  oldest_at: null,
  sent: 12,
  refused: 0,
  dropped: 0,
  retries: 0,
  last_error: null,
  retry_at: null,
  ...more,
});
let outputs: ReturnType<typeof output>[];
let states: object[];
let isEditable: boolean;

const admin = administration(outputsPages, () => {
  outputs = [output('o1', 'Archive')];
  states = [status()];
  isEditable = true;
  return {
    'GET /system/outputs': () => ({ total: 2, outputs: [...outputs, output('o2', 'Other')] }),
    'GET /system/outputs/o1': () => outputs[0],
    'GET /system/outputs/available': () => ({
      types: {
        [type]: {
          type,
          name: 'HTTP output',
          human_name: 'HTTP output',
          link_to_docs: '',
          requested_configuration: {
            url: field('URL', 'text', { is_optional: false, position: 1 }),
            batch: field('Batch size', 'number', { default_value: 10, attributes: ['only_positive'] }),
            gzip: field('Compress', 'boolean', { default_value: false }),
            password: field('Password', 'text', { is_encrypted: true, attributes: ['is_password'] }),
          },
        },
      },
    }),
    'GET /system/outputstates': () => ({ outputs: states }),
    'GET /streams/s1': () => ({ id: 's1', title: 'Web', is_editable: isEditable, is_default: false, rules: [] }),
    'GET /streams/s1/outputs': () => ({ total: outputs.length, outputs }),
    'POST /system/outputs': ({ body }) => ({ ...output('o3', ''), ...(JSON.parse(body ?? '{}') as object) }),
    'PUT /system/outputs/o1': ({ body }) => ({ ...output('o1', ''), ...(JSON.parse(body ?? '{}') as object) }),
    'DELETE /system/outputs/o1': () => undefined,
    'POST /streams/s1/outputs': () => undefined,
    'DELETE /streams/s1/outputs/o1': () => undefined,
  };
});

describe('all outputs', () => {
  it('show their sending state and errors', async () => {
    states = [
      status({
        state: 'FAILING',
        waiting_messages: 3,
        waiting_bytes: 2048,
        dropped: 2,
        refused: 1,
        retries: 4,
        last_error: { time: '2024-03-01T10:05:00.000Z', message: 'no route to <b>host</b>' },
      }),
    ];
    const { root, host } = await admin.open('/system/outputs');
    for (const text of [
      'no route to <b>host</b>',
      '3 messages waiting (2.0 KiB)',
      '2 messages left out since',
      '1 message left out, because',
      '4 attempts have failed',
    ])
      await byText(root, text);
    await expectAccessible(host);
  });

  it('show the stored configuration, keep its secret and send it with the change', async () => {
    const { root } = await admin.open('/system/outputs');
    await clickOn(root, 'button', 'Edit output Archive');
    const dialog = await byRole(root, 'dialog');
    expect(await shownValues(dialog, ['Title', 'URL', 'Batch size', 'Compress'])).to.deep.equal({
      Title: 'Archive',
      URL: 'https://in.example/',
      'Batch size': '50',
      Compress: true,
    });
    await fill(dialog, 'Batch size', '60');
    await admin.pressing(await byRole(dialog, 'button', 'Update output'), 'PUT /system/outputs/o1');
    expect(admin.sent('PUT /system/outputs/o1')).to.deep.equal({
      title: 'Archive',
      type,
      configuration: { url: 'https://in.example/', batch: 60, gzip: true, password: { keep_value: true } },
    });
    expect(admin.events).to.deep.equal(['log-changed output o1']);
  });

  it('start with the defaults of their type, and require mandatory values', async () => {
    const { root } = await admin.open('/system/outputs');
    await pick(root, 'Output type', 'HTTP output');
    await clickOn(root, 'button', 'Launch new output');
    const dialog = await byRole(root, 'dialog');
    await fill(dialog, 'Title', 'New');
    await clickOn(dialog, 'button', 'Create output');
    expect(admin.server.to('POST /system/outputs').length).to.equal(0);
    await fill(dialog, 'URL', 'https://x/');
    await admin.pressing(await byRole(dialog, 'button', 'Create output'), 'POST /system/outputs');
    expect(admin.sent('POST /system/outputs')).to.deep.equal({
      title: 'New',
      type,
      configuration: { url: 'https://x/', batch: 10, gzip: false, password: null },
    });
    expect(admin.server.to('POST /streams/s1/outputs').length).to.equal(0);
  });

  it('are deleted after confirmation', async () => {
    const { root } = await admin.open('/system/outputs');
    await clickOn(root, 'button', 'Delete globally: Archive');
    await confirming(admin, root, 'Delete globally', 'DELETE /system/outputs/o1');
  });

  it('cannot be changed if the server lacks their type', async () => {
    outputs = [output('o1', 'Archive', { type: 'gone' })];
    const { root } = await admin.open('/system/outputs');
    await byText(root, 'The server has no outputs of this type');
    expect((await byRole(root, 'button', 'Edit output Archive')).matches(':disabled, [aria-disabled=true]')).to.equal(
      true,
    );
  });
});

describe('the outputs of a stream', () => {
  it('offer their assignment and removal with permissions on the stream and on its outputs', () =>
    expectControls(admin, {
      route: '/streams/s1/outputs',
      ready: (root) => byText(root, 'Archive'),
      base: ['stream_outputs:read', 'streams:read:s1', 'outputs:read'],
      controls: {
        'textbox Output type': ['outputs:create + streams:edit:s1 + stream_outputs:create'],
        'combobox Output type': ['outputs:create + streams:edit:s1 + stream_outputs:create'],
        'textbox Existing output': ['streams:edit:s1 + stream_outputs:create'],
        'combobox Existing output': ['streams:edit:s1 + stream_outputs:create'],
        'button Edit output Archive': ['outputs:edit:o1'],
        'button Delete from stream: Archive': ['streams:edit:s1 + stream_outputs:delete:o1'],
        'button Delete globally: Archive': ['outputs:terminate'],
      },
    }));

  it('assign an existing output or a new one, and remove one after confirmation', async () => {
    const { root } = await admin.open('/streams/s1/outputs');
    await pick(root, 'Existing output', 'Other');
    await admin.pressing(await byRole(root, 'button', 'Assign existing output'), 'POST /streams/s1/outputs');
    expect(admin.sent('POST /streams/s1/outputs')).to.deep.equal({ outputs: ['o2'] });
    await pick(root, 'Output type', 'HTTP output');
    await clickOn(root, 'button', 'Launch new output');
    const dialog = await byRole(root, 'dialog');
    await fill(dialog, 'Title', 'New');
    await fill(dialog, 'URL', 'https://x/');
    await admin.pressing(await byRole(dialog, 'button', 'Create output'), 'POST /streams/s1/outputs');
    expect(admin.sent('POST /streams/s1/outputs')).to.deep.equal({ outputs: ['o3'] });
    await clickOn(root, 'button', 'Delete from stream: Archive');
    await confirming(admin, root, 'Delete from stream', 'DELETE /streams/s1/outputs/o1');
    expect(admin.server.to('DELETE /system/outputs/o1').length).to.equal(0);
  });

  it('are read-only if the stream belongs to the system', async () => {
    isEditable = false;
    const { root } = await admin.open('/streams/s1/outputs');
    await byText(root, 'This stream belongs to the system and cannot have outputs.');
    expect(allByRole(root, 'button', /^(Launch|Assign)/).length).to.equal(0);
  });
});

it("the dialog of an output asks before it overwrites another user's change, and shows errors of the server at their fields", async () => {
  const { root } = await admin.open('/system/outputs');
  await clickOn(root, 'button', 'Edit output Archive');
  await byRole(root, 'dialog');
  await expectGuardedForm({
    ...{ server: admin.server, root, submit: 'Update output', change: ['Batch size', '60'] },
    ...{ read: 'GET /system/outputs/o1', meanwhile: ['Archive', 'Theirs'], write: 'PUT /system/outputs/o1' },
    errors: { title: 'Title' },
  });
});
