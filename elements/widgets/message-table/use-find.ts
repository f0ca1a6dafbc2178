import { useEffect, useMemo, useState } from 'react';
import { isLevelField } from '../../../api/level-field.js';
import type { FieldType, MessageTableConfig, ResultMessage } from '../faces.js';
import { findPattern } from '../values/find.js';
import { levelLabel } from '../values/level.js';
import { ownValue } from '../values/own-value.js';
import { displayText } from '../values/value-text.js';
import { messageField } from './columns.js';

export interface Found {
  readonly pattern: RegExp | undefined;
  /** Ascending indices of the matching messages; the list grows during the search. */
  readonly matches: readonly number[];
  readonly done: boolean;
}

export interface FindInput {
  readonly messages: readonly ResultMessage[];
  readonly config: MessageTableConfig;
  readonly fieldTypes: readonly FieldType[] | undefined;
  readonly zone: string;
  readonly needle: string;
}

/** Duration in ms of a slice of work; between the slices the page can react to the user. */
const turnMs = 8;
/** Maximum number of characters of a value that are searched; a value of 20 MB would block the page. */
const textLimit = 100_000;

const nothing: Found = { pattern: undefined, matches: [], done: true };

/** Searches a text in the displayed columns and message texts, in slices; returns the matches that are found so far. */
export function useFind({ messages, config, fieldTypes, zone, needle }: FindInput): Found {
  const pattern = useMemo(() => findPattern(needle), [needle]);
  const [found, setFound] = useState<Found>(nothing);
  const textsOf = useMemo(() => {
    const types = new Map(fieldTypes?.map((one) => [one.name, one.type.type]));
    const fields = [...new Set([...config.fields, ...(config.show_message_row ? [messageField] : [])])];
    return (message: ResultMessage): string[] =>
      fields.map((field) => {
        const value = ownValue(message.message, field);
        if (isLevelField(field)) return levelLabel(value ?? '');
        const type = types.get(field) ?? (field === 'timestamp' ? 'date' : undefined);
        const text = displayText(value, type, zone);
        return text.length > textLimit ? text.slice(0, textLimit) : text;
      });
  }, [config.fields, config.show_message_row, fieldTypes, zone]);

  useEffect(() => {
    if (!pattern) {
      setFound(nothing);
      return;
    }
    const matches: number[] = [];
    let next = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = () => {
      const until = performance.now() + turnMs;
      while (next < messages.length && performance.now() < until) {
        for (const end = Math.min(messages.length, next + 50); next < end; next++) {
          const message = messages[next];
          if (message && textsOf(message).some((text) => text.search(pattern) >= 0)) matches.push(next);
        }
      }
      const done = next >= messages.length;
      setFound({ pattern, matches: done ? matches : [...matches], done });
      if (!done) timer = setTimeout(turn);
    };
    turn();
    return () => clearTimeout(timer);
  }, [pattern, messages, textsOf]);
  return pattern ? found : nothing;
}

/**
 * Returns the position in `matches` of the first match at or after the message `index`; 0 when there is no such match.
 */
export function matchFrom(matches: readonly number[], index: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low < matches.length ? low : 0;
}
