/**
 * Queries and mutations of an input's extractors: list with statistics, save, sort, import, test (contract data-intake
 * extractors.*, tools.*).
 */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  createExtractor,
  deleteExtractor,
  getExtractor,
  listExtractors,
  orderExtractors,
  previewExtractor,
  updateExtractor,
  type ExtractorRequest,
} from '../contract/extractors.js';
import { testContains, testRegex } from '../contract/testers.js';
import { systemLocales } from '../contract/system.js';
import { searchRelative } from '../contract/universal.js';
import { shownValue, type Trial, type TrialResult } from '../extractors/extractor-type.js';
import { extractorTypeOf, type ExtractorType } from '../extractors/types/index.js';
import { reasonOf } from '../failures.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated, polling } from './polling.js';

const key = (inputId: string) => ['inputs', inputId, 'extractors'] as const;
const figuresPollMs = 5_000;

/** Reads the extractors of an input in execution order; polls for their statistics. */
export function extractorsQuery(client: Client, inputId: string) {
  return queryOptions({
    queryKey: [...key(inputId), 'all'],
    queryFn: async ({ signal }) => {
      const params = { inputId };
      const answer = await client.call(listExtractors, { params, signal, background: true, check: isList });
      return answer.extractors.toSorted((a, b) => a.order - b.order);
    },
    staleTime: 0,
    ...polling(figuresPollMs),
  });
}
const isList = hasList('extractors');

export function extractorQuery(client: Client, inputId: string, extractorId: string) {
  return queryOptions({
    queryKey: [...key(inputId), 'one', extractorId],
    queryFn: ({ signal }) => client.call(getExtractor, { params: { inputId, extractorId }, signal }),
    staleTime: 0,
  });
}

export interface SavedExtractor {
  readonly id: string;
  /** Types of converters that the server did not store; it ignores them without an error. */
  readonly dropped: readonly string[];
}

/** Creates an extractor, or updates the extractor with the given id. */
export function saveExtractorMutation(client: Client, queryClient: QueryClient, inputId: string) {
  return mutationOptions({
    mutationFn: async ({ id, request }: { readonly id?: string | undefined; readonly request: ExtractorRequest }) =>
      id === undefined
        ? create(client, inputId, request)
        : saved(
            await client.call(updateExtractor, { params: { inputId, extractorId: id }, body: request }),
            request.converters,
          ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(inputId) }),
  });
}

async function create(client: Client, inputId: string, request: ExtractorRequest): Promise<SavedExtractor> {
  const params = { inputId };
  const { extractor_id: extractorId } = await client.call(createExtractor, { params, body: request });
  if (request.converters.length === 0) return { id: extractorId, dropped: [] };
  return saved(await client.call(getExtractor, { params: { inputId, extractorId } }), request.converters);
}

function saved(
  stored: { readonly id: string; readonly converters: readonly { readonly type: string }[] },
  wanted: ExtractorRequest['converters'],
): SavedExtractor {
  const kept = new Set(stored.converters.map(({ type }) => type));
  return { id: stored.id, dropped: wanted.map(({ type }) => type.toLowerCase()).filter((type) => !kept.has(type)) };
}

