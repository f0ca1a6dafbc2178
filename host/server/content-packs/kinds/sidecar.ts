import type { CollectorBody } from '../../../../api/contract/sidecars.schema.js';
import type { ContentKind, IdOf } from '../kind.js';
import { MissingReference, throwFirst } from '../pack-error.js';
import { textIn, wrapped, type PlainData } from '../values.js';
import { unlessMissing } from './missing.js';
import {
  createCollector,
  createConfiguration,
  deleteCollector,
  deleteConfiguration,
  getCollector,
  getConfiguration,
  listCollectors,
  listConfigurations,
  updateCollector,
  updateConfiguration,
  validateCollector,
  validateConfiguration,
} from '../../../../api/contract/sidecars.js';

const keyOf = (name: string, system: string): string => `${name} (${system})`;

const collectorBody = (data: PlainData): CollectorBody => ({
  name: textIn(data, 'name'),
  service_type: textIn(data, 'service_type'),
  node_operating_system: textIn(data, 'node_operating_system'),
  executable_path: textIn(data, 'executable_path'),
  execute_parameters: textIn(data, 'execute_parameters') || null,
  validation_parameters: textIn(data, 'validation_parameters') || null,
  default_template: textIn(data, 'default_template'),
});

export const collectorKind: ContentKind = {
  type: 'sidecar_collector',
  version: '1',
  title: 'Sidecar collector',
  needs: createCollector,
  list: async (api) =>
    ((await api.call(listCollectors))?.collectors ?? []).map((one) => ({
      id: one.id,
      title: one.name,
      key: keyOf(one.name, one.node_operating_system),
    })),
  read: async (api, id) => {
    const collector = await unlessMissing(api.call(getCollector, { params: { id } }));
    if (!collector) return undefined;
    const { id: _id, ...rest } = collector;
    return { title: collector.name, references: [], data: () => collectorBody({ ...rest }) };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'name'),
  references: () => [],
  matching: {
    keyOf: (data) => keyOf(textIn(data, 'name'), textIn(data, 'node_operating_system')),
    renamed: (data, name) => ({ ...data, name }),
  },
  check: async (api, data, _names, id) => {
    const body = { ...(id !== undefined && { id }), ...collectorBody(data) };
    throwFirst((await api.call(validateCollector, { body })).errors);
  },
  create: async (api, data) => (await api.call(createCollector, { body: collectorBody(data) })).id,
  update: async (api, id, data) => {
    await api.call(updateCollector, { params: { id }, body: { id, ...collectorBody(data) } });
  },
  remove: async (api, id) => {
    await api.call(deleteCollector, { params: { id } });
  },
};

function configurationBody(data: PlainData, idOf: IdOf, tags: string[]) {
  const id = textIn(data, 'collector_id');
  const collector_id = idOf('sidecar_collector', id);
  if (collector_id === undefined) throw new MissingReference('collector_id', 'sidecar collector', id);
  return {
    collector_id,
    name: textIn(data, 'title'),
    color: textIn(data, 'color'),
    template: textIn(data, 'template'),
    tags,
  };
}

/**
 * Kind of collector configurations. Packs do not contain their tags, which belong to one fleet, and an upgrade keeps
 * them.
 */
export const configurationKind: ContentKind = {
  type: 'sidecar_collector_configuration',
  version: '1',
  title: 'Sidecar configuration',
  needs: createConfiguration,
  list: async (api) =>
    (await api.call(listConfigurations, { query: { page: 1, per_page: 10_000 } })).configurations.map(
      ({ id, name }) => ({ id, title: name }),
    ),
  read: async (api, id) => {
    const found = await unlessMissing(api.call(getConfiguration, { params: { id } }));
    if (!found) return undefined;
    const { collector_id, name, color, template } = found;
    return {
      title: name,
      references: [{ type: 'sidecar_collector', id: collector_id }],
      data: (idOf) => ({
        collector_id: idOf('sidecar_collector', collector_id) ?? collector_id,
        title: name,
        color,
        template,
      }),
    };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'title'),
  references: (data) => [{ type: 'sidecar_collector', id: textIn(data, 'collector_id') }],
  check: async (api, data, _names, id) => {
    const body = { ...(id !== undefined && { id }), ...configurationBody(data, (_type, one) => one, []) };
    // The collector may be installed together with the configuration, so a missing collector is no problem here.
    throwFirst((await api.call(validateConfiguration, { body })).errors, ['collector_id']);
  },
  create: async (api, data, idOf) =>
    (await api.call(createConfiguration, { body: configurationBody(data, idOf, []) })).id,
  update: async (api, id, data, idOf) => {
    const tags = (await api.call(getConfiguration, { params: { id } }))?.tags ?? [];
    await api.call(updateConfiguration, { params: { id }, body: { id, ...configurationBody(data, idOf, tags) } });
  },
  remove: async (api, id) => {
    await api.call(deleteConfiguration, { params: { id } });
  },
};
