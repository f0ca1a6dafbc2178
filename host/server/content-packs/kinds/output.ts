import { createOutput, deleteOutput, getOutput, listOutputs, updateOutput } from '../../../../api/contract/outputs.js';
import type { ContentKind } from '../kind.js';
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
  wrap: (data) => wrapped(data) as object,
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  create: async (api, data) => (await api.call(createOutput, { body: bodyOf(data) })).id,
  update: async (api, id, data) => {
    await api.call(updateOutput, { params: { outputId: id }, body: bodyOf(data) });
  },
  remove: async (api, id) => {
    await api.call(deleteOutput, { params: { outputId: id } });
  },
};
