/**
 * Kinds of sidecars in a provisioning directory that content packs do not contain: variables, and the tags and rules by
 * which nodes receive a configuration.
 */
import {
  createVariable,
  deleteVariable,
  getConfiguration,
  listVariables,
  updateConfiguration,
  updateVariable,
} from '../../../api/contract/sidecars.js';
import { orRemoved } from '../content-packs/kinds/missing.js';
import { configurationKind } from '../content-packs/kinds/sidecar.js';
import type { Api, ContentKind } from '../content-packs/kind.js';
import { listIn, textIn, type PlainData } from '../content-packs/values.js';

const variableBody = (data: PlainData) => ({
  name: textIn(data, 'name'),
  description: textIn(data, 'description'),
  content: textIn(data, 'content'),
});

export const sidecarVariableKind: ContentKind = {
  type: 'sidecar_variable',
  version: '1',
  title: 'Sidecar variable',
  needs: createVariable,
  list: async (api) => (await api.call(listVariables)).map(({ id, name }) => ({ id, title: name, key: name })),
  read: async (api, id) => {
    const found = (await api.call(listVariables)).find((one) => one.id === id);
    if (!found) return undefined;
    const { name, description, content } = found;
    return { title: name, references: [], data: () => ({ name, description, content }) };
  },
  wrap: (data) => data,
  titleOf: (data) => textIn(data, 'name'),
  references: () => [],
  matching: { keyOf: (data) => textIn(data, 'name'), renamed: (data, name) => ({ ...data, name }) },
  create: async (api, data) => (await api.call(createVariable, { body: variableBody(data) })).id,
  update: async (api, id, data) => {
    await api.call(updateVariable, { params: { id }, body: { id, ...variableBody(data) } });
  },
  remove: async (api, id) => {
    await api.call(deleteVariable, { params: { id } });
  },
};

/** Sets the tags and the assignment rule of a configuration, as far as the file contains them. */
async function setAssignment(api: Api, id: string, data: PlainData): Promise<void> {
  const stored = await api.call(getConfiguration, { params: { id } });
  if (!stored || (data['tags'] === undefined && data['assignment_rule'] === undefined)) return;
  const { name, collector_id, color, template } = stored;
  const tags = data['tags'] === undefined ? stored.tags : listIn(data, 'tags').map(String);
  const rule = data['assignment_rule'] === undefined ? (stored.assignment_rule ?? '') : textIn(data, 'assignment_rule');
  const body = { id, name, collector_id, color, template, tags, assignment_rule: rule };
  await api.call(updateConfiguration, { params: { id }, body });
}

export const provisionedConfigurationKind: ContentKind = {
  ...configurationKind,
  read: async (api, id) => {
    const read = await configurationKind.read(api, id);
    if (!read) return undefined;
    const stored = await api.call(getConfiguration, { params: { id } });
    const assignment = { tags: stored?.tags ?? [], assignment_rule: stored?.assignment_rule ?? '' };
    return { ...read, data: (idOf) => ({ ...read.data(idOf), ...assignment }) };
  },
  create: async (api, data, idOf) => {
    const id = await configurationKind.create(api, data, idOf);
    return orRemoved(api, configurationKind, id, () => setAssignment(api, id, data));
  },
  update: async (api, id, data, idOf) => {
    await configurationKind.update(api, id, data, idOf);
    await setAssignment(api, id, data);
  },
};
