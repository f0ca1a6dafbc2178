/**
 * Registers the routes of field lists and of the test of natural dates (contract search fields.*, tools.naturalDate).
 */
import { FieldsRequest } from '../../../api/contract/fields.schema.js';
import { allFields, fieldsOfStreams } from '../../../api/contract/searches.js';
import { NaturalDateQuery } from '../../../api/contract/tools.schema.js';
import { naturalDate } from '../../../api/contract/tools.js';
import type { Needs } from '../context.js';
import { searchCaller } from '../entities/searches.js';
import { ApiError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { instantInZone, searchTexts, streamsFor, TimeRangeError } from '../search/index.js';

export function registerFields(registry: Registry, { documents, search }: Needs<'documents' | 'search'>): void {
  registry.serve(allFields, {}, ({ user }) => search.fields(searchCaller(documents, user).readableStreams));
  registry.serve(fieldsOfStreams, { body: FieldsRequest }, ({ body, user }) => {
    const streams = streamsFor(body.streams, searchCaller(documents, user));
    return search.fields(streams, body.timerange ?? undefined);
  });
  registry.serve(naturalDate, { query: NaturalDateQuery }, ({ query: { string, timezone } }) => {
    try {
      const { from, to } = search.naturalDate(string, timezone);
      return { from: instantInZone(from, timezone), to: instantInZone(to, timezone), timezone };
    } catch (error) {
      if (!(error instanceof TimeRangeError)) throw error;
      throw new ApiError(error.message === searchTexts.badTimezone(timezone) ? 400 : 422, error.message);
    }
  });
}
