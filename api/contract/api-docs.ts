/** The API described by itself (contract/administration.json, apiBrowser.*). Nothing of it is secret. */
import { endpoint } from './endpoint.js';
import type { ApiListing, ApiResource, OpenApiDocument } from './api-docs.schema.js';

export type * from './api-docs.schema.js';

export const apiListing = endpoint<{ answer: ApiListing }>()('GET', '/api-docs', 'public');
/** Resources that any node answers for: here that is all of them. */
export const globalApiListing = endpoint<{ answer: ApiListing }>()('GET', '/api-docs/global', 'public');
export const apiResource = endpoint<{ answer: ApiResource }>()('GET', '/api-docs/{route}', 'public');
/** Describes the API for generators of clients. Only the embedded server has it. */
export const openApiDocument = endpoint<{ answer: OpenApiDocument }>()('GET', '/openapi.json', 'public');
