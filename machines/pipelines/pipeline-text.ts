/**
 * Finds the positions of title, stages and rule references in a pipeline's source. Edits (`pipeline-edits.ts`) change
 * only the text at these positions, so that comments and formatting are kept.
 */
import type { StageMatch } from '../../api/contract/pipelines.js';
import { parsePipeline, type StageTree } from '../../api/pipeline-language/index.js';

/** Place in the text as offsets in UTF-16 units; `to` is exclusive. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

interface RuleReference extends Place {
  /** Name as it is written between the quotes, with its escape sequences. */
  readonly name: string;
  /** Place of the name without its quotes. */
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
  /** Title as it is written between the quotes, with its escape sequences. */
  readonly title: string;
  readonly titlePlace: Place;
  readonly stages: readonly StageText[];
  /** Place of the word `end` that closes the pipeline. */
  readonly end: Place;
}

/** Returns the place of a string without its quotes. */
const inside = ({ from, to }: Place): Place => ({ from: from + 1, to: to - 1 });

/** Finds the parts of a pipeline; returns undefined when the text is no pipeline. */
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
 * Tells whether a text can be the name of a rule. Names are written unescaped between quotes, so that they cannot
 * contain a quote, a backslash or a line break.
 */
export const isRuleName = (name: string): boolean => name.trim() !== '' && !/["\\\n\r]/.test(name);
