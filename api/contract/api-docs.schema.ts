/** Shapes of the API documentation (contract administration apiBrowser.*). */

/** List of the API's resources in the format of Swagger 1.2. */
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
/** Description of one resource's operations in the format of Swagger 1.2. */
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

/** A document in the format of OpenAPI 3.1. */
export type OpenApiDocument = Record<string, unknown>;
