import { NotFound } from '../failures.js';

/** The answer; where the server knows no such thing, this instead. */
export async function unlessMissing<T, I>(answer: Promise<T>, instead: I): Promise<T | I> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFound) return instead;
    throw error;
  }
}
