import type { UrlAllowList } from '../../../../api/contract/cluster-config.schema.js';
import { getUrlAllowList, saveUrlAllowList } from '../../../../api/contract/url-allow-list.js';
import { newEntityId } from '../../foundation/ids.js';
import { allowListProblems } from '../../outgoing/url-allow-list.js';
import type { Api, ContentKind } from '../kind.js';
import { throwFirst } from '../pack-error.js';
import { textIn, type PlainData } from '../values.js';

type Entry = UrlAllowList['entries'][number];

const entryOf = (id: string, data: PlainData): Entry => ({
  id,
  type: textIn(data, 'type') === 'regex' ? 'regex' : 'literal',
  title: textIn(data, 'title'),
  value: textIn(data, 'value'),
});

async function change(api: Api, entries: (old: readonly Entry[]) => Entry[]): Promise<void> {
  const list = await api.call(getUrlAllowList);
  await api.call(saveUrlAllowList, { body: { ...list, entries: entries(list.entries) } });
}

/** Kind of entries of the URL whitelist, which are written without value references. */
export const urlEntryKind: ContentKind = {
  type: 'url_whitelist_entry',
  version: '1',
  title: 'URL whitelist entry',
  needs: saveUrlAllowList,
  list: async (api) => (await api.call(getUrlAllowList)).entries.map(({ id, title }) => ({ id, title })),
  read: async (api, id) => {
    const entry = (await api.call(getUrlAllowList)).entries.find((one) => one.id === id);
    if (!entry) return undefined;
    const { type, title, value } = entry;
    return {
      title,
      references: [],
      data: (idOf) => ({ id: idOf('url_whitelist_entry', id) ?? id, type, title, value }),
    };
  },
  wrap: (data) => data,
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  check: async (_api, data) => {
    const problems = await allowListProblems({ disabled: false, entries: [entryOf('', data)] });
    throwFirst(
      Object.fromEntries(Object.entries(problems).map(([path, text]) => [path.replace('entries.0.', ''), [text]])),
    );
  },
  create: async (api, data) => {
    const id = newEntityId();
    await change(api, (old) => [...old, entryOf(id, data)]);
    return id;
  },
  update: (api, id, data) => change(api, (old) => old.map((one) => (one.id === id ? entryOf(id, data) : one))),
  remove: (api, id) => change(api, (old) => old.filter((one) => one.id !== id)),
};
