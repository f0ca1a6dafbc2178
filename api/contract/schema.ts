/** Validation of requests, for the server: the schemas of an endpoint's query and body. Never loaded by the client. */
import type { TSchema } from '@sinclair/typebox';

export interface RequestSchema {
  readonly query?: TSchema;
  readonly body?: TSchema;
}
