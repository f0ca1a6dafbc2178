import { listStreams } from '../../../../api/contract/streams.js';
import type { ContentKind } from '../kind.js';
import { textIn, wrapped } from '../values.js';
import { streamKind } from './stream.js';

/**
 * Kind of references to an existing stream by its title, which later versions of the reference server write. If the
 * stream does not exist, the user may let an empty stream be created, without rules and paused.
 */
export const streamTitleKind: ContentKind = {
  type: 'stream_title',
  version: '1',
  title: 'Stream (by title)',
  needs: listStreams,
  list: async (api) => (await api.call(listStreams)).streams.map(({ id, title }) => ({ id, title, key: title })),
  read: async (api, id) => {
    const stream = (await api.call(listStreams)).streams.find((one) => one.id === id);
    return stream && { title: stream.title, references: [], data: () => ({ title: stream.title }) };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  matching: { keyOf: (data) => textIn(data, 'title'), renamed: (data, name) => ({ ...data, title: name }) },
  create: (api, data, idOf) =>
    streamKind.create(api, { title: textIn(data, 'title'), description: '', disabled: true }, idOf),
  update: () => Promise.resolve(),
  remove: streamKind.remove,
};
