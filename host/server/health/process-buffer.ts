/** Describes what the journal is writing and loading at this moment (contract administration, processbufferdump). */
import type { ProcessBufferDump } from '../../../api/contract/nodes.schema.js';
import type { JournalState } from '../store/types.js';

/** Largest number of characters that are shown of the first message that is being loaded. */
const mostShown = 2000;

export function processBufferDump({
  loading,
  loadingFirst,
  underway,
}: Pick<JournalState, 'loading' | 'loadingFirst' | 'underway'>): ProcessBufferDump {
  const first = loadingFirst?.slice(0, mostShown);
  return {
    processbuffer_dump: {
      'JournalWriter #0': underway === 0 ? 'idle' : `${underway} messages`,
      'ProcessBufferProcessor #0': first === undefined ? 'idle' : `${loading} messages, the first: ${first}`,
    },
  };
}