export function deleteExtractorMutation(client: Client, queryClient: QueryClient, inputId: string) {
  return mutationOptions({
    mutationFn: (extractorId: string) => client.call(deleteExtractor, { params: { inputId, extractorId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(inputId) }),
  });
}

/** Changes the execution order of extractors to the order of the given ids. */
export function orderExtractorsMutation(client: Client, queryClient: QueryClient, inputId: string) {
  return mutationOptions({
    mutationFn: (ids: readonly string[]) =>
      client.call(orderExtractors, { params: { inputId }, body: { order: Object.fromEntries(Object.entries(ids)) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(inputId) }),
  });
}

interface ImportedExtractor {
  readonly title: string;
  /** Reason why the server refused the extractor; undefined: it was imported. */
  readonly problem: string | undefined;
  readonly dropped: readonly string[];
}

/** Imports extractors one after the other, so that they keep their order; the import continues after a refused one. */
export function importExtractorsMutation(client: Client, queryClient: QueryClient, inputId: string) {
  return mutationOptions({
    mutationFn: async (requests: readonly ExtractorRequest[]) => {
      const results: ImportedExtractor[] = [];
      for (const request of requests) {
        const { title } = request;
        try {
          const { dropped } = await create(client, inputId, request);
          results.push({ title, problem: undefined, dropped });
        } catch (error) {
          results.push({ title, problem: reasonOf(error), dropped: [] });
        }
      }
      return results;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(inputId) }),
  });
}

export interface ExtractorTrial extends Trial {
  readonly type: ExtractorType;
  readonly inputId: string;
}

/**
 * Applies an unsaved extractor to a text. Types that name their fields themselves have a tester (`tryOn`); the others
 * are tried by the preview.
 * @throws Error with the reason when the extractor is invalid
 */
export async function tryExtractor(
  client: Client,
  { type, inputId, ...trial }: ExtractorTrial,
  signal: AbortSignal,
): Promise<TrialResult> {
  const description = extractorTypeOf(type);
  if (description?.tryOn) return description.tryOn(client, trial, signal);
  const target = 'result';
  const extractor: ExtractorRequest = {
    title: 'Trial',
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: target,
    extractor_type: type,
    extractor_config: { ...trial.config },
    converters: [],
    condition_type: 'none',
    condition_value: '',
  };
  const body = { extractor, texts: [trial.text] };
  const { samples } = await client.call(previewExtractor, { params: { inputId }, body, signal });
  const found = samples[0]?.fields?.[target];
  return { found: found === undefined ? null : shownValue(found) };
}

/** Tells whether the condition of an extractor matches a text. */
export async function tryCondition(
  client: Client,
  { type, value, text: string }: { readonly type: 'string' | 'regex'; readonly value: string; readonly text: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { matched } =
    type === 'string'
      ? await client.call(testContains, { body: { search_string: value, string }, signal })
      : await client.call(testRegex, { body: { regex: value, string }, signal });
  return matched;
}

/** Maximum number of messages whose texts are loaded for a preview. */
const previewMessages = 100;
/**
 * Maximum size in bytes of all texts together as JSON; `longestText` is the maximum number of characters of one text.
 */
const previewBytes = 200_000;
const longestText = 10_000;

/** Reads the values of a field in the newest messages of an input, newest first, as many as one test accepts. */
function newestTextsQuery(client: Client, inputId: string, field: string) {
  return queryOptions({
    queryKey: ['messages', 'texts', inputId, field],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const query = { query: `gl2_source_input:${inputId}`, range: 0, limit: previewMessages, sort: 'timestamp:desc' };
      const { messages } = await client.call(searchRelative, { query, signal });
      return fitting(messages.map(({ message }) => message[field]));
    },
    staleTime: 0,
  });
}

const encoder = new TextEncoder();

function fitting(values: readonly unknown[]): readonly string[] {
  let bytes = 0;
  const texts: string[] = [];
  for (const value of values) {
    if (typeof value !== 'string' || value === '' || value.length > longestText) continue;
    bytes += encoder.encode(JSON.stringify(value)).length + 1;
    if (bytes > previewBytes) break;
    texts.push(value);
  }
  return texts;
}

/** Tests an extractor on recent messages; the result is null on reference servers, which have no preview. */
export function previewExtractorMutation(client: Client, queryClient: QueryClient, inputId: string) {
  return mutationOptions({
    mutationFn: async (extractor: ExtractorRequest) => {
      const texts = await queryClient.fetchQuery(newestTextsQuery(client, inputId, extractor.source_field));
      const body = { extractor, texts: [...texts] };
      const preview = await unlessMissing(client.call(previewExtractor, { params: { inputId }, body }), null);
      return preview && { ...preview, texts };
    },
  });
}

/** Reads the languages for date formats. */
export function localesQuery(client: Client) {
  return queryOptions({
    queryKey: ['system', 'locales'],
    queryFn: async ({ signal }) => Object.values((await client.call(systemLocales, { signal })).locales),
    ...keptUntilInvalidated,
  });
}
