/**
 * Finds the error that all widgets of a page have in common, such as the error of an invalid query. The server returns
 * this error for each widget, but a page shows and reports it once.
 */
import type { Parts } from './parts.js';
import { errorsOf, searchTypesOf, type ExecutionRequest, type ShownResult } from './results.js';

interface Answers {
  readonly parts: Parts;
  readonly request: ExecutionRequest | undefined;
  readonly shown: ShownResult | undefined;
}

/** Returns the latest answer of each widget that has an answer and at least one search type. */
function answersOf({ parts, request, shown }: Answers): readonly (readonly [string, ShownResult])[] {
  const all: [string, ShownResult][] = request?.apart
    ? Object.entries(parts).flatMap(([id, part]): [string, ShownResult][] =>
        part.queryId === request.queryId && part.status === 'shown' && part.shown ? [[id, part.shown]] : [],
      )
    : Object.keys(shown?.widgetMapping ?? {}).flatMap((id): [string, ShownResult][] => (shown ? [[id, shown]] : []));
  return all.filter(([id, answer]) => searchTypesOf(answer, id).length > 0);
}

/**
 * Returns the description of the error that all answered widgets have, if there are at least two. Returns null if there
 * is no such error, and undefined if the answers do not suffice to decide.
 *
 * @param running true while further widgets of the page are executed
 */
export function sharedError(answers: Answers, running: boolean): string | null | undefined {
  const [first, ...others] = answersOf(answers).map(([id, answer]) =>
    errorsOf(answer, id).map(({ description }) => description),
  );
  if (!first) return undefined;
  const shared = first.find((description) => others.every((errors) => errors.includes(description)));
  if (shared === undefined) return null;
  if (others.length > 0) return shared;
  return running ? undefined : null;
}
