import {
  createGrokPattern,
  deleteGrokPattern,
  getGrokPattern,
  listGrokPatterns,
  updateGrokPattern,
} from '../../../../api/contract/grok.js';
import { defaultGrokPatterns } from '../../grok/default-patterns.js';
import { referencesOf } from '../../grok/grok.js';
import type { Api, ContentKind } from '../kind.js';
import { PackError } from '../pack-error.js';
import { textIn, type PlainData } from '../values.js';
import { unlessMissing } from './missing.js';

const all = async (api: Api) => (await api.call(listGrokPatterns)).patterns;
const bodyOf = (data: PlainData) => ({ name: textIn(data, 'name'), pattern: textIn(data, 'pattern') });

/** Kind of grok patterns. They are written without value references, and refer to each other by name. */
export const grokPatternKind: ContentKind = {
  type: 'grok_pattern',
  version: '1',
  title: 'Grok pattern',
  needs: createGrokPattern,
  list: async (api) => (await all(api)).map(({ id, name }) => ({ id, title: name, key: name })),
  read: async (api, id) => {
    const found = await unlessMissing(api.call(getGrokPattern, { params: { patternId: id } }));
    if (!found) return undefined;
    const { name, pattern } = found;
    const wanted = new Set(referencesOf(pattern));
    const references = wanted.size === 0 ? [] : (await all(api)).filter((one) => wanted.has(one.name));
    return {
      title: name,
      references: references.map((one) => ({ type: 'grok_pattern', id: one.id })),
      data: () => ({ name, pattern }),
    };
  },
  wrap: (data) => data,
  titleOf: (data) => textIn(data, 'name'),
  references: () => [],
  matching: {
    keyOf: (data) => textIn(data, 'name'),
    text: (data) => textIn(data, 'pattern'),
    isOwn: (data) => defaultGrokPatterns.get(textIn(data, 'name')) === textIn(data, 'pattern'),
    renamed: (data, name) => ({ ...data, name }),
  },
  check: (_api, data, { patternProblem }) => {
    const problem = patternProblem(textIn(data, 'name'));
    if (problem !== undefined) throw new PackError(problem, { path: 'pattern' });
  },
  create: async (api, data) => (await api.call(createGrokPattern, { body: bodyOf(data) })).id,
  update: async (api, id, data) => {
    await api.call(updateGrokPattern, { params: { patternId: id }, body: { id, ...bodyOf(data) } });
  },
  remove: async (api, id) => {
    await api.call(deleteGrokPattern, { params: { patternId: id } });
  },
};
