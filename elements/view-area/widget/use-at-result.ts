import { useState } from 'react';

/**
 * Returns the value that was given when the shown result arrived. While a new search is running, `value` may already
 * belong to the new search, although the result of the previous search is still shown.
 * @param result shown result, which is another object after each search
 */
export function useAtResult<Value>(result: object | undefined, value: Value): Value {
  const [kept, setKept] = useState({ result, value });
  if (kept.result === result) return kept.value;
  setKept({ result, value });
  return value;
}
