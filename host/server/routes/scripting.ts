/**
 * Routes of searches for scripts, which return messages or aggregations as one table (contract search scripting.*).
 * These searches run like every other search, with the same queue, limits and permissions. Only the request and the
 * response are simpler.
 */
import type { FastifyRequest } from 'fastify';
import * as endpoints from '../../../api/contract/scripting.js';
import {
  AggregateRequest,
  MessagesQuery,
  MessagesRequest,
  type Direction,
  type Metric,
  type TableAnswer,
  type TableColumn,
} from '../../../api/contract/scripting.schema.js';
import type { PivotResult, SearchType, SearchTypeResult, TimeRange } from '../../../api/contract/searches.js';
import type { Needs } from '../context.js';
import { searchCaller } from '../entities/searches.js';
import { ApiError, BadRequestError, UnavailableError } from '../foundation/errors.js';
import type { Registry, ServedRequest, StreamedAnswer } from '../http/registry.js';
import { completeSearch, defaultExportFields, emptyKey, streamsFor } from '../search/index.js';
import { Yielder } from '../foundation/yielding.js';
import { csvTable, plainTable } from '../search/tabular.js';
import { exportAnswer } from './exports.js';

type Served = Pick<ServedRequest<typeof endpoints.tableOfMessages>, 'user' | 'raw' | 'reply' | 'signal'>;
type Requested = Pick<MessagesRequest, 'query' | 'streams' | 'timerange'>;
type Output = 'json' | 'csv' | 'plain';
type ResultOf<T extends SearchTypeResult['type']> = Extract<SearchTypeResult, { type: T }>;

const defaultRange: TimeRange = { type: 'relative', range: 86_400 };
const defaultSize = 10;
const mostFields = 1_000;
/** Fields that identify a message by its id and its index; they are not among the fields of the streams. */
const placeFields: ReadonlySet<string> = new Set(['_id', '_index']);
/** Largest number of values in one response with messages: rows times columns. */
const mostValues = 1_000_000;

/**
 * Returns the quality value of a media range, for instance 0.5 of `text/csv;q=0.5`; 1 by default (RFC 9110 §12.4.2).
 */
const weightOf = (parameters: readonly string[]): number => {
  const [, weight = '1'] = /^q=([\d.]+)$/i.exec(parameters.find((one) => /^q=/i.test(one)) ?? '') ?? [];
  return Number(weight) || 0;
};

const outputs: Readonly<Record<string, Output>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  'text/csv': 'csv',
  'text/plain': 'plain',
  'text/*': 'plain',
};

/**
 * Chooses the format with the highest quality in the Accept header, the first of equal ones (RFC 9110 §12.5.1).
 * @throws ApiError 406 if the client accepts none of the formats
 */
function outputOf({ headers }: FastifyRequest): Output {
  const wanted = (headers.accept ?? '*/*').split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const output = Object.hasOwn(outputs, type.toLowerCase()) ? outputs[type.toLowerCase()] : undefined;
    const weight = weightOf(parameters);
    return output !== undefined && weight > 0 ? [{ output, weight }] : [];
  });
  const best = wanted.reduce<(typeof wanted)[number] | undefined>(
    (found, one) => (found && found.weight >= one.weight ? found : one),
    undefined,
  );
  if (!best)
    throw new ApiError(406, 'This is answered as application/json, text/csv or text/plain: name one in "Accept".');
  return best.output;
}

const isUp = (direction: Direction): boolean => /^asc/i.test(direction);

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Parses a time range such as `15m` or a natural-language text; undefined: the request names no time range. */
function rangeOfText(text: string | undefined): TimeRange | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const [, count, unit = ''] = /^\s*(\d{1,9})([smhdw])\s*$/.exec(text) ?? [];
  if (count === undefined) return { type: 'keyword', keyword: text };
  return { type: 'relative', range: Number(count) * (secondsOf[unit] ?? 1) };
}

const listOfText = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const ofAddress = ({ streams, fields, timerange, ...rest }: MessagesQuery): MessagesRequest => ({
  ...rest,
  streams: listOfText(streams),
  fields: listOfText(fields),
  timerange: rangeOfText(timerange) ?? null,
});

const isNumeric = /^(?:long|float|compound\(float,long\))$/;

function columnType(type: string | undefined): TableColumn['type'] {
  if (type === undefined) return 'unknown';
  if (isNumeric.test(type)) return 'numeric';
  return type === 'boolean' || type === 'date' ? type : 'string';
}

/** Formats a metric, for instance `percentile(took,95)`. */
function metricText({ function: type, field, configuration }: Metric): string {
  const percentile = configuration?.percentile === undefined ? [] : [configuration.percentile];
  return `${type}(${[...(field ? [field] : []), ...(type === 'percentile' ? percentile : [])].join(',')})`;
}

/** Computes one row for each item, and yields to the event loop regularly. */
async function rowsOf<T>(found: readonly T[], row: (one: T) => unknown[]): Promise<unknown[][]> {
  const yielder = new Yielder();
  const rows: unknown[][] = [];
  for (const one of found) {
    rows.push(row(one));
    if (yielder.isOver) await yielder.pause();
  }
  return rows;
}

