/**
 * Requests fields and values from the server and builds completions from them; the query input loads this module when
 * the user types.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../../api/client.js';
import type { FieldType, Suggestions, TimeRange } from '../../../api/contract/searches.js';
import { escapeTerm, type QueryContext } from '../../../api/language/index.js';
import { fieldsQuery, suggestionsQuery } from '../../../api/queries/fields.js';
import { defaultRange } from '../../../machines/time-range/ranges.js';
import { texts } from '../texts.js';
import {
  isEnumerable,
  nameOffers,
  narrowed,
  valueOffers,
  wantsNames,
  type KnownFields,
  type Offer,
} from './completions.js';

/** The last answer with field values, and the `scope` of its request: streams and time range as JSON. */
export interface LastValues {
  readonly scope: string;
  readonly answer: Suggestions;
}

/** Server, streams and time range from which completions are taken. */
export interface CompletionSource {
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly streams: readonly string[];
  readonly timeRange: TimeRange;
  /** Fields that the server computes for the view. */
  readonly computed: readonly FieldType[];
  /** The last answer with values, which is replaced by each newer answer. */
  readonly last: { current: LastValues | undefined };
}

/** Returns the completions for a position in the query; a failed request gives no completions and is not reported. */
export async function complete(place: QueryContext, source: CompletionSource): Promise<readonly Offer[]> {
  try {
    const fields = await knownFields(source);
    if (wantsNames(place)) return nameOffers(place, fields, texts.query.notInStreams);
    if (place.field === undefined || !isEnumerable(fields, place.field)) return [];
    const answer = await valuesOf(place.field, place.prefix, source);
    return valueOffers(answer, place.quoted, escapeTerm, texts.query.hits);
  } catch {
    return [];
  }
}

async function knownFields({
  client,
  queryClient,
  streams,
  timeRange,
  computed,
}: CompletionSource): Promise<KnownFields> {
  const fieldsOf = async (options: ReturnType<typeof fieldsQuery>) => queryClient.fetchQuery(options).catch(() => []);
  const [inQuery, everywhere] = await Promise.all([
    fieldsOf(fieldsQuery(client, streams, timeRange)),
    fieldsOf(fieldsQuery(client, [], defaultRange)),
  ]);
  const own = computed.filter(({ name }) => !inQuery.some((field) => field.name === name));
  return { inQuery: own.length > 0 ? [...inQuery, ...own] : inQuery, everywhere };
}

/** Returns the values of a field that begin with `input`, from the last answer if it contains all of them. */
async function valuesOf(field: string, input: string, source: CompletionSource): Promise<Suggestions> {
  const { client, queryClient, streams, timeRange: timerange, last } = source;
  const scope = JSON.stringify([streams, timerange]);
  const earlier = last.current?.scope === scope ? last.current.answer : undefined;
  const answer =
    narrowed(earlier, field, input) ??
    (await queryClient.fetchQuery(suggestionsQuery(client, { field, input, timerange, streams: [...streams] })));
  last.current = { scope, answer };
  return answer;
}
