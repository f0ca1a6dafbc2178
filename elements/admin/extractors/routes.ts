/** Contains the routes of the extractor pages. */
import type { MessageFields } from '../../../api/contract/searches.js';
import { extractorsRoute, newExtractorRoute, type InputPlace } from '../../kit/extractor-routes.js';
import { routeOf } from '../../kit/pages.js';

export const routes = {
  list: extractorsRoute,
  create: newExtractorRoute,
  edit: (place: InputPlace, extractorId: string): string =>
    `${extractorsRoute(place)}${routeOf('/:extractorId/edit', { extractorId })}`,
  exporting: (place: InputPlace): string => `${extractorsRoute(place)}/export`,
  importing: (place: InputPlace): string => `${extractorsRoute(place)}/import`,
} as const;

/**
 * Returns the input and node that received a message. If the message names no input, or names the input of the page,
 * returns the input and node of the page.
 */
export function placeOfMessage(message: MessageFields, page: InputPlace): InputPlace {
  const { gl2_source_input: inputId, gl2_source_node: nodeId } = message;
  if (typeof inputId !== 'string' || inputId === page.inputId) return page;
  return { inputId, nodeId: typeof nodeId === 'string' ? nodeId : page.nodeId };
}
