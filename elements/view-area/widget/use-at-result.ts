import { useState } from 'react';

/**
 * Returns the value that was given when the shown result arrived: a new search has begun with other values while the
 * result of the search before it is still shown.
 * @param result shown result, which is another object after each search
 */
export function useAtResult<Value>(result: object | undefined, value: Value): Value {
  const [kept, setKept] = useState({ result, value });
  if (kept.result === result) return kept.value;
  setKept({ result, value });
  return value;
}
