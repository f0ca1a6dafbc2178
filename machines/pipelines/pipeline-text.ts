/**
 * Positions of the parts in a pipeline's source (design/pipelines.md §1): title, stages, rule references. Edits
 * (`pipeline-edits.ts`) change only these positions, so that comments and formatting survive.
 */
import type { StageMatch } from '../../api/contract/pipelines.js';
import { parsePipeline, type StageTree } from '../../api/pipeline-language/index.js';

/** Part of the text; `to` is exclusive. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

interface RuleReference extends Place {
  /** Raw text between the quotes: escapes are not decoded. */
  readonly name: string;
  /** Position of the raw name without its quotes. */
  readonly namePlace: Place;
}

export interface StageText extends Place {
  readonly stage: number;
  readonly match: StageMatch;
  readonly numberPlace: Place;
  readonly matchPlace: Place;
  readonly rules: readonly RuleReference[];
}

export interface PipelineText {
  /** Raw text between the quotes. */
  readonly title: string;
  readonly titlePlace: Place;
  readonly stages: readonly StageText[];
  /** Position of the closing `end`. */
  readonly end: Place;
}

/** Returns the part between the quotes of a string. */
const inside = ({ from, to }: Place): Place => ({ from: from + 1, to: to - 1 });

/** @returns undefined when the text is no pipeline */
export function readPipeline(source: string): PipelineText | undefined {
  const { tree } = { tree: undefined, ...parsePipeline(source) };
  return (
    tree && {
      title: tree.name,
      titlePlace: inside(tree.nameAt),
      stages: tree.stages.map(stageText),
      end: tree.endAt,
    }
  );
}

const stageText = ({ number, numberAt, match, matchAt, rules, from, to }: StageTree): StageText => ({
  stage: number,
  match: match.toUpperCase() as StageMatch,
  numberPlace: numberAt,
  matchPlace: matchAt,
  rules: rules.map((rule) => ({ name: rule.name, namePlace: inside(rule.nameAt), from: rule.from, to: rule.to })),
  from,
  to,
});

/**
 * Tells whether a rule name is valid: names are written unescaped between quotes, so they cannot contain a quote, a
 * backslash or a line break.
 */
export const isRuleName = (name: string): boolean => name.trim() !== '' && !/["\\\n\r]/.test(name);
