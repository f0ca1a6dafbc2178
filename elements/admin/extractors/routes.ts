/** The addresses of the pages of extractors. */
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
