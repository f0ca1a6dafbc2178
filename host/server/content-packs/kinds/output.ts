import { coercedValues } from '../../../../api/contract/config-fields.js';
import { createOutput, deleteOutput, getOutput, listOutputs, updateOutput } from '../../../../api/contract/outputs.js';
import { outputTypesById } from '../../outputs/types/index.js';
import { settingsProblem } from '../../outputs/types/output-type.js';
import type { ContentKind } from '../kind.js';
import { PackError } from '../pack-error.js';
import { objectIn, textIn, wrapped, type PlainData } from '../values.js';
import { unlessMissing } from './missing.js';
import { withoutPlaceholders, withoutSecrets } from './secrets.js';

const bodyOf = (data: PlainData) => ({
  title: textIn(data, 'title'),
  type: textIn(data, 'type'),
  configuration: { ...withoutPlaceholders(objectIn(data, 'configuration')) },
});

export const outputKind: ContentKind = {
  type: 'output',
  version: '1',
  title: 'Output',
  needs: createOutput,
  list: async (api) => (await api.call(listOutputs)).outputs.map(({ id, title }) => ({ id, title })),
  read: async (api, id) => {
    const output = await unlessMissing(api.call(getOutput, { params: { outputId: id } }));
    if (!output) return undefined;
    const { title, type, configuration } = output;
    return {
      title,
      references: [],
      data: () => ({ title, type, configuration: withoutSecrets(configuration) }),
    };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  usable: async (_api, data) => {
    const known = outputTypesById.get(textIn(data, 'type'))?.info.requested_configuration;
    const given = objectIn(data, 'configuration');
    const foreign = Object.keys(given).filter((name) => known && !Object.hasOwn(known, name));
    if (foreign.length === 0) return { data, left: [] };
    const configuration = Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.includes(name)));
    const left = [`Settings that outputs of this type do not have here are left out: ${foreign.join(', ')}.`];
    return { data: { ...data, configuration }, left };
  },
  check: (_api, data) => {
    const type = textIn(data, 'type');
    const known = outputTypesById.get(type);
    if (textIn(data, 'title').trim() === '') throw new PackError('title: An output needs a title.', { path: 'title' });
    if (!known) throw new PackError(`type: This server has no outputs of type ${type}.`, { path: 'type' });
    const { values } = coercedValues(known.info.requested_configuration, bodyOf(data).configuration);
    const problem = settingsProblem(known, values);
    if (problem !== undefined) throw new PackError(`configuration: ${problem}.`, { path: 'configuration' });
  },
  create: async (api, data) => (await api.call(createOutput, { body: bodyOf(data) })).id,
  update: async (api, id, data) => {
    await api.call(updateOutput, { params: { outputId: id }, body: bodyOf(data) });
  },
  remove: async (api, id) => {
    await api.call(deleteOutput, { params: { outputId: id } });
  },
};
