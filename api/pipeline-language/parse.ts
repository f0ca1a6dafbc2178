/** Texts of rules and pipelines → syntax trees, or the first mistake. Nothing is computed or looked up. */
import type { Tree } from '@lezer/common';
import type { PipelineTree, RuleTree, SyntaxProblem } from './ast.js';
import { Refusal, TreeBuilder } from './build.js';
import { explain } from './explain.js';
import { parser } from './grammar.gen.js';

export type Parsed<T> = { readonly tree: T; readonly problem?: undefined } | { readonly problem: SyntaxProblem };

const strict = {
  rule: parser.configure({ strict: true, top: 'Rule' }),
  pipeline: parser.configure({ strict: true, top: 'Pipeline' }),
};

function parse<T>(text: string, kind: 'rule' | 'pipeline', build: (tree: Tree) => T): Parsed<T> {
  try {
    return { tree: build(strict[kind].parse(text)) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: { from: error.at.from, to: error.at.to, reason: error.message } };
    const at = error instanceof SyntaxError ? /^No parse at (\d+)/.exec(error.message)?.[1] : undefined;
    if (at === undefined) throw error;
    return { problem: explain(text, Number(at), kind) };
  }
}

/** A rule; text after its first `end` is ignored. */
export const parseRule = (text: string): Parsed<RuleTree> =>
  parse(text, 'rule', ({ topNode }) => new TreeBuilder(text).rule(topNode));

/** A pipeline; nothing may follow its `end`. */
export const parsePipeline = (text: string): Parsed<PipelineTree> =>
  parse(text, 'pipeline', ({ topNode }) => new TreeBuilder(text).pipeline(topNode));
