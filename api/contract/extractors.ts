/**
 * Endpoints of an input's extractors, which split received messages into fields before they are routed to streams
 * (contract data-intake, extractors).
 */
import { endpoint } from './endpoint.js';
import type {
  ExtractorOrder,
  ExtractorPreview,
  ExtractorPreviewBody,
  ExtractorRequest,
  ExtractorSummary,
} from './extractors.schema.js';

export type * from './extractors.schema.js';

const reading = { needs: 'inputs:read:{inputId}' } as const;
const editing = { needs: 'inputs:edit:{inputId}' } as const;
const nothing = { produces: 'nothing' } as const;

/** Lists the extractors in the order in which they are stored; the server executes them by their member `order`. */
export const listExtractors = endpoint<{ answer: { total: number; extractors: ExtractorSummary[] } }>()(
  'GET',
  '/system/inputs/{inputId}/extractors',
  reading,
);
export const getExtractor = endpoint<{ answer: ExtractorSummary }>()(
  'GET',
  '/system/inputs/{inputId}/extractors/{extractorId}',
  reading,
);
export const createExtractor = endpoint<{ body: ExtractorRequest; answer: { extractor_id: string } }>()(
  'POST',
  '/system/inputs/{inputId}/extractors',
  editing,
  { status: 201 },
);
/** Replaces everything of an extractor except its id and creator, and resets its metrics. */
export const updateExtractor = endpoint<{ body: ExtractorRequest; answer: ExtractorSummary }>()(
  'PUT',
  '/system/inputs/{inputId}/extractors/{extractorId}',
  editing,
);
export const deleteExtractor = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/system/inputs/{inputId}/extractors/{extractorId}',
  editing,
  nothing,
);
/** Changes the execution order; extractors that the body does not name keep their positions. */
export const orderExtractors = endpoint<{ body: ExtractorOrder; answer: undefined }>()(
  'POST',
  '/system/inputs/{inputId}/extractors/order',
  editing,
  nothing,
);
/**
 * Applies an extractor, which need not be stored, with its converters to texts; nothing is stored. Reference servers do
 * not have this endpoint.
 */
export const previewExtractor = endpoint<{ body: ExtractorPreviewBody; answer: ExtractorPreview }>()(
  'POST',
  '/system/inputs/{inputId}/extractors/preview',
  editing,
);
