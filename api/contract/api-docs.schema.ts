/** Shapes of the API documentation (contract/administration.json, apiBrowser.*). */

/** Lists the resources, in the form of Swagger 1.2. */
export interface ApiListing {
  swaggerVersion: string;
  apiVersion: string;
  apis: { name: string; path: string; description: string }[];
}

export interface ApiParameter {
  name: string;
  paramType: 'path' | 'query' | 'body';
  type: string;
  required: boolean;
}
/** The operations of one resource. */
export interface ApiResource {
  swaggerVersion: string;
  apiVersion: string;
  basePath: string;
  resourcePath: string;
  apis: {
    path: string;
    operations: { method: string; nickname: string; summary: string; parameters: ApiParameter[]; type: string }[];
  }[];
}

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Record<string, unknown>;
