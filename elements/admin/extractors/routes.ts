/** The addresses of the pages of extractors. */
import type { ExtractorType } from '../../../api/contract/extractors.js';
import { routeOf } from '../../kit/pages.js';

/** The input, and the node by which the address names it; the extractors are those of every node. */
export interface InputPlace {
  readonly inputId: string;
  readonly nodeId: string;
}

const below = ({ nodeId, inputId }: InputPlace, rest: string, extractorId = ''): string =>
  routeOf(`/system/inputs/:nodeId/:inputId/extractors${rest}`, { nodeId, inputId, extractorId });

/** What a new one begins with. */
export interface ExtractorStart {
  readonly type: ExtractorType;
  readonly field: string;
  /** The message that it is tried on. */
  readonly index: string;
  readonly messageId: string;
}

export const routes = {
  ofInput: (inputId: string): string => routeOf('/system/inputs/:inputId/extractors', { inputId }),
  list: (place: InputPlace): string => below(place, ''),
  create: (place: InputPlace, { type, field, index, messageId }: ExtractorStart): string => {
    const start = { extractor_type: type, field, example_index: index, example_id: messageId };
    return `${below(place, '/new')}?${new URLSearchParams(start).toString()}`;
  },
  edit: (place: InputPlace, extractorId: string): string => below(place, '/:extractorId/edit', extractorId),
  exporting: (place: InputPlace): string => below(place, '/export'),
  importing: (place: InputPlace): string => below(place, '/import'),
} as const;
