/** Parses rules and pipelines to syntax trees, or to the first syntax error. Nothing is evaluated or resolved. */
import type { PartialParse, Tree } from '@lezer/common';
import type { PipelineTree, RuleTree, SyntaxProblem } from './ast.js';
import { Refusal, TreeBuilder } from './build.js';
import { explain } from './explain.js';
import { parser } from './grammar.gen.js';

export type Parsed<T> = { readonly tree: T; readonly problem?: undefined } | { readonly problem: SyntaxProblem };

const strict = {
  rule: parser.configure({ strict: true, top: 'Rule' }),
  pipeline: parser.configure({ strict: true, top: 'Pipeline' }),
};

/** Number of steps of long operator chains up to which the parser continues: more than `TreeBuilder` accepts. */
const mostChainSteps = 5_000;

/**
 * Parses a text with a strict parser. To bound the depth of trees in an editor, the parser counts the operators of a
 * chain (`a or b or …`) and gives up after 300. This function resets that count, so that longer chains are parsed,
 * until the counts add up to more than `mostChainSteps`.
 */
function parsedStrictly(text: string, kind: 'rule' | 'pipeline'): Tree {
  const parse: PartialParse & { bigReductionCount?: number } = strict[kind].startParse(text);
  let steps = 0;
  for (;;) {
    steps += parse.bigReductionCount ?? 0;
    if (steps <= mostChainSteps) parse.bigReductionCount = 0;
    const tree = parse.advance();
    if (tree) return tree;
  }
}

function parse<T>(text: string, kind: 'rule' | 'pipeline', build: (tree: Tree) => T): Parsed<T> {
  try {
    return { tree: build(parsedStrictly(text, kind)) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: { from: error.at.from, to: error.at.to, reason: error.message } };
    const at = error instanceof SyntaxError ? /^No parse at (\d+)/.exec(error.message)?.[1] : undefined;
    if (at === undefined) throw error;
    return { problem: explain(text, Number(at), kind) };
  }
}

const unfinishedRule = parser.configure({ top: 'Rule' });

/**
 * Returns the name of a rule as it is written between the quotes, even if the text after the name is incomplete or
 * invalid; undefined when the text does not start like a rule.
 */
export function ruleNameOf(text: string): string | undefined {
  let node = unfinishedRule.parse(text).topNode.firstChild;
  const skipComments = (): void => {
    while (node && /Comment$/.test(node.name)) node = node.nextSibling;
  };
  skipComments();
  if (node?.name !== 'RuleKeyword') return undefined;
  node = node.nextSibling;
  skipComments();
  return node?.name === 'RuleName' ? text.slice(node.from + 1, node.to - 1) : undefined;
}

/** Parses a rule. The text after the first `end` is ignored. */
export const parseRule = (text: string): Parsed<RuleTree> =>
  parse(text, 'rule', ({ topNode }) => new TreeBuilder(text).rule(topNode));

/** Parses a pipeline. Any text after `end` is an error. */
export const parsePipeline = (text: string): Parsed<PipelineTree> =>
  parse(text, 'pipeline', ({ topNode }) => new TreeBuilder(text).pipeline(topNode));
