/** Routes of grok patterns and their testers (contract data-intake grok.*, tools.grok). */
import { Type } from '@sinclair/typebox';
import * as endpoints from '../../../api/contract/grok.js';
import type { GrokPattern } from '../../../api/contract/grok.js';
import {
  GrokImportQuery,
  GrokPatternBody,
  GrokPatternList,
  GrokTestBody,
  GrokTesterBody,
} from '../../../api/contract/grok.schema.js';
import { PageQuery } from '../../../api/contract/list.schema.js';
import { testGrok, tryGrok, type GrokTestResult } from '../../../api/contract/tools.js';
import { stringifyJson } from '../../../api/json.js';
import type { Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { BadRequestError, FieldValidationError } from '../foundation/errors.js';
import { GrokError } from '../grok/grok.js';
import {
  GrokPatterns,
  patternsOfText,
  listedReasons,
  type ImportStrategy,
  type PatternLine,
} from '../entities/grok-patterns.js';
import { EntityList, text } from '../lists/entity-list.js';
import { sorted } from '../lists/paging.js';
import type { Registry } from '../http/registry.js';

const nameOf = ({ name }: GrokPattern) => name;

const list = new EntityList<GrokPattern>(
  [text('id', ({ id }) => id), text('name', nameOf), text('pattern', ({ pattern }) => pattern)],
  'name',
  ({ id }) => id,
);

/** Largest number of characters of a file of patterns; the files of other products have some 30,000. */
const longestFile = 250_000;

const strategyOf = (query: GrokImportQuery): ImportStrategy =>
  query['import-strategy'] ?? (query.replace ? 'REPLACE_ON_CONFLICT' : 'ABORT_ON_CONFLICT');

const textOf = (value: unknown) => (typeof value === 'string' ? value : stringifyJson(value));

export function registerGrok(registry: Registry, { documents }: Needs<'documents'>, entities: Entities): void {
  const patterns = new GrokPatterns(documents);
  const stored = new StoredEntities<GrokPattern>(documents, entities, {
    type: 'grok_pattern',
    missing: (id) => `Couldn't find Grok pattern with ID ${id}`,
  });

  registry.serve(endpoints.listGrokPatterns, {}, () => ({
    patterns: sorted(stored.all(), 'asc', nameOf, ({ id }) => id),
  }));
  registry.serve(endpoints.pagedGrokPatterns, { query: PageQuery }, ({ query }) => {
    const { items, body } = list.page(stored.all(), query);
    return { ...body, patterns: items };
  });
  registry.serve(endpoints.getGrokPattern, {}, ({ params }) => stored.get(params.patternId));
  registry.serve(endpoints.createGrokPattern, { body: GrokPatternBody }, async ({ body, user }) =>
    stored.create(await patterns.checked(user.username, body), user),
  );
  registry.serve(endpoints.updateGrokPattern, { body: GrokPatternBody }, async ({ params, body, user }) => {
    const checked = await patterns.checked(user.username, body, params.patternId);
    return stored.update(checked.id, () => checked, user);
  });
  registry.serve(endpoints.deleteGrokPattern, {}, async ({ params, user }) => {
    await stored.remove(params.patternId, user);
    return undefined;
  });
  async function importAll(user: Caller, lines: readonly PatternLine[], query: GrokImportQuery): Promise<undefined> {
    const { changes, faults } = await patterns.import(user.username, lines, strategyOf(query));
    await entities.imported('grok_pattern', changes, user);
    if (faults.length === 0) return;
    const stored = changes.created.length + changes.updated.length;
    // An incomplete import is reported as an error, because a success response cannot contain a text about the refused
    // lines.
    const summary = `${stored} of the patterns were stored. These lines were not:`;
    throw new FieldValidationError({ _: [summary, ...listedReasons(faults)] });
  }
  registry.serve(
    endpoints.importGrokText,
    { query: GrokImportQuery, body: Type.String({ maxLength: longestFile }) },
    ({ query, body, user }) => importAll(user, patternsOfText(body), query),
  );
  registry.serve(
    endpoints.importGrokPatterns,
    { query: GrokImportQuery, body: GrokPatternList },
    ({ query, body, user }) => importAll(user, body.patterns, query),
  );
  registry.serve(endpoints.testGrokPattern, { body: GrokTestBody }, async ({ body, user }) => {
    const { grok_pattern: tried, sampleData } = body;
    const options = { namedCapturesOnly: true, captureWhole: true };
    try {
      return (await patterns.match(user.username, `%{${tried.name}}`, sampleData, options, tried)) ?? {};
    } catch (error) {
      if (error instanceof GrokError) throw new BadRequestError(error.message);
      throw error;
    }
  });

  async function tester(username: string, body: GrokTesterBody): Promise<GrokTestResult> {
    const result = { pattern: body.pattern, string: body.string };
    const options = { namedCapturesOnly: body.named_captures_only ?? false };
    try {
      const found = await patterns.match(username, body.pattern, body.string, options);
      const matches = Object.entries(found ?? {}).map(([name, value]) => ({ name, match: textOf(value) }));
      return { matched: found !== undefined, matches, ...result };
    } catch (error) {
      if (!(error instanceof GrokError)) throw error;
      return { matched: false, matches: [], ...result, error_message: error.message };
    }
  }
  registry.serve(testGrok, { body: GrokTesterBody }, ({ body, user }) => tester(user.username, body));
  registry.serve(tryGrok, { query: GrokTesterBody }, ({ query, user }) => tester(user.username, query));
}
