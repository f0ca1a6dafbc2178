/**
 * Places of the parts of a pipeline's text (design/pipelines.md §1): title, stages, rule references. Editing functions
 * (`pipeline-edits.ts`) change only these places, so that comments and formatting survive.
 */
import type { StageMatch } from '../../api/contract/pipelines.js';

/** A stretch of the text; `to` is exclusive. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

export interface RuleReference extends Place {
  /** Raw text between the quotes: escapes are not decoded. */
  readonly name: string;
  /** The raw name, without its quotes. */
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
  /** The closing `end`. */
  readonly end: Place;
}

interface Token extends Place {
  readonly kind: 'word' | 'integer' | 'string' | 'semicolon' | 'other';
  readonly text: string;
}

const tokenPattern =
  /(?<gap>\s+|\/\/[^\n]*|\/\*[^]*?\*\/)|(?<word>[A-Za-z_][A-Za-z_0-9]*)|(?<integer>[+-]?\d+)|(?<string>"(?:\\[^]|[^"\\])*")|(?<semicolon>;)|(?<other>[^])/gy;

/** Tokens without white space and comments. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of source.matchAll(tokenPattern)) {
    const [text] = match;
    const found = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0] ?? 'other';
    if (found === 'gap') continue;
    tokens.push({ kind: found as Token['kind'], text, from: match.index, to: match.index + text.length });
  }
  return tokens;
}

/** The stretch between the quotes of a string token. */
const inside = ({ from, to }: Place): Place => ({ from: from + 1, to: to - 1 });

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(source: string) {
    this.#tokens = tokensOf(source);
  }

  /** Takes the next token when it has this kind and, for a word, this text in any case. */
  take(kind: Token['kind'], word?: string): Token | undefined {
    const token = this.#tokens[this.#at];
    if (!token || token.kind !== kind) return undefined;
    if (word !== undefined && token.text.toLowerCase() !== word) return undefined;
    this.#at += 1;
    return token;
  }

  get done(): boolean {
    return this.#at === this.#tokens.length;
  }
}

/** @returns undefined when the text is no pipeline by the grammar */
export function readPipeline(source: string): PipelineText | undefined {
  const reader = new Reader(source);
  const title = reader.take('word', 'pipeline') && reader.take('string');
  if (!title) return undefined;
  const stages: StageText[] = [];
  for (let keyword = reader.take('word', 'stage'); keyword; keyword = reader.take('word', 'stage')) {
    const stage = readStage(reader, keyword);
    if (!stage) return undefined;
    stages.push(stage);
  }
  const end = reader.take('word', 'end');
  if (!end || !reader.done || stages.length === 0) return undefined;
  const titlePlace = inside(title);
  return { title: source.slice(titlePlace.from, titlePlace.to), titlePlace, stages, end };
}

const matches: Readonly<Record<string, StageMatch>> = { all: 'ALL', either: 'EITHER', pass: 'PASS' };

function readStage(reader: Reader, keyword: Token): StageText | undefined {
  const number = reader.take('integer');
  if (!number || !reader.take('word', 'match')) return undefined;
  const matchWord = reader.take('word');
  const match = matches[matchWord?.text.toLowerCase() ?? ''];
  if (!matchWord || !match) return undefined;
  const rules: RuleReference[] = [];
  let to = matchWord.to;
  for (let start = reader.take('word', 'rule'); start; start = reader.take('word', 'rule')) {
    const name = reader.take('string');
    if (!name) return undefined;
    to = reader.take('semicolon')?.to ?? name.to;
    rules.push({ name: name.text.slice(1, -1), namePlace: inside(name), from: start.from, to });
  }
  return {
    stage: Number(number.text),
    match,
    numberPlace: number,
    matchPlace: matchWord,
    rules,
    from: keyword.from,
    to,
  };
}

/** The title that a rule's text gives itself; undefined when it does not begin as a rule. */
export function ruleTitleOf(source: string): string | undefined {
  const [keyword, name] = tokensOf(source);
  if (keyword?.kind !== 'word' || keyword.text.toLowerCase() !== 'rule' || name?.kind !== 'string') return undefined;
  return name.text.slice(1, -1);
}

/** Names stand raw between quotes, so that a quote, a backslash or a line break cannot be part of one. */
export const isRuleName = (name: string): boolean => name.trim() !== '' && !/["\\\n\r]/.test(name);
