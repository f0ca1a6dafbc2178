/** Measures a search right after a start and in steady use, with the same rounds for this server and for an OpenSearch. */
import type { Answer } from './answers.js';

export interface Asked {
  readonly ms: number;
  readonly answer: Answer;
}
export interface Timed {
  readonly firstMs: number;
  readonly againMs: number;
  readonly answer: Answer;
}

/**
 * Number of uncounted rounds at the start, because virtual machines optimise code after many runs, Java's after a
 * hundred short searches.
 */
const warmUpRounds = 150;
/** Time limit of these rounds in milliseconds: long searches run their loops often enough. */
const mostWarmUpMs = 20_000;
const rounds = 25;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Measures all rounds of a search. @param ask runs the search once on a recently started process and returns duration and response */
export async function time(ask: () => Promise<Asked>, warmUpMs = mostWarmUpMs): Promise<Timed> {
  const first = await ask();
  let warmedMs = 0;
  for (let round = 0; round < warmUpRounds && warmedMs < warmUpMs; round += 1) warmedMs += (await ask()).ms;
  const again: number[] = [];
  for (let round = 0; round < rounds; round += 1) again.push((await ask()).ms);
  return { firstMs: first.ms, againMs: median(again), answer: first.answer };
}