export function registerScripting(registry: Registry, { documents, search }: Needs<'documents' | 'search'>): void {
  /**
   * Runs a search with a single search type and returns its result.
   * @throws BadRequestError that explains the failure of the search, UnavailableError when the search takes too long
   */
  async function resultOf<T extends 'messages' | 'pivot'>(
    requested: Requested,
    searchType: Omit<SearchType, 'id' | 'type'> & { type: T },
    { user, signal, reply }: Served,
  ): Promise<ResultOf<T>> {
    const complete = completeSearch({
      queries: [
        {
          id: 'scripting',
          query: { type: 'elasticsearch', query_string: requested.query ?? '' },
          timerange: requested.timerange ?? defaultRange,
          filter: requested.streams?.length
            ? { type: 'or', filters: requested.streams.map((id) => ({ type: 'stream', id })) }
            : null,
          search_types: [{ ...searchType, id: 'table' }],
        },
      ],
    });
    const job = await search.execute(complete, {}, searchCaller(documents, user), { signal });
    // The result stays in memory until the client has received the answer.
    reply.raw.once('close', search.keep(job.id));
    if (!job.execution.done) {
      search.cancel(job.id, user.username);
      throw new UnavailableError('The search takes too long and was stopped: narrow the time range or the query.');
    }
    const result = job.results['scripting']?.search_types['table'];
    if (result?.type !== searchType.type)
      throw new BadRequestError(job.errors?.[0]?.description ?? 'The search failed.');
    return result as ResultOf<T>;
  }

  /** Returns a function that finds the type of a field in the requested streams and the time range of the result. */
  function typesFor(
    { streams }: Requested,
    { effective_timerange: range }: ResultOf<'messages' | 'pivot'>,
    { user }: Served,
  ) {
    const fields = search.fields(streamsFor(streams, searchCaller(documents, user)), range);
    const types = new Map(fields.map(({ name, type }) => [name, type.type]));
    return (name: string): TableColumn['type'] => columnType(types.get(name));
  }

  async function messages(requested: MessagesRequest, served: Served): Promise<TableAnswer> {
    const fields = requested.fields?.length ? requested.fields : defaultExportFields;
    const limit = requested.size ?? defaultSize;
    if (fields.length > mostFields)
      throw new BadRequestError(`"fields" are at most ${mostFields}, got ${fields.length}.`);
    if (fields.length * limit > mostValues)
      throw new BadRequestError(
        `"size" times the number of fields is at most ${mostValues}, got ${limit} times ${fields.length}.`,
      );
    const sort = requested.sort_order && isUp(requested.sort_order) ? 'ASC' : 'DESC';
    const result = await resultOf(
      requested,
      {
        type: 'messages',
        limit,
        offset: requested.from ?? 0,
        fields: [...fields],
        sort: [{ field: requested.sort ? requested.sort : 'timestamp', order: sort }],
      },
      served,
    );
    const typeOf = typesFor(requested, result, served);
    return {
      schema: fields.map((field) => ({
        column_type: 'field',
        type: placeFields.has(field) ? 'string' : typeOf(field),
        field,
        name: `field: ${field}`,
      })),
      datarows: await rowsOf(result.messages, ({ index, message }) =>
        fields.map((field) => {
          if (field === '_index') return index;
          return Object.hasOwn(message, field) ? (message[field] ?? null) : null;
        }),
      ),
      metadata: { effective_timerange: result.effective_timerange },
    };
  }

  async function figures(requested: AggregateRequest, served: Served): Promise<TableAnswer> {
    const { group_by: groups, metrics } = requested;
    const result = await resultOf(
      requested,
      {
        type: 'pivot',
        rollup: false,
        row_groups: groups.map(({ field, limit }) => ({
          type: 'values' as const,
          fields: [field],
          ...(limit != null && { limit }),
        })),
        series: metrics.map(({ function: type, field, configuration }, index) => ({
          id: String(index),
          type,
          ...(field != null && { field }),
          ...(configuration?.percentile !== undefined && { percentile: configuration.percentile }),
        })),
        sort: metrics.flatMap(({ sort }, index) =>
          sort == null
            ? []
            : [
                {
                  type: 'series',
                  field: String(index),
                  direction: isUp(sort) ? ('Ascending' as const) : ('Descending' as const),
                },
              ],
        ),
      },
      served,
    );
    const typeOf = typesFor(requested, result, served);
    const grouping = ({ field }: { field: string }): TableColumn => ({
      column_type: 'grouping',
      type: 'string',
      field,
      name: `grouping: ${field}`,
    });
    const metric = (one: Metric): TableColumn => ({
      column_type: 'metric',
      type: one.function === 'latest' ? typeOf(one.field ?? '') : 'numeric',
      function: one.function,
      ...(one.field != null && { field: one.field }),
      name: `metric: ${metricText(one)}`,
    });
    return {
      schema: [...groups.map(grouping), ...metrics.map(metric)],
      datarows: await rowsOf(result.rows, ({ key, values }: PivotResult['rows'][number]) => {
        // A series without a value is absent from the result.
        const found = new Map(values.map((value) => [value.key[0], value.value]));
        return [
          // The bucket of messages without a field is not divided further, so its key is shorter.
          ...groups.map((_group, index) => key[index] ?? emptyKey),
          ...metrics.map((_metric, index) => found.get(String(index)) ?? null),
        ];
      }),
      metadata: { effective_timerange: result.effective_timerange },
    };
  }

  async function answer(served: Served, table: () => Promise<TableAnswer>): Promise<TableAnswer | StreamedAnswer> {
    const output = outputOf(served.raw);
    const { schema, datarows: rows, metadata } = await table();
    if (output === 'json') return { schema, datarows: rows, metadata };
    const content = { heads: schema.map(({ name }) => name), rows };
    return exportAnswer(output === 'csv' ? csvTable(content) : plainTable(content), output, served.raw);
  }

  registry.serve(endpoints.tableOfMessages, { body: MessagesRequest }, (request) =>
    answer(request, () => messages(request.body, request)),
  );
  registry.serve(endpoints.tableOfMessagesByAddress, { query: MessagesQuery }, (request) =>
    answer(request, () => messages(ofAddress(request.query), request)),
  );
  registry.serve(endpoints.tableOfFigures, { body: AggregateRequest }, (request) =>
    answer(request, () => figures(request.body, request)),
  );
}
