/** Endpoint that tries computed fields on sample texts. The reference server has no computed fields. */
import type { ComputedPreview, ComputedPreviewBody } from './computed-fields.schema.js';
import { endpoint } from './endpoint.js';

export type * from './computed-fields.schema.js';

/** Computes the values of a definition in sample texts, with the same engine as searches. */
export const previewComputedFields = endpoint<{ body: ComputedPreviewBody; answer: ComputedPreview }>()(
  'POST',
  '/search/computed_fields/preview',
  'session',
);
