/**
 * Tests the actions of the list of index sets against a server in the page. The default index set and index sets with
 * streams cannot be deleted.
 */
import { expect } from '@open-wc/testing';
import { indexSetsPages } from '../../../../elements/admin/index-sets/pages.js';
import { retentions, rotations } from '../../../../elements/admin/index-sets/strategies.js';
import { byRole, byText } from '../../search/stage.js';
import { administration, choose, fill } from '../admin-page.js';

const sets = '/system/indices/index_sets';
const setOf = (id: string, isDefault: boolean) => ({
  id,
  title: `Set ${id}`,
  description: 'd',
  default: isDefault,
  can_be_default: true,
  writable: true,
  index_prefix: id,
  shards: 1,
  replicas: 0,
  rotation_strategy_class: rotations.count,
  rotation_strategy: { type: 'r', max_docs_per_index: 1000 },
  retention_strategy_class: retentions.delete,
  retention_strategy: { type: 'd', max_number_of_indices: 20 },
  creation_date: '2024-03-01T10:05:00.000Z',
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
});
let streams: object[];

const admin = administration(indexSetsPages, () => {
  streams = [];
  return {
    [`GET ${sets}`]: () => ({ total: 2, index_sets: [setOf('a', true), setOf('b', false)], stats: {} }),
    [`GET ${sets}/stats`]: () => ({ indices: 3, documents: 30, size: 1024 }),
    'GET /system/indexer/cluster/health': () => ({
      status: 'green',
      shards: { active: 3, initializing: 0, relocating: 0, unassigned: 0 },
    }),
    'GET /system/indexer/cluster/name': () => ({ name: 'store' }),
    'GET /system/indexer/failures/count': () => ({ count: 0 }),
    'GET /cluster/jobs': () => ({ node: { jobs: [] } }),
    'GET /streams': () => ({ total: streams.length, streams }),
    [`DELETE ${sets}/b`]: () => undefined,
  };
});

const deletionOf = async (id: string) => {
  const { root } = await admin.open('/system/indices');
  await byText(root, `Set ${id}`);
  await choose(root, new RegExp(`^More actions for index set .*Set ${id}`), 'Delete');
  return byRole(root, 'dialog');
};
const isDisabled = async (dialog: HTMLElement): Promise<boolean> =>
  (await byRole(dialog, 'button', 'Delete')).matches(':disabled, [aria-disabled=true]');

describe('the deletion of an index set', () => {
  for (const withIndices of [true, false])
    it(`${withIndices ? 'removes' : 'keeps'} its indices, as the user chooses`, async () => {
      streams = [{ id: 's1', title: 'Elsewhere', index_set_id: 'a' }];
      const dialog = await deletionOf('b');
      await fill(dialog, 'Remove all data for this index set?', withIndices);
      await admin.pressing(await byRole(dialog, 'button', 'Delete'), `DELETE ${sets}/b`);
      const call = admin.server.to(`DELETE ${sets}/b`).at(-1);
      expect(call?.url.searchParams.get('delete_indices')).to.equal(String(withIndices));
      expect(admin.events).to.deep.equal(['log-changed index_set b']);
    });

  it('is refused while streams are assigned to it, and names the streams', async () => {
    streams = [
      { id: 's1', title: 'Web shop', index_set_id: 'b' },
      { id: 's2', title: 'Elsewhere', index_set_id: 'a' },
    ];
    const dialog = await deletionOf('b');
    await byText(dialog, 'Web shop');
    expect(dialog.textContent).not.to.include('Elsewhere');
    expect(await isDisabled(dialog)).to.equal(true);
  });

  it('is refused for the default index set', async () => {
    const dialog = await deletionOf('a');
    await byText(dialog, 'Unable to delete the index set because it is the default one.');
    expect(await isDisabled(dialog)).to.equal(true);
  });
});
