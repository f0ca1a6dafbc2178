/** Calls of the endpoints for content packs, in addition to those in `calls.ts`. */
import { randomUUID } from 'node:crypto';
import type { ContentPackInstallation } from '../../api/contract/content-packs.js';
import type { Call, Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

const root = '/system/content_packs';
const onOne = (action: string): Rule => ({ kind: 'each', permissions: [`contentpack:${action}:{contentPackId}`] });

export const contentPackRules: Readonly<Record<string, Rule>> = {
  'GET /system/content_packs/{contentPackId}': onOne('read'),
  'GET /system/content_packs/{contentPackId}/{revision}/download': onOne('read'),
  'GET /system/content_packs/{contentPackId}/installations': onOne('read'),
  'DELETE /system/content_packs/{contentPackId}': onOne('delete'),
  'DELETE /system/content_packs/{contentPackId}/{revision}': onOne('delete'),
  'POST /system/content_packs/{contentPackId}/{revision}/installations': onOne('install'),
  'POST /system/content_packs/{contentPackId}/{revision}/installations/dry_run': onOne('install'),
  'PUT /system/content_packs/{contentPackId}/installations/{installationId}': onOne('install'),
  'DELETE /system/content_packs/{contentPackId}/installations/{installationId}': onOne('uninstall'),
  'GET /system/provisioned': { kind: 'session', permissions: [] },
  'GET /system/content_pack_library': { kind: 'each', permissions: ['contentpack:read'] },
  'POST /system/content_pack_library/{contentPackId}': { kind: 'each', permissions: ['contentpack:create'] },
};

const pack = (id: string) => ({
  v: '1',
  id,
  rev: 1,
  name: 'Conformance',
  summary: '',
  description: '',
  vendor: '',
  url: '',
  parameters: [],
  entities: [
    {
      v: '1',
      type: { name: 'grok_pattern', version: '1' },
      id: 'pattern',
      data: { name: `PACK_${id.replaceAll('-', '_')}`, pattern: 'a' },
      constraints: [{ type: 'server-version', version: '>=5.1.0' }],
    },
  ],
});

async function packIn(world: World): Promise<{ contentPackId: string; revision: string }> {
  const contentPackId = randomUUID();
  await world.ask('POST', root, pack(contentPackId));
  return { contentPackId, revision: '1' };
}

const ofPack =
  (call: Omit<Call, 'params'> = {}): Maker =>
  async (world) => ({ ...call, params: await packIn(world) });

const ofInstallation =
  (call: Omit<Call, 'params'> = {}): Maker =>
  async (world) => {
    const params = await packIn(world);
    const path = `${root}/${params.contentPackId}/1/installations`;
    const { _id } = await world.ask<ContentPackInstallation>('POST', path, {});
    return { ...call, params: { ...params, installationId: _id } };
  };

export const contentPackCalls: Readonly<Record<string, Maker>> = {
  'POST /system/content_packs': () => ({ json: pack(randomUUID()) }),
  'GET /system/content_packs/{contentPackId}': ofPack(),
  'GET /system/content_packs/{contentPackId}/{revision}': ofPack(),
  'GET /system/content_packs/{contentPackId}/{revision}/download': ofPack(),
  'DELETE /system/content_packs/{contentPackId}': ofPack(),
  'DELETE /system/content_packs/{contentPackId}/{revision}': ofPack(),
  'POST /system/content_packs/{contentPackId}/{revision}/installations': ofPack({ json: {} }),
  'POST /system/content_packs/{contentPackId}/{revision}/installations/dry_run': ofPack({ json: {} }),
  'GET /system/content_packs/{contentPackId}/installations': ofInstallation(),
  'GET /system/content_packs/{contentPackId}/installations/{installationId}/uninstall_details': ofInstallation(),
  'PUT /system/content_packs/{contentPackId}/installations/{installationId}': ofInstallation({ json: { revision: 1 } }),
  'DELETE /system/content_packs/{contentPackId}/installations/{installationId}': ofInstallation(),
  'POST /system/content_pack_library/{contentPackId}': async (world) => {
    const { packs } = await world.ask<{ packs: { id: string; rev: number; stored: boolean }[] }>(
      'GET',
      '/system/content_pack_library',
    );
    const [first] = packs;
    if (first?.stored) await world.ask('DELETE', `${root}/${first.id}`);
    return { params: { contentPackId: first?.id ?? 'none' } };
  },
};
