/**
 * Measures a search right after a start and in steady use, with the same rounds for this server and for another one.
 */
import type { Answer } from './answers.js';

export interface Asked {
  readonly ms: number;
  readonly answer: Answer;
}
export interface Timed {
  readonly firstMs: number;
  readonly againMs: number;
  /** Processor time of the server for one search in steady use, in milliseconds. */
  readonly cpuMs: number;
  readonly answer: Answer;
}

/**
 * Number of uncounted rounds at the start, because virtual machines optimise code after many runs, Java's after a
 * hundred short searches.
 */
const warmUpRounds = 150;
/** Time limit of the warm-up rounds in milliseconds: code of long searches is optimised within this time. */
const mostWarmUpMs = 20_000;
const rounds = 25;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Measures all rounds of a search.
 * @param ask runs the search once on a recently started process and returns duration and response
 * @param cpuMs returns the processor time that the server has used since its start, in milliseconds
 */
export async function time(
  ask: () => Promise<Asked>,
  cpuMs: () => number | Promise<number>,
  warmUpMs = mostWarmUpMs,
): Promise<Timed> {
  const first = await ask();
  let warmedMs = 0;
  for (let round = 0; round < warmUpRounds && warmedMs < warmUpMs; round += 1) warmedMs += (await ask()).ms;
  const again: number[] = [];
  const before = await cpuMs();
  for (let round = 0; round < rounds; round += 1) again.push((await ask()).ms);
  const used = (await cpuMs()) - before;
  return { firstMs: first.ms, againMs: median(again), cpuMs: used / rounds, answer: first.answer };
}
