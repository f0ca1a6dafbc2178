/**
 * Endpoints of grok patterns: named regular expressions for extractors and pipelines (contract data-intake
 * grok.*).
 */
import { endpoint } from './endpoint.js';
import type { GrokImportQuery, GrokPatternBody, GrokPatternList, GrokTestBody } from './grok.schema.js';
import type { PagedBody, PageQuery } from './list.schema.js';

export interface GrokPattern {
  id: string;
  /** Name without whitespace, by which other patterns refer to this pattern as `%{NAME}`. */
  name: string;
  pattern: string;
  content_pack: string | null;
}

const reading = { needs: 'inputs:read' } as const;
const creating = { needs: 'inputs:create' } as const;
const editing = { needs: 'inputs:edit' } as const;

export const listGrokPatterns = endpoint<{ answer: { patterns: GrokPattern[] } }>()('GET', '/system/grok', reading);
export const pagedGrokPatterns = endpoint<{ query: PageQuery; answer: PagedBody & { patterns: GrokPattern[] } }>()(
  'GET',
  '/system/grok/paginated',
  reading,
);
export const getGrokPattern = endpoint<{ answer: GrokPattern }>()('GET', '/system/grok/{patternId}', reading);
export const createGrokPattern = endpoint<{ body: GrokPatternBody; answer: GrokPattern }>()(
  'POST',
  '/system/grok',
  creating,
  { status: 201 },
);
export const updateGrokPattern = endpoint<{ body: GrokPatternBody; answer: GrokPattern }>()(
  'PUT',
  '/system/grok/{patternId}',
  editing,
);
export const deleteGrokPattern = endpoint<{ answer: undefined }>()('DELETE', '/system/grok/{patternId}', editing, {
  produces: 'nothing',
});
/**
 * Stores the patterns of lines `NAME pattern`. Invalid lines are listed in a 400 answer under `_`; the others are
 * stored. With the strategy `ABORT_ON_CONFLICT`, the default, a name that exists already prevents the whole import.
 */
export const importGrokText = endpoint<{ query: GrokImportQuery; body: string; answer: undefined }>()(
  'POST',
  '/system/grok',
  creating,
  { produces: 'nothing', consumes: 'text', status: 202 },
);
/** Stores patterns; faults are handled as by `importGrokText`. */
export const importGrokPatterns = endpoint<{ query: GrokImportQuery; body: GrokPatternList; answer: undefined }>()(
  'PUT',
  '/system/grok',
  creating,
  { produces: 'nothing', status: 202 },
);
/**
 * Tests a pattern and returns its captures by field, none without a match. The answer is 400 for an invalid pattern.
 */
export const testGrokPattern = endpoint<{ body: GrokTestBody; answer: Record<string, unknown> }>()(
  'POST',
  '/system/grok/test',
  'session',
);
