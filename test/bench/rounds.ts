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

/** Code is made fast when it has run often, that of a Java machine after a hundred short searches: these are not counted. */
const warmUpRounds = 150;
/** Searches that take long run their loops often enough by themselves. */
const mostWarmUpMs = 20_000;
const rounds = 25;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** @param ask of a process that was just started; its answer is that of the first time */
export async function time(ask: () => Promise<Asked>, warmUpMs = mostWarmUpMs): Promise<Timed> {
  const first = await ask();
  let warmedMs = 0;
  for (let round = 0; round < warmUpRounds && warmedMs < warmUpMs; round += 1) warmedMs += (await ask()).ms;
  const again: number[] = [];
  for (let round = 0; round < rounds; round += 1) again.push((await ask()).ms);
  return { firstMs: first.ms, againMs: median(again), answer: first.answer };
}
