/** Routes of exports of messages as CSV or JSON lines, streamed (contract search export.*, E1–E4). */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import * as endpoints from '../../../api/contract/exports.js';
import { MessagesExport, ResultFormat } from '../../../api/contract/exports.schema.js';
import type { Caller } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import { lockedQueries, searchCaller, type Searches } from '../entities/searches.js';
import { ApiError, BadRequestError, NotFoundError } from '../foundation/errors.js';
import { StreamedAnswer, type Registry } from '../http/registry.js';
import {
  completeSearch,
  defaultExportFields,
  searchTexts,
  type ExportFormat,
  type ExportSource,
  type SearchEngine,
} from '../search/index.js';

const keptJobMs = 60 * 60_000;
const keptJobs = 1000;
const Format = Type.Optional(ResultFormat);

interface ExportPlan {
  readonly source: Omit<ExportSource, 'caller'>;
  readonly format: Pick<ResultFormat, 'fields_in_order' | 'limit' | 'newest' | 'time_zone'>;
}
interface ExportJob {
  readonly plan: ExportPlan;
  readonly output: ExportFormat;
  /** Username of the owner. */
  readonly owner: string;
  /** Creation time, epoch milliseconds. */
  readonly createdAt: number;
}

/** Returns the format that the Accept header names. @throws ApiError 415 when the client accepts neither format */
function formatOf({ headers }: FastifyRequest): ExportFormat {
  const accept = headers.accept ?? '*/*';
  if (/application\/(?:x-ndjson|jsonlines|x-jsonlines)/.test(accept)) return 'json-lines';
  if (/text\/csv|text\/\*|\*\/\*/.test(accept)) return 'csv';
  throw new ApiError(415, 'Messages are exported as text/csv or application/x-ndjson.');
}

const mediaTypes = { csv: 'text/csv', 'json-lines': 'application/x-ndjson', plain: 'text/plain' } as const;

/**
 * Builds a streamed response with fast compression: a higher level would halve the rate of messages and delay the first
 * ones.
 * @param output format, which determines the content type
 * @param headers further headers of the response
 */
export function exportAnswer(
  text: AsyncGenerator<string>,
  output: ExportFormat | 'plain',
  { headers: requested }: FastifyRequest,
  headers: Readonly<Record<string, string>> = {},
): StreamedAnswer {
  const all = { ...headers, 'Content-Type': `${mediaTypes[output]}; charset=utf-8`, Vary: 'Accept-Encoding' };
  const source = Readable.from(text);
  if (!/\bgzip\b/.test(String(requested['accept-encoding'] ?? ''))) return new StreamedAnswer(source, all);
  // A failure destroys the response, so that the client notices that it is incomplete.
  const compressed = pipeline(source, createGzip({ level: 1 }), () => undefined);
  return new StreamedAnswer(compressed, { ...all, 'Content-Encoding': 'gzip' });
}

function planOfMessages(body: MessagesExport, search: SearchEngine): ExportPlan {
  const { query_string: query, streams, timerange } = body;
  const text = typeof query === 'string' ? query : (query?.query_string ?? '');
  const range = timerange ?? undefined;
  const validation = search.validate({ streams: streams ?? [], queries: [text], ...(range && { timerange: range }) });
  if (validation.status === 'ERROR') {
    throw new BadRequestError(searchTexts.exportInvalid(validation.explanations?.[0]?.error_message ?? ''));
  }
  const filter = streams?.length ? { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) } : null;
  const complete = completeSearch({
    queries: [{ query: { type: 'elasticsearch', query_string: text }, filter, ...(range && { timerange: range }) }],
  });
  return { source: { search: complete, state: {} }, format: body };
}

export function registerExports(
  registry: Registry,
  { documents, search }: Needs<'documents' | 'search'>,
  searches: Searches,
): void {
  const jobs = new Map<string, ExportJob>();

  async function planOfSearch(
    body: ResultFormat | undefined,
    caller: Caller,
    searchId: string,
    searchTypeId?: string,
  ): Promise<ExportPlan> {
    const source = {
      search: lockedQueries(await searches.get(searchId, caller), caller),
      state: body?.execution_state ?? {},
      ...(searchTypeId !== undefined && { searchTypeId }),
      ...(body?.timerange && { timerange: body.timerange }),
    };
    return { source, format: body ?? {} };
  }

  function keep(plan: ExportPlan, caller: Caller, output: ExportFormat): string {
    const now = Date.now();
    for (const [id, { createdAt }] of jobs) {
      if (now - createdAt > keptJobMs || jobs.size >= keptJobs) jobs.delete(id);
      else break;
    }
    const id = newEntityId(now);
    jobs.set(id, { plan, output, owner: caller.username, createdAt: now });
    return id;
  }

  function stream(
    { source, format }: ExportPlan,
    output: ExportFormat,
    caller: Caller,
    { signal, raw }: { readonly signal: AbortSignal; readonly raw: FastifyRequest },
  ): StreamedAnswer {
    const plan = search.planExport({ ...source, caller: searchCaller(documents, caller) });
    const timezone = format.time_zone ?? caller.timezone ?? 'UTC';
    search.checkTimezone(timezone);
    const fields = format.fields_in_order ?? defaultExportFields;
    const limit = format.limit ?? undefined;
    const request = { ...plan, fields, timezone, format: output, limit, newest: format.newest === true };
    return exportAnswer(search.exportText(request, signal), output, raw);
  }

  registry.serve(endpoints.createExportJob, { body: MessagesExport }, ({ body, user, raw }) =>
    keep(planOfMessages(body, search), user, formatOf(raw)),
  );
  registry.serve(endpoints.createSearchExportJob, { body: Format }, async ({ params, body, user, raw }) =>
    keep(await planOfSearch(body, user, params.searchId), user, formatOf(raw)),
  );
  registry.serve(endpoints.createSearchTypeExportJob, { body: Format }, async ({ params, body, user, raw }) =>
    keep(await planOfSearch(body, user, params.searchId, params.searchTypeId), user, formatOf(raw)),
  );
  registry.serve(endpoints.exportJobResult, {}, ({ params, user, signal, raw }) => {
    const job = jobs.get(params.exportJobId);
    if (!job || job.owner !== user.username || Date.now() - job.createdAt > keptJobMs) {
      throw new NotFoundError(searchTexts.noExport(params.exportJobId));
    }
    return stream(job.plan, job.output, user, { signal, raw });
  });
  registry.serve(endpoints.exportMessages, { body: MessagesExport }, ({ body, user, raw, signal }) =>
    stream(planOfMessages(body, search), formatOf(raw), user, { signal, raw }),
  );
  registry.serve(endpoints.exportSearch, { body: Format }, async ({ params, body, user, raw, signal }) =>
    stream(await planOfSearch(body, user, params.searchId), formatOf(raw), user, { signal, raw }),
  );
  registry.serve(endpoints.exportSearchType, { body: Format }, async ({ params, body, user, raw, signal }) =>
    stream(await planOfSearch(body, user, params.searchId, params.searchTypeId), formatOf(raw), user, { signal, raw }),
  );
}
