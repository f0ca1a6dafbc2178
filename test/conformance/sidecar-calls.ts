/**
 * Calls of the endpoints for sidecars, collectors, configurations and variables, in addition to those in `calls.ts`.
 */
import type { Call, Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

const each = (...permissions: string[]): Rule => ({ kind: 'each', permissions });
const configurations = 'sidecar_collector_configurations';

/** Rules that the contract's table abbreviates, and rules of endpoints that the contract lacks. */
export const sidecarRules: Readonly<Record<string, Rule>> = {
  'POST /sidecar/configurations/{id}/{name}': each(`${configurations}:read`, `${configurations}:create`),
  // The following endpoints are not in the contract.
  'DELETE /sidecars/{sidecarId}': each('sidecars:delete'),
  'GET /sidecar/overview/figures': each('sidecars:read'),
  'GET /sidecar/overview/enrolment': each('sidecars:read'),
  'POST /sidecar/assignment/match': each(`${configurations}:read`, 'sidecars:read'),
  'GET /sidecar/configurations/{id}/versions': each(`${configurations}:read`),
  'PUT /sidecar/configurations/{id}/versions/{version}': each(`${configurations}:update`),
  'GET /sidecar/rollouts': each(`${configurations}:read`, 'sidecars:read'),
  'PUT /sidecar/rollouts/{rolloutId}': each(`${configurations}:update`),
};

let made = 0;
const nextName = (): string => `conformance-${++made}`;
const registration = { node_name: 'node', node_details: { operating_system: 'Linux', tags: ['conformance'] } };
const headers = { 'X-Graylog-Sidecar-Version': '1.5.6' };

async function sidecar(world: World): Promise<string> {
  const id = nextName();
  const answer = await world.send('PUT', `/sidecars/${id}`, { json: registration, headers });
  if (answer.status !== 202) throw new Error(`No sidecar was made: ${answer.status} ${await answer.text()}`);
  return id;
}

const newCollector = () => ({
  name: nextName(),
  service_type: 'exec',
  node_operating_system: 'linux',
  executable_path: '/bin/sh',
  execute_parameters: '-c %s',
  validation_parameters: null,
  default_template: '',
});
const collector = async (world: World): Promise<string> =>
  (await world.ask<{ id: string }>('POST', '/sidecar/collectors', newCollector())).id;

let shared: Promise<string> | undefined;
const newConfiguration = async (world: World) => ({
  name: nextName(),
  collector_id: await (shared ??= collector(world)),
  color: '#336699',
  template: 'node: ${sidecar.nodeName}',
  tags: [] as string[],
});
type Made = { id: string } & Awaited<ReturnType<typeof newConfiguration>>;
const configuration = async (world: World, tags: string[] = []): Promise<Made> =>
  world.ask('POST', '/sidecar/configurations', { ...(await newConfiguration(world)), tags });

const newVariable = () => ({ id: '', name: nextName().replace('-', '_'), description: null, content: 'x' });
const variable = async (world: World): Promise<string> =>
  (await world.ask<{ id: string }>('POST', '/sidecar/configuration_variables', newVariable())).id;

const ofSidecar: Maker = async (world) => ({ params: { sidecarId: await sidecar(world) } });
const ofCollector: Maker = async (world) => ({ params: { id: await collector(world), name: nextName() } });
const ofConfiguration: Maker = async (world) => ({ params: { id: (await configuration(world)).id, name: nextName() } });
const ofVariable: Maker = async (world) => ({ params: { id: await variable(world) } });

async function rollout(world: World): Promise<Call> {
  await sidecar(world);
  const { id, ...body } = await configuration(world, ['conformance']);
  await world.ask('PUT', `/sidecar/configurations/${id}`, { ...body, template: 'new', staged: true });
  const { rollouts } = await world.ask<{ rollouts: { id: string; configuration_id: string }[] }>(
    'GET',
    '/sidecar/rollouts',
  );
  const found = rollouts.find((one) => one.configuration_id === id);
  return { params: { rolloutId: found?.id ?? '' }, json: { action: 'pause' } };
}

export const sidecarCalls: Readonly<Record<string, Maker>> = {
  'GET /sidecars/{sidecarId}': ofSidecar,
  'DELETE /sidecars/{sidecarId}': ofSidecar,
  'PUT /sidecars/{sidecarId}': () => ({ params: { sidecarId: nextName() }, json: registration, headers }),
  'PUT /sidecars/configurations': async (world) => ({
    json: { nodes: [{ node_id: await sidecar(world), assignments: [] }] },
  }),
  'GET /sidecar/action/{sidecarId}': ofSidecar,
  'PUT /sidecar/action/{sidecarId}': async (world) => ({
    params: { sidecarId: await sidecar(world) },
    json: [{ collector_id: 'c', properties: { restart: true } }],
  }),
  'POST /sidecar/administration': () => ({ json: { page: 1, per_page: 10, query: '', filters: {} } }),
  'PUT /sidecar/administration/action': async (world) => ({
    json: { action: 'restart', collectors: [{ sidecar_id: await sidecar(world), collector_ids: ['c'] }] },
  }),
  'GET /sidecar/collectors/{id}': ofCollector,
  'POST /sidecar/collectors': () => ({ json: newCollector() }),
  'PUT /sidecar/collectors/{id}': async (world) => ({ params: { id: await collector(world) }, json: newCollector() }),
  'POST /sidecar/collectors/{id}/{name}': ofCollector,
  'DELETE /sidecar/collectors/{id}': ofCollector,
  'POST /sidecar/collectors/validate': () => ({ json: {} }),
  'GET /sidecar/configurations/{id}': ofConfiguration,
  'GET /sidecar/configurations/{id}/sidecars': ofConfiguration,
  'GET /sidecar/configurations/{id}/versions': ofConfiguration,
  'PUT /sidecar/configurations/{id}/versions/{version}': async (world) => ({
    params: { id: (await configuration(world)).id, version: '1' },
  }),
  'POST /sidecar/configurations': async (world) => ({ json: await newConfiguration(world) }),
  'PUT /sidecar/configurations/{id}': async (world) => {
    const { id, ...body } = await configuration(world);
    return { params: { id }, json: { ...body, template: 'changed' } };
  },
  'POST /sidecar/configurations/{id}/{name}': ofConfiguration,
  'DELETE /sidecar/configurations/{id}': ofConfiguration,
  'POST /sidecar/configurations/validate': () => ({ json: {} }),
  'POST /sidecar/assignment/match': () => ({ json: { assignment_rule: 'os:linux' } }),
  'GET /sidecar/configurations/render/{sidecarId}/{configurationId}': async (world) => ({
    params: { sidecarId: await sidecar(world), configurationId: (await configuration(world)).id },
  }),
  'POST /sidecar/configurations/render/preview': () => ({ json: { template: 'a ${sidecar.nodeId}' } }),
  'PUT /sidecar/rollouts/{rolloutId}': rollout,
  'GET /sidecar/configuration_variables/{id}/configurations': ofVariable,
  'POST /sidecar/configuration_variables': () => ({ json: newVariable() }),
  'PUT /sidecar/configuration_variables/{id}': async (world) => ({
    params: { id: await variable(world) },
    json: newVariable(),
  }),
  'DELETE /sidecar/configuration_variables/{id}': ofVariable,
  'POST /sidecar/configuration_variables/validate': () => ({ json: {} }),
};
