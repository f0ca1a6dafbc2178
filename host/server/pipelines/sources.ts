/** Stored pipelines, rules and connections, and their compiled forms, which are cached per stored document. */
import { parsePipeline, parseRule, type PipelineTree } from '../../../api/pipeline-language/index.js';
import type {
  ParseError,
  PipelineSource,
  RuleSource,
  StageMatch,
  StageSource,
} from '../../../api/contract/pipelines.js';
import { entityCollection } from '../documents/kinds.js';
import type { Collection, Documents } from '../store/types.js';
import { checkRule } from './check.js';
import type { CheckedRule, FunctionCatalogue } from './checked.js';
import { compileRule, type CompiledRule } from './compile.js';
import { errorOf } from '../foundation/caught.js';
import { parseErrors } from './problems.js';

export interface SourceDocument {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly source: string;
  /** Creation time, ISO 8601. */
  readonly created_at: string;
  readonly modified_at: string;
}

export interface ConnectionDocument {
  /** Id of the stream. */
  readonly id: string;
  readonly pipeline_ids: readonly string[];
}

export interface ParsedPipeline {
  readonly tree: PipelineTree | undefined;
  /** Stages in ascending order of their numbers; of stages with the same number, only the first. */
  readonly stages: readonly StageSource[];
  readonly errors: readonly ParseError[];
}

export interface ParsedRule {
  readonly title: string | undefined;
  readonly checked: CheckedRule | undefined;
  /** Compiled rule; undefined: the source has errors. */
  readonly compiled: CompiledRule | undefined;
  readonly errors: readonly ParseError[];
}

export function readPipeline(source: string): ParsedPipeline {
  const parsed = parsePipeline(source);
  if (parsed.problem) {
    const { reason, from, to } = parsed.problem;
    const errors = parseErrors(source, [{ type: 'syntax_error', at: { from, to }, reason }]);
    return { tree: undefined, stages: [], errors };
  }
  const stages = new Map<number, StageSource>();
  for (const { number, match, rules } of parsed.tree.stages)
    if (!stages.has(number))
      stages.set(number, {
        stage: number,
        match: match.toUpperCase() as StageMatch,
        rules: rules.map(({ name }) => name),
      });
  return { tree: parsed.tree, stages: [...stages.values()].sort((a, b) => a.stage - b.stage), errors: [] };
}

export function readRule(source: string, functions: FunctionCatalogue): ParsedRule {
  const parsed = parseRule(source);
  if (parsed.problem) {
    const { reason, from, to } = parsed.problem;
    const errors = parseErrors(source, [{ type: 'syntax_error', at: { from, to }, reason }]);
    return { title: undefined, checked: undefined, compiled: undefined, errors };
  }
  const checked = checkRule(source, parsed.tree, functions);
  const errors = parseErrors(source, checked.errors);
  return { title: parsed.tree.name, checked, compiled: errors.length > 0 ? undefined : compileRule(checked), errors };
}

/**
 * Parses a document. If parsing throws, for instance because a damaged document has no source, the result contains an
 * error.
 */
function readable<T extends { readonly errors: readonly ParseError[] }>(
  read: () => T,
  otherwise: Omit<T, 'errors'>,
): T {
  try {
    return read();
  } catch (error) {
    const reason = `The source cannot be read: ${errorOf(error).message}`;
    // TypeScript does not recognise that `errors` and the other members of T form a T.
    return { ...otherwise, errors: [{ type: 'syntax_error', line: 1, position_in_line: 0, reason }] } as unknown as T;
  }
}

export class PipelineSources {
  readonly pipelines: Collection<SourceDocument>;
  readonly rules: Collection<SourceDocument>;
  readonly connections: Collection<ConnectionDocument>;
  readonly #parsedPipelines = new WeakMap<SourceDocument, ParsedPipeline>();
  readonly #parsedRules = new WeakMap<SourceDocument, ParsedRule>();

  constructor(
    documents: Documents,
    readonly functions: FunctionCatalogue,
  ) {
    this.pipelines = entityCollection<SourceDocument>(documents, 'pipeline');
    this.rules = entityCollection<SourceDocument>(documents, 'pipeline_rule');
    this.connections = documents.collection<ConnectionDocument>('pipeline_connections');
  }

  parsedPipeline(document: SourceDocument): ParsedPipeline {
    const known = this.#parsedPipelines.get(document);
    if (known) return known;
    const parsed = readable(() => readPipeline(document.source), { tree: undefined, stages: [] });
    this.#parsedPipelines.set(document, parsed);
    return parsed;
  }

  parsedRule(document: SourceDocument): ParsedRule {
    const known = this.#parsedRules.get(document);
    if (known) return known;
    const parsed = readable(() => readRule(document.source, this.functions), {
      title: undefined,
      checked: undefined,
      compiled: undefined,
    });
    this.#parsedRules.set(document, parsed);
    return parsed;
  }

  /** Returns a stored pipeline in the form of the API, with its stages and errors. */
  pipelineAnswer(document: SourceDocument): PipelineSource {
    const { stages, errors } = this.parsedPipeline(document);
    return { ...document, stages: [...stages], errors: errors.length > 0 ? [...errors] : null };
  }

  ruleAnswer(document: SourceDocument): RuleSource {
    const { errors } = this.parsedRule(document);
    return { ...document, errors: errors.length > 0 ? [...errors] : null };
  }
}
