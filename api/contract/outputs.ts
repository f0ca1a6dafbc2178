/** Endpoints of outputs, which forward the messages of streams to other systems (contract data-intake). */
import { endpoint } from './endpoint.js';
import type {
  AddOutputsRequest,
  CreateOutputRequest,
  OutputList,
  OutputRecord,
  OutputStatuses,
  OutputSummary,
  OutputTypes,
  UpdateOutputRequest,
} from './outputs.schema.js';

export type * from './outputs.schema.js';

const nothing = { produces: 'nothing' } as const;
const read = { needs: 'outputs:read' } as const;

export const listOutputs = endpoint<{ answer: OutputList }>()('GET', '/system/outputs', read);
export const outputTypes = endpoint<{ answer: OutputTypes }>()('GET', '/system/outputs/available', read);
/** Returns the states of all outputs. The reference server does not have this endpoint. */
export const outputStates = endpoint<{ answer: OutputStatuses }>()('GET', '/system/outputstates', read);
export const getOutput = endpoint<{ answer: OutputSummary }>()('GET', '/system/outputs/{outputId}', {
  needs: 'outputs:read:{outputId}',
});
export const createOutput = endpoint<{ body: CreateOutputRequest; answer: OutputSummary }>()(
  'POST',
  '/system/outputs',
  { needs: 'outputs:create' },
  { status: 201 },
);
export const updateOutput = endpoint<{ body: UpdateOutputRequest; answer: OutputRecord }>()(
  'PUT',
  '/system/outputs/{outputId}',
  { needs: 'outputs:edit:{outputId}' },
);
/** Stops an output, deletes it and removes it from every stream. */
export const deleteOutput = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/outputs/{outputId}',
  { needs: 'outputs:terminate' },
  nothing,
);

export const listStreamOutputs = endpoint<{ answer: OutputList }>()('GET', '/streams/{streamId}/outputs', {
  handler: 'streams:read:{streamId} and stream_outputs:read',
});
export const getStreamOutput = endpoint<{ answer: OutputSummary }>()('GET', '/streams/{streamId}/outputs/{outputId}', {
  handler: 'streams:read:{streamId} and stream_outputs:read:{outputId}',
});
export const addStreamOutputs = endpoint<{ body: AddOutputsRequest; answer: undefined }>()(
  'POST',
  '/streams/{streamId}/outputs',
  { handler: 'streams:edit:{streamId} and stream_outputs:create' },
  { status: 202, produces: 'nothing' },
);
/** Removes an output from a stream; the output itself is not deleted. */
export const removeStreamOutput = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/streams/{streamId}/outputs/{outputId}',
  { handler: 'streams:edit:{streamId} and stream_outputs:delete:{outputId}' },
  nothing,
);
