/** Fills the slots (`slots.ts`) of pipelines, lookup tables, sidecars and content packs. */
import { randomUUID } from 'node:crypto';
import type { World } from '../conformance/world.js';
import { address, markup } from './slots.js';

/** Methods of the test world that fill the areas with payloads. */
export type Asking = Pick<World, 'newExtractor'> & {
  readonly ask: World['ask'];
  readonly newNotification: World['newNotification'];
  readonly newDefinition: World['newDefinition'];
  /** Registers a sidecar with the request of the sidecar program. */
  readonly register: (id: string, registration: object) => Promise<void>;
};

export async function pipelines({ ask }: Asking): Promise<Readonly<Record<string, string>>> {
  const inRule = `"${markup('literal of a rule').replaceAll('"', '\\"')}"`;
  const rule = await ask<{ id: string }>('POST', '/system/pipelines/rule', {
    description: markup('description of a rule'),
    source: `rule "attacked"\nwhen true\nthen set_field("a", ${inRule});\nend`,
  });
  const pipeline = await ask<{ id: string }>('POST', '/system/pipelines/pipeline', {
    description: markup('description of a pipeline'),
    source: `pipeline "attacked"\nstage 0 match either\nrule "attacked"\nend`,
  });
  return { ruleId: rule.id, pipelineId: pipeline.id };
}

export async function lookup({ ask }: Asking): Promise<Readonly<Record<string, string>>> {
  const titled = (kind: string, name: string) => ({
    title: markup(`title of ${kind}`),
    description: markup(`description of ${kind}`),
    name,
  });
  const cache = await ask<{ id: string }>('POST', '/system/lookup/caches', {
    ...titled('a cache', 'attacked-cache'),
    config: { type: 'none' },
  });
  const adapter = await ask<{ id: string }>('POST', '/system/lookup/adapters', {
    ...titled('an adapter', 'attacked-adapter'),
    config: { type: 'stored_table' },
  });
  const key = markup('key of a row');
  const row = { key, values: [markup('value of a row')], expires_at: null, note: markup('note of a row') };
  await ask('POST', `/system/lookup/adapters/${adapter.id}/rows`, { revision: 0, rows: [row], deleted: [] });
  await ask('POST', '/system/lookup/tables', {
    ...titled('a lookup table', 'attacked-table'),
    cache_id: cache.id,
    data_adapter_id: adapter.id,
    default_single_value: markup('default value of a lookup table'),
    default_single_value_type: 'STRING',
  });
  return {};
}

export async function sidecars({ ask, ...world }: Asking): Promise<Readonly<Record<string, string>>> {
  const collector = await ask<{ id: string }>('POST', '/sidecar/collectors', {
    name: 'attacked-collector',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/bin/sh',
    execute_parameters: markup('parameters of a collector'),
    validation_parameters: null,
    default_template: markup('template of a collector'),
  });
  const configuration = await ask<{ id: string }>('POST', '/sidecar/configurations', {
    name: 'attacked-configuration',
    collector_id: collector.id,
    color: '#336699',
    template: markup('template of a configuration'),
    tags: [markup('tag of a configuration')],
  });
  const sidecarId = 'attacked-sidecar';
  const registration = {
    node_name: markup('name of a sidecar'),
    node_details: {
      operating_system: 'Linux',
      ip: markup('address of a sidecar'),
      tags: [markup('tag of a sidecar')],
      status: {
        status: 2,
        message: 'failing',
        collectors: [
          {
            collector_id: collector.id,
            configuration_id: configuration.id,
            status: 2,
            message: markup('state of a collector'),
            verbose_message: markup('details of a state'),
          },
        ],
      },
    },
  };
  await world.register(sidecarId, registration);
  await ask('POST', '/sidecar/configuration_variables', {
    id: '',
    name: 'attacked',
    description: markup('description of a variable'),
    content: markup('content of a variable'),
  });
  return { collectorId: collector.id, configurationId: configuration.id, sidecarId };
}

export async function packs({ ask }: Asking): Promise<Readonly<Record<string, string>>> {
  const packId = randomUUID();
  await ask('POST', '/system/content_packs', {
    v: '1',
    id: packId,
    rev: 1,
    name: markup('name of a content pack'),
    summary: markup('summary of a content pack'),
    description: `${markup('description of a content pack')} [link](${address('link in a content pack')})`,
    vendor: markup('vendor of a content pack'),
    url: 'https://example.org/',
    parameters: [
      {
        name: 'P',
        title: markup('title of a parameter'),
        description: markup('description of a parameter'),
        type: 'string',
        default_value: markup('default of a parameter'),
      },
    ],
    entities: [
      {
        v: '1',
        type: { name: 'grok_pattern', version: '1' },
        id: 'pattern',
        data: { name: { '@type': 'string', '@value': 'ATTACKED_PACK' }, pattern: { '@type': 'string', '@value': 'a' } },
        constraints: [{ type: 'server-version', version: '>=5.1.0' }],
      },
    ],
  });
  return { packId, revision: '1' };
}
