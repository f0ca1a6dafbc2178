/** Tests the page of inputs against a server in the page: start and stop, forms, and deletion. */
import { expect } from '@open-wc/testing';
import { inputsPages } from '../../../../elements/admin/inputs/pages.js';
import { expectAccessible } from '../../accessible.js';
import { byRole, byText } from '../../search/stage.js';
import { administration, choose, confirming, fill, shownValues } from '../admin-page.js';
import { expectGuardedForm } from '../guarded-form.js';

const nodeId = 'n1';
const type = 'org.example.Http';
let state: string;
const stored = {
  id: 'i1',
  title: 'Web shop',
  global: false,
  name: 'GELF HTTP',
  content_pack: null,
  created_at: '2024-03-01T10:05:00.000Z',
  type,
  creator_user_id: 'ada',
  attributes: { port: 12201 },
  static_fields: { datacentre: 'b' },
  node: nodeId as string | null,
};
let input: typeof stored;

const admin = administration(inputsPages, () => {
  state = 'RUNNING';
  input = stored;
  return {
    'GET /system/inputs': () => ({ inputs: [input], total: 1 }),
    'GET /cluster/inputstates': () => ({
      [nodeId]: [
        { id: 'i1', state, started_at: '2024-03-01T10:05:00.000Z', detailed_message: null, message_input: input },
      ],
    }),
    'GET /system/cluster/nodes': () => ({
      nodes: [{ node_id: nodeId, short_node_id: 'n1', hostname: 'host', is_leader: true, is_master: true }],
      total: 1,
    }),
    'GET /system/inputs/types/all': () => ({
      [type]: {
        type,
        name: 'GELF HTTP',
        is_exclusive: false,
        requested_configuration: {
          port: {
            type: 'number',
            human_name: 'Port',
            description: '',
            default_value: 12201,
            is_optional: false,
            attributes: [],
            additional_info: {},
            position: 0,
          },
        },
        link_to_docs: '',
        sample_message: 'hello',
      },
    }),
    'GET /system/inputs/i1': () => input,
    'PUT /system/inputs/i1': () => ({ id: 'i1' }),
    'PUT /cluster/inputstates/i1': () => ({ [nodeId]: { id: 'i1' } }),
    'DELETE /cluster/inputstates/i1': () => ({ [nodeId]: { id: 'i1' } }),
    'DELETE /system/inputs/i1': () => undefined,
    'DELETE /system/inputs/i1/staticfields/datacentre': () => undefined,
  };
});

describe('the inputs', () => {
  it('are stopped and started on all their nodes without confirmation', async () => {
    const { root, host } = await admin.open('/system/inputs');
    await byRole(root, 'button', 'Stop input');
    await expectAccessible(host);
    state = 'STOPPED';
    await admin.pressing(await byRole(root, 'button', 'Stop input'), 'DELETE /cluster/inputstates/i1');
    state = 'RUNNING';
    await admin.pressing(await byRole(root, 'button', 'Start input'), 'PUT /cluster/inputstates/i1');
    await byRole(root, 'button', 'Stop input');
    expect(admin.events).to.deep.equal(['log-changed input i1', 'log-changed input i1']);
  });

  for (const [global, text] of [
    [false, 'was stopped.'],
    [true, 'the request failed on 1 node.'],
  ] as const)
    it(`report a failed request on a node where ${global ? 'they run' : 'they do not run'}: ${text}`, async () => {
      input = { ...input, global, node: global ? null : nodeId };
      admin.server.routes['DELETE /cluster/inputstates/i1'] = () => ({ [nodeId]: { id: 'i1' }, n2: null });
      const { root } = await admin.open('/system/inputs');
      await admin.pressing(await byRole(root, 'button', 'Stop input'), 'DELETE /cluster/inputstates/i1');
      await byText(root, text);
    });

  it('show the stored values in the dialog, and send them with the edited ones', async () => {
    const { root } = await admin.open('/system/inputs');
    await choose(root, 'More actions for Web shop', 'Edit input');
    const dialog = await byRole(root, 'dialog');
    const labels = ['Global', 'Node', 'Title', 'Port'];
    expect(await shownValues(dialog, labels)).to.deep.equal({
      Global: false,
      Node: nodeId,
      Title: 'Web shop',
      Port: '12201',
    });
    await fill(dialog, 'Title', ' Shop ');
    await fill(dialog, 'Port', '12202');
    await admin.pressing(await byRole(dialog, 'button', 'Update input'), 'PUT /system/inputs/i1');
    expect(admin.sent('PUT /system/inputs/i1')).to.deep.equal({
      title: 'Shop',
      type,
      global: false,
      node: nodeId,
      configuration: { port: 12202 },
    });
  });

  it('are saved without a node while they are global, and with the only node otherwise', async () => {
    input = { ...input, global: true, node: null };
    const { root } = await admin.open('/system/inputs');
    const save = async (global: boolean) => {
      await choose(root, 'More actions for Web shop', 'Edit input');
      const dialog = await byRole(root, 'dialog');
      await fill(dialog, 'Global', global);
      await fill(dialog, 'Title', global ? 'Everywhere' : 'Here');
      await admin.pressing(await byRole(dialog, 'button', 'Update input'), 'PUT /system/inputs/i1');
      return admin.sent('PUT /system/inputs/i1');
    };
    const rest = { type, configuration: { port: 12201 } };
    expect(await save(true)).to.deep.equal({ ...rest, title: 'Everywhere', global: true });
    expect(await save(false)).to.deep.equal({ ...rest, title: 'Here', global: false, node: nodeId });
  });

  it('are deleted after confirmation', async () => {
    const { root } = await admin.open('/system/inputs');
    await choose(root, 'More actions for Web shop', 'Delete input');
    await confirming(admin, root, 'Delete input', 'DELETE /system/inputs/i1');
  });
});

it("the dialog of an input asks before it overwrites another user's change, and shows errors of the server at their fields", async () => {
  const { root } = await admin.open('/system/inputs');
  await choose(root, 'More actions for Web shop', 'Edit input');
  await byRole(root, 'dialog');
  await expectGuardedForm({
    ...{ server: admin.server, root, submit: 'Update input', change: ['Port', '12202'] },
    ...{ read: 'GET /system/inputs/i1', meanwhile: ['Web shop', 'Theirs'], write: 'PUT /system/inputs/i1' },
    errors: { title: 'Title', node: 'Node' },
  });
});
