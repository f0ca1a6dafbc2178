/**
 * Edits of a pipeline's source that preserve everything else: comments, blank lines and indentation. An edit returns
 * the new text. It returns undefined when the text is no pipeline, or does not have the stage or the rule to move.
 */
import type { StageMatch } from '../../api/contract/pipelines.js';
import { readPipeline, type PipelineText, type Place, type StageText } from './pipeline-text.js';

export interface StageChange {
  readonly stage: number;
  readonly match: StageMatch;
  /** Names of the stage's rules in the order in which the source lists them. */
  readonly rules: readonly string[];
}

const indentation = '  ';
const newReference = (name: string): string => `\n${indentation}rule "${name}";`;
const stageLine = ({ stage, match }: Pick<StageChange, 'stage' | 'match'>): string =>
  `stage ${stage} match ${match.toLowerCase()}`;

/** Returns the source of a new pipeline with one empty stage (screens/administration.md E1). */
export const newPipelineSource = (title: string): string =>
  `pipeline "${title}"\n${stageLine({ stage: 0, match: 'EITHER' })}\nend\n`;

const spliced = (source: string, { from, to }: Place, text: string): string =>
  source.slice(0, from) + text + source.slice(to);

export function renamePipeline(source: string, title: string): string | undefined {
  const pipeline = readPipeline(source);
  return pipeline && spliced(source, pipeline.titlePlace, title);
}

/** Renames a rule in all stages that refer to it. Returns the same text if no stage refers to it. */
export function renameRule(source: string, before: string, after: string): string | undefined {
  const pipeline = readPipeline(source);
  if (!pipeline) return undefined;
  const places = pipeline.stages.flatMap(({ rules }) => rules.filter(({ name }) => name === before));
  return places.reduceRight((text, { namePlace }) => spliced(text, namePlace, after), source);
}

/** Adds a stage before the first stage with a higher number, otherwise at the end. */
export function addStage(source: string, change: StageChange): string | undefined {
  const pipeline = readPipeline(source);
  if (!pipeline) return undefined;
  const text = `${stageLine(change)}${change.rules.map(newReference).join('')}\n`;
  const next = pipeline.stages.find(({ stage }) => stage > change.stage);
  const at = next ? blockStart(source, next.from) : lineStart(source, pipeline.end.from);
  const before = at > 0 && source[at - 1] !== '\n' ? '\n' : '';
  return spliced(source, { from: at, to: at }, before + text);
}

/** Removes a stage with the comments within it, in the line of its end, and in the lines directly above it. */
export function removeStage(source: string, number: number): string | undefined {
  const pipeline = readPipeline(source);
  const stage = pipeline && stageOf(pipeline, number);
  if (!stage) return undefined;
  const from = blockStart(source, stage.from);
  return spliced(source, { from, to: afterLine(source, stage.to) }, '');
}

/** Changes number, match mode and rules of a stage. The comments beside and above the rules that stay are kept. */
export function changeStage(source: string, number: number, change: StageChange): string | undefined {
  const pipeline = readPipeline(source);
  const stage = pipeline && stageOf(pipeline, number);
  if (!stage) return undefined;
  const { head, chunks } = chunksOf(source, stage);
  const left = [...chunks];
  const body = change.rules.map((name) => {
    const at = left.findIndex((chunk) => chunk.name === name);
    return at < 0 ? newReference(name) : (left.splice(at, 1)[0]?.text ?? '');
  });
  const end = chunks.at(-1)?.to ?? head.to;
  const changed = withHead(source.slice(head.from, head.to), stage, change);
  return spliced(source, { from: head.from, to: end }, changed + body.join(''));
}

/** Move of a rule from one place in a pipeline to another. */
export interface RuleMoveEdit {
  readonly name: string;
  /** Index of the rule in its stage; absent: the first rule with the name is moved. */
  readonly at?: number;
  /** Number of the stage that the rule leaves. */
  readonly from: number;
  /** Number of the stage that the rule enters. */
  readonly to: number;
  /** Position that the rule gets in stage `to`: its index among the other rules of that stage. */
  readonly index: number;
}

