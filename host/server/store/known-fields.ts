/** Reads which fields occur in the messages of an index. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { KnownFields } from './index-load.js';
import { readFields } from './index-tables.js';
import { readRestFields } from './rest-fields.js';
import { readStreamFields } from './stream-fields.js';

export async function readKnownFields(connection: DuckDBConnection, catalog: string): Promise<KnownFields> {
  return {
    fields: await readFields(connection, catalog),
    fieldsOfStreams: await readStreamFields(connection, catalog),
    ...(await readRestFields(connection, catalog)),
    made: new Map(),
  };
}
