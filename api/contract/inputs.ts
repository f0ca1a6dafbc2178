/** Endpoints of inputs: their types, configuration, static fields and states (contract data-intake). */
import { endpoint } from './endpoint.js';
import type {
  InputCreateRequest,
  InputPreview,
  InputPreviewRequest,
  InputFailures,
  InputsList,
  InputStateSummary,
  InputSummary,
  InputTypeInfo,
  StaticFieldRequest,
  TestMessageAnswer,
  TestMessageRequest,
} from './inputs.schema.js';

export type * from './inputs.schema.js';

/**
 * Id of the input that receives the embedded server's own log from the server's start on. Other servers have no input
 * with this id.
 */
export const serverLogInputId = '000000000000000000000201';

const nothing = { produces: 'nothing' } as const;
const filtered = { handler: 'only inputs with inputs:read:{id}' } as const;

export const listInputs = endpoint<{ answer: InputsList }>()('GET', '/system/inputs', filtered);
export const getInput = endpoint<{ answer: InputSummary }>()('GET', '/system/inputs/{inputId}', {
  needs: 'inputs:read:{inputId}',
});
/** Creates an input and starts it. */
export const createInput = endpoint<{ body: InputCreateRequest; answer: { id: string } }>()(
  'POST',
  '/system/inputs',
  { needs: 'inputs:create' },
  { status: 201 },
);
/**
 * Replaces title, type, global flag and node of an input. The configuration is merged into the stored one, unless the
 * type changes. A running input restarts; on the embedded server it restarts only if its type or configuration has
 * changed. The status is 201 although nothing is created.
 */
export const updateInput = endpoint<{ body: InputCreateRequest; answer: { id: string } }>()(
  'PUT',
  '/system/inputs/{inputId}',
  { needs: 'inputs:edit:{inputId}', also: 'inputs:create when it changes which files of the server the input reads' },
  { status: 201 },
);
export const deleteInput = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/inputs/{inputId}',
  { needs: 'inputs:terminate:{inputId}' },
  nothing,
);
/**
 * Returns the latest messages that the input could not decode, with the reasons; a caller without
 * `inputs:edit:{inputId}` gets only their numbers. Embedded server only.
 */
export const inputFailures = endpoint<{ answer: InputFailures }>()('GET', '/system/inputs/{inputId}/failures', {
  needs: 'inputs:read:{inputId}',
});

/**
 * Sends one message to a running input over its own transport protocol and reports whether the message was stored.
 * Embedded server only.
 */
export const testMessage = endpoint<{ body: TestMessageRequest; answer: TestMessageAnswer }>()(
  'POST',
  '/system/inputs/{inputId}/test_message',
  { needs: 'inputs:edit:{inputId}' },
);

/**
 * Previews what an input with the given settings would read: files, formats and first messages. Extractors and static
 * fields are not applied, and nothing is stored. Embedded server only.
 */
export const previewInput = endpoint<{ body: InputPreviewRequest; answer: InputPreview }>()(
  'POST',
  '/system/inputs/preview',
  { needs: 'inputs:create' },
);

/** Returns the display names of the input types, with the types as keys. */
export const inputTypes = endpoint<{ answer: { types: Record<string, string> } }>()(
  'GET',
  '/system/inputs/types',
  'session',
);
export const allInputTypes = endpoint<{ answer: Record<string, InputTypeInfo> }>()(
  'GET',
  '/system/inputs/types/all',
  'session',
);
export const inputType = endpoint<{ answer: InputTypeInfo }>()('GET', '/system/inputs/types/{inputType}', 'session');

/** Adds a static field to an input, or replaces the value of an existing field. */
export const addStaticField = endpoint<{ body: StaticFieldRequest; answer: undefined }>()(
  'POST',
  '/system/inputs/{inputId}/staticfields',
  { needs: 'inputs:edit:{inputId}' },
  { status: 201, produces: 'nothing' },
);
export const removeStaticField = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/inputs/{inputId}/staticfields/{key}',
  { needs: 'inputs:edit:{inputId}' },
  nothing,
);

/** Returns the states of the inputs on the node that answers. */
export const inputStates = endpoint<{ answer: { states: InputStateSummary[] } }>()(
  'GET',
  '/system/inputstates',
  filtered,
);
export const inputState = endpoint<{ answer: InputStateSummary }>()('GET', '/system/inputstates/{inputId}', {
  needs: 'inputs:read:{inputId}',
});
/** Starts or restarts an input, and stores that it also runs after a restart of the server. */
export const startInput = endpoint<{ answer: { id: string } }>()('PUT', '/system/inputstates/{inputId}', {
  needs: 'inputs:changestate:{inputId}',
});
export const stopInput = endpoint<{ answer: { id: string } }>()('DELETE', '/system/inputstates/{inputId}', {
  needs: 'inputs:changestate:{inputId}',
});

/**
 * Returns the states of inputs by node id, null for a node that did not answer. The console polls the endpoint every
 * two seconds.
 */
export const clusterInputStates = endpoint<{ answer: Record<string, InputStateSummary[] | null> }>()(
  'GET',
  '/cluster/inputstates',
  { needs: 'inputs:read' },
);
export const startInputEverywhere = endpoint<{ answer: Record<string, { id: string } | null> }>()(
  'PUT',
  '/cluster/inputstates/{inputId}',
  { needs: 'inputs:changestate:{inputId}' },
);
export const stopInputEverywhere = endpoint<{ answer: Record<string, { id: string } | null> }>()(
  'DELETE',
  '/cluster/inputstates/{inputId}',
  { needs: 'inputs:changestate:{inputId}' },
);
