import { listStreams } from '../../../../api/contract/streams.js';
import type { ContentKind } from '../kind.js';
import { PackError } from '../pack-error.js';
import { textIn, wrapped } from '../values.js';

/** A reference of later servers to a stream that must already be there, by its title. */
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
  wrap: (data) => wrapped(data) as object,
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  matching: { keyOf: (data) => textIn(data, 'title'), renamed: (data, name) => ({ ...data, title: name }) },
  create: (_api, data) =>
    Promise.reject(
      new PackError(
        `The pack refers to the stream ${JSON.stringify(textIn(data, 'title'))}, which this server does not have.`,
      ),
    ),
  update: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};
