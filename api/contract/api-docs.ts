/** The API documentation (contract/administration.json, apiBrowser.*). It contains no secrets. */
import { endpoint } from './endpoint.js';
import type { ApiListing, ApiResource, OpenApiDocument } from './api-docs.schema.js';

export type * from './api-docs.schema.js';

export const apiListing = endpoint<{ answer: ApiListing }>()('GET', '/api-docs', 'public');
/** Lists the resources that any node serves: on this server all of them. */
export const globalApiListing = endpoint<{ answer: ApiListing }>()('GET', '/api-docs/global', 'public');
export const apiResource = endpoint<{ answer: ApiResource }>()('GET', '/api-docs/{route}', 'public');
/** Describes the API for client generators. Embedded server only. */
export const openApiDocument = endpoint<{ answer: OpenApiDocument }>()('GET', '/openapi.json', 'public');
