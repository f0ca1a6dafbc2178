/** Endpoints of the API documentation (contract administration apiBrowser.*), which contains no secrets. */
import { endpoint } from './endpoint.js';
import type { ApiListing, ApiResource, OpenApiDocument } from './api-docs.schema.js';

export type * from './api-docs.schema.js';

export const apiListing = endpoint<{ answer: ApiListing }>()('GET', '/api-docs', 'public');
/** Lists the resources that every node of a cluster serves; on the embedded server these are all. */
export const globalApiListing = endpoint<{ answer: ApiListing }>()('GET', '/api-docs/global', 'public');
export const apiResource = endpoint<{ answer: ApiResource }>()('GET', '/api-docs/{route}', 'public');
/** Returns an OpenAPI description of the API, from which clients can be generated. Embedded server only. */
export const openApiDocument = endpoint<{ answer: OpenApiDocument }>()('GET', '/openapi.json', 'public');