/** Moves a rule with its comments to a position in its own stage or in another stage. */
export function moveRule(source: string, { name, at: own, from, to, index }: RuleMoveEdit): string | undefined {
  const pipeline = readPipeline(source);
  const start = pipeline && stageOf(pipeline, from);
  const target = pipeline && stageOf(pipeline, to);
  if (!start || !target) return undefined;
  const { chunks } = chunksOf(source, start);
  const named = own === undefined ? undefined : chunks[own];
  const chunk = named?.name === name ? named : chunks.find((one) => one.name === name);
  if (!chunk) return undefined;
  const others = chunksOf(source, target);
  const kept = others.chunks.filter((one) => one !== chunk && !(from === to && one.from === chunk.from));
  const previous = index <= 0 ? undefined : kept[Math.min(index, kept.length) - 1];
  const at = previous?.to ?? others.head.to;
  // The edit further back in the text is made first, so that the position of the other edit stays valid.
  const edits = [
    { from: chunk.from, to: chunk.to, text: '' },
    { from: at, to: at, text: chunk.text },
  ].sort((one, other) => other.from - one.from || other.to - one.to);
  return edits.reduce((text, edit) => spliced(text, edit, edit.text), source);
}

/**
 * Moves a stage with its comments among the other stages. The numbers do not move: the stages get the same numbers in
 * their new order, for example 0, 5, 10 before and after the move.
 * @param index new index of the stage among the stages in ascending order of their numbers
 */
export function moveStage(source: string, number: number, index: number): string | undefined {
  const stages = readPipeline(source)?.stages.toSorted((one, other) => one.stage - other.stage) ?? [];
  const at = stages.findIndex(({ stage }) => stage === number);
  const moved = stages[at];
  if (!moved) return undefined;
  const order = stages.toSpliced(at, 1).toSpliced(index, 0, moved);
  const edits = stages.map((slot, place) => {
    const own = order[place] ?? slot;
    const block = blockOf(source, own);
    const head = { from: own.numberPlace.from - block.from, to: own.numberPlace.to - block.from };
    const text = spliced(source.slice(block.from, block.to), head, String(slot.stage));
    const room = blockOf(source, slot);
    // A line comment at the end of a block would comment out the text that follows at the block's new position.
    const endsInComment = /\/\/[^\n]*$/.test(text) && /^[^\n]*\S/.test(source.slice(room.to));
    return { ...room, text: endsInComment ? `${text}\n` : text };
  });
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, edit) => spliced(text, edit, edit.text), source);
}

/** Returns the place of a stage with the comment lines directly above it and the comment in the line of its end. */
const blockOf = (source: string, { from, to }: Place): Place => ({
  from: blockStart(source, from),
  to: endOfPart(source, to),
});

const stageOf = ({ stages }: PipelineText, number: number): StageText | undefined =>
  stages.find(({ stage }) => stage === number);

interface Chunk extends Place {
  readonly name: string;
  readonly text: string;
}

/** Splits a stage into its first line and one chunk per rule. Every chunk includes the comments of its rule. */
function chunksOf(source: string, stage: StageText): { readonly head: Place; readonly chunks: readonly Chunk[] } {
  const headEnd = endOfPart(source, stage.matchPlace.to);
  let from = headEnd;
  const chunks = stage.rules.map((rule) => {
    const to = endOfPart(source, rule.to);
    const chunk = { name: rule.name, text: source.slice(from, to), from, to };
    from = to;
    return chunk;
  });
  return { head: { from: stage.from, to: headEnd }, chunks };
}

function withHead(head: string, stage: StageText, change: StageChange): string {
  const shifted = ({ from, to }: Place): Place => ({ from: from - stage.from, to: to - stage.from });
  const matched =
    stage.match === change.match ? head : spliced(head, shifted(stage.matchPlace), change.match.toLowerCase());
  return stage.stage === change.stage ? matched : spliced(matched, shifted(stage.numberPlace), String(change.stage));
}

/**
 * Returns the end of the line's comment if nothing but comments follows the position, otherwise the position itself.
 */
function endOfPart(source: string, at: number): number {
  const newline = source.indexOf('\n', at);
  const end = newline < 0 ? source.length : newline;
  const rest = source.slice(at, end);
  const isGap = /^(?:\s|\/\/.*|\/\*.*?\*\/)*$/.test(rest);
  return isGap ? at + rest.trimEnd().length : at;
}

const lineStart = (source: string, at: number): number => {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  return source.slice(start, at).trim() === '' ? start : at;
};

/** Returns the start of a position's line, or the start of the first of the comment lines directly above this line. */
function blockStart(source: string, at: number): number {
  let start = lineStart(source, at);
  while (start > 0 && source[start - 1] === '\n') {
    const above = source.lastIndexOf('\n', start - 2) + 1;
    if (!/^\s*(\/\/.*|\/\*.*\*\/\s*)$/.test(source.slice(above, start - 1))) break;
    start = above;
  }
  return start;
}

/**
 * Returns the offset after the line break if nothing but comments follows in the line, otherwise the end of the part.
 */
function afterLine(source: string, at: number): number {
  const end = endOfPart(source, at);
  const rest = /^[ \t]*\r?\n/.exec(source.slice(end));
  return end + (rest?.[0].length ?? 0);
}
