/** Routes that describe the API: Swagger 1.2 as in the contract, and OpenAPI for generators of clients. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as endpoints from '../../../api/contract/api-docs.js';
import type { ApiListing, ApiParameter, ApiResource } from '../../../api/contract/api-docs.schema.js';
import { apiPrefix } from '../http/api.js';
import type { Needs } from '../context.js';
import { NotFoundError } from '../foundation/errors.js';
import { jsonStream } from '../foundation/json-pieces.js';
import { openApi, operationIdOf, permissionText, resourceOf } from '../openapi/document.js';
import { StreamedAnswer, type Registry, type Served } from '../http/registry.js';
import { version } from '../foundation/version.js';

const swaggerVersion = '1.2';
const routeOf = (resource: string): string => resource.replaceAll('/', '-');

export function registerApiDocs(registry: Registry, { options }: Needs<'options'>): void {
  const basePath = apiPrefix(options.basePath);
  /** Serialised OpenAPI document; it is built at the first request and is the same for all users. */
  let document: Promise<Buffer> | undefined;

  function byResource(): ReadonlyMap<string, readonly Served[]> {
    const found = new Map<string, Served[]>();
    for (const served of registry.all()) {
      const resource = resourceOf(served.endpoint);
      found.set(resource, [...(found.get(resource) ?? []), served]);
    }
    return found;
  }
  const listing = (): ApiListing => ({
    swaggerVersion,
    apiVersion: version,
    apis: [...byResource().keys()].sort().map((name) => ({ name, path: `/${routeOf(name)}`, description: name })),
  });
  registry.serve(endpoints.apiListing, {}, listing);
  registry.serve(endpoints.globalApiListing, {}, listing);
  registry.serve(endpoints.apiResource, {}, ({ params: { route } }): ApiResource => {
    const [resource, operations] = [...byResource()].find(([name]) => routeOf(name) === route) ?? [];
    if (resource === undefined || !operations) throw new NotFoundError(`API ${route} not found`);
    const apis = operations.map(({ endpoint, schema }) => {
      const { method, path, permission, produces } = endpoint;
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const query = Object.keys((schema.query?.['properties'] ?? {}) as object);
      const requested = (schema.query?.['required'] ?? []) as readonly string[];
      const parameters: ApiParameter[] = [
        ...names.map((name) => ({ name, paramType: 'path' as const, type: 'string', required: true })),
        ...query.map((name) => ({
          name,
          paramType: 'query' as const,
          type: 'string',
          required: requested.includes(name),
        })),
        ...(schema.body ? [{ name: 'body', paramType: 'body' as const, type: 'object', required: true }] : []),
      ];
      const nickname = operationIdOf(endpoint);
      const type = produces === 'nothing' ? 'void' : produces === 'json' ? 'object' : 'string';
      return { path, operations: [{ method, nickname, summary: permissionText(permission), parameters, type }] };
    });
    return { swaggerVersion, apiVersion: version, basePath, resourcePath: `/${route}`, apis };
  });
  registry.serve(endpoints.openApiDocument, {}, async () => {
    document ??= openApi(registry.all(), version, basePath).then((made) => buffer(jsonStream(made)));
    return new StreamedAnswer(Readable.from(await document, { objectMode: false }));
  });
}
