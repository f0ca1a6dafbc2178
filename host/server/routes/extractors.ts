/** Routes of the extractors of inputs (contract data-intake, extractors). */
import { randomUUID } from 'node:crypto';
import * as endpoints from '../../../api/contract/extractors.js';
import {
  ExtractorOrder,
  ExtractorPreviewBody,
  ExtractorRequest,
  type ExtractorConverter,
  type ExtractorSummary,
} from '../../../api/contract/extractors.schema.js';
import type { ExtractorType } from '../../../api/extractors/types/index.js';
import type { GrokPattern } from '../../../api/contract/grok.js';
import type { Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { entityCollection } from '../documents/kinds.js';
import type { Entities } from '../entities/catalogue.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { ExtractorConfigError, type LookupTables } from '../intake/extractors/extraction.js';
import { extractorTables } from '../lookup/consumers.js';
import {
  converterProblem,
  frameProblem,
  type conditionTypes,
  type cursorStrategies,
} from '../intake/extractors/extractor-problem.js';
import { makeExtract } from '../intake/extractors/make-extract.js';
import { typesAtWork } from '../intake/extractors/types/index.js';
import { GrokError } from '../grok/grok.js';
import { GrokPatterns } from '../entities/grok-patterns.js';
import type { ExtractorDocument } from '../intake/index.js';
import { previewExtractor } from '../intake/try/extractor-preview.js';
import { RunningExtractor } from '../intake/inputs/running-extractor.js';
import type { Registry } from '../http/registry.js';
import { reportedInput } from './inputs.js';

/** Largest number of extractors of one input. */
const mostExtractors = 100;

/** Returns the converters whose type is known and whose configuration is valid; the others are left out. */
function usable(converters: ExtractorRequest['converters'], tables: LookupTables): ExtractorConverter[] {
  return converters
    .map(({ type, config }): ExtractorConverter => ({ type: type.toLowerCase(), config: { ...config } }))
    .filter((converter) => converterProblem(converter, tables) === undefined);
}

export function registerExtractors(
  registry: Registry,
  { documents, lookup, intake: { inputs } }: Needs<'documents' | 'lookup' | 'intake'>,
  entities: Entities,
): void {
  const grokPatterns = new GrokPatterns(documents);
  // A saved extractor must name an existing table.
  const tables: LookupTables = { ...extractorTables(lookup), has: (name) => lookup.has(name) };
  const patterns = entityCollection<GrokPattern>(documents, 'grok_pattern');

  function summary(inputId: string, stored: ExtractorDocument): ExtractorSummary {
    const { revision: _revision, ...document } = stored;
    // An input that has not run yet has no metrics of its extractors.
    const running =
      inputs.running(inputId)?.extractors.get(document.id) ?? new RunningExtractor(stored, () => [], tables);
    return {
      ...document,
      exceptions: running.exceptions,
      converter_exceptions: running.converterExceptions,
      metrics: running.metrics(),
    };
  }

  const of = (inputId: string) => reportedInput(() => inputs.get(inputId).extractors ?? []);

  async function find(inputId: string, id: string): Promise<ExtractorDocument> {
    const found = (await of(inputId)).find((extractor) => extractor.id === id);
    if (!found) throw new NotFoundError(`Couldn't find extractor with ID ${id}`);
    return found;
  }

  /** Converts a request to the stored form of an extractor. @throws BadRequestError that names the first problem */
  async function checked(
    request: ExtractorRequest,
    { username }: Caller,
    kept: Pick<ExtractorDocument, 'id' | 'creator_user_id' | 'revision'>,
  ): Promise<ExtractorDocument> {
    const problem = frameProblem(request);
    if (problem !== undefined) throw new BadRequestError(problem);
    const type = request.extractor_type.toLowerCase() as ExtractorType;
    const config = request.extractor_config;
    try {
      const isChecked = await typesAtWork
        .get(type)
        ?.check?.(config, (pattern, options) => grokPatterns.match(username, pattern, '', options));
      if (!isChecked) makeExtract(type, config, () => undefined, tables);
    } catch (error) {
      if (error instanceof ExtractorConfigError || error instanceof GrokError) throw new BadRequestError(error.message);
      throw error;
    }
    return {
      ...kept,
      title: request.title,
      type,
      cursor_strategy: request.cursor_strategy.toLowerCase() as (typeof cursorStrategies)[number],
      source_field: request.source_field,
      target_field: request.target_field,
      extractor_config: config,
      converters: usable(request.converters, tables),
      condition_type: request.condition_type.toLowerCase() as (typeof conditionTypes)[number],
      condition_value: request.condition_value,
      order: request.order ?? 0,
    };
  }

  async function change(
    inputId: string,
    user: Caller,
    extractors: (old: readonly ExtractorDocument[]) => readonly ExtractorDocument[],
  ): Promise<void> {
    await reportedInput(() => inputs.changeExtractors(inputId, extractors));
    await entities.updated('input', inputId, user);
  }

  registry.serve(endpoints.listExtractors, {}, async ({ params: { inputId } }) => {
    const extractors = (await of(inputId)).map((extractor) => summary(inputId, extractor));
    return { total: extractors.length, extractors };
  });
  registry.serve(endpoints.getExtractor, {}, async ({ params: { inputId, extractorId } }) =>
    summary(inputId, await find(inputId, extractorId)),
  );
  registry.serve(endpoints.createExtractor, { body: ExtractorRequest }, async ({ params, body, user }) => {
    await of(params.inputId);
    const made = await checked(body, user, { id: randomUUID(), creator_user_id: user.username, revision: 1 });
    await change(params.inputId, user, (old) => {
      if (old.length >= mostExtractors) {
        throw new BadRequestError(`An input has at most ${mostExtractors} extractors. Delete one of them first.`);
      }
      return [...old, made];
    });
    return { extractor_id: made.id };
  });
  registry.serve(endpoints.updateExtractor, { body: ExtractorRequest }, async ({ params, body, user }) => {
    const { id, creator_user_id } = await find(params.inputId, params.extractorId);
    const changed = await checked(body, user, { id, creator_user_id, revision: 0 });
    await change(params.inputId, user, (old) =>
      old.map((extractor) => (extractor.id === id ? { ...changed, revision: extractor.revision + 1 } : extractor)),
    );
    return summary(params.inputId, await find(params.inputId, id));
  });
  registry.serve(endpoints.deleteExtractor, {}, async ({ params: { inputId, extractorId }, user }) => {
    await find(inputId, extractorId);
    await change(inputId, user, (old) => old.filter(({ id }) => id !== extractorId));
    return undefined;
  });
  registry.serve(endpoints.orderExtractors, { body: ExtractorOrder }, async ({ params, body, user }) => {
    const positions = new Map(Object.entries(body.order).map(([position, id]) => [id, Number(position)]));
    const wrong = [...positions].find(([, position]) => !Number.isSafeInteger(position) || position < 0);
    if (wrong) throw new BadRequestError('The keys of "order" are positions: whole numbers from 0.');
    await change(params.inputId, user, (old) =>
      old.map((extractor) => ({ ...extractor, order: positions.get(extractor.id) ?? extractor.order })),
    );
    return undefined;
  });
  registry.serve(endpoints.previewExtractor, { body: ExtractorPreviewBody }, async ({ params, body, user, signal }) => {
    await of(params.inputId);
    const definition = await checked(body.extractor, user, { id: '', creator_user_id: user.username, revision: 0 });
    return previewExtractor(definition, patterns.all(), body.texts, signal, tables);
  });
}
