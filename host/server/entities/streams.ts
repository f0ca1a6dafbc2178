/**
 * Provides the common parts of the stream routes: the stored streams, the check of an index set, and the form in the
 * API.
 */
import type { Stream } from '../../../api/contract/streams.schema.js';
import { ApiError, BadRequestError } from '../foundation/errors.js';
import { isProtected, type StreamDocument } from '../intake/index.js';
import type { OutputDocument } from '../outputs/outputs.js';
import { indexSets, isEventIndexSet } from '../store/index.js';
import type { Documents } from '../store/types.js';
import type { Entities } from './catalogue.js';
import { StoredEntities } from './entity-routes.js';
import { entityCollection } from '../documents/kinds.js';
import { outputSummary } from './outputs.js';

export const streamEntities = (documents: Documents, entities: Entities): StoredEntities<StreamDocument> =>
  new StoredEntities(documents, entities, {
    type: 'stream',
    missing: (id) => `Stream <${id}> not found!`,
    checkMutable: (stream) => {
      if (stream.is_default) throw new BadRequestError('The default stream cannot be edited.');
      if (isProtected(stream)) throw new BadRequestError('This stream belongs to the system and cannot be edited.');
    },
  });

/**
 * Checks that streams may use an index set, and returns its id.
 * @param missing status of the error when no set has the id
 * @throws ApiError when the set does not exist, is read-only, or is reserved for events
 */
export function usableIndexSet(documents: Documents, id: string, missing = 400): string {
  const set = indexSets(documents).get(id);
  if (!set) throw new ApiError(missing, `Index set with ID <${id}> does not exist!`);
  if (set.writable === false) throw new BadRequestError(`Index set with ID <${id}> is read only.`);
  if (isEventIndexSet(id)) throw new BadRequestError(`Index set with ID <${id}> is that of events.`);
  return id;
}

export function streamAnswer(documents: Documents, stream: StreamDocument): Stream {
  const outputs = entityCollection<OutputDocument>(documents, 'output');
  return {
    ...stream,
    outputs: stream.outputs.flatMap((id) => {
      const output = outputs.get(id);
      return output ? [outputSummary(output, false)] : [];
    }),
  };
}
