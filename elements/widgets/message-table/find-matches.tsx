import { useEffect, useEffectEvent, useState } from 'react';
import { useHostElement } from '../../element/host-context.js';
import type { FieldType, MessageTableConfig, ResultMessage } from '../faces.js';
import type { AskedFind } from './find-bar.js';
import type { FindState } from './message-list.js';
import { matchFrom, useFind } from './use-find.js';

/** Matches found so far, and the position of the search. */
export interface Matches extends FindState {
  /** Position of the current match, from 1; 0: no current match. */
  readonly position: number;
  readonly count: number;
  readonly done: boolean;
}

export interface FindMatchesProps {
  readonly messages: readonly ResultMessage[];
  readonly config: MessageTableConfig;
  readonly fieldTypes: readonly FieldType[] | undefined;
  readonly needle: string;
  /** The last step asked for; a new object each time. */
  readonly step: AskedFind | undefined;
  readonly onMatches: (matches: Matches) => void;
}

/** Looks through the loaded messages and keeps the place among the matches. Shows nothing. */
export function FindMatches({ messages, config, fieldTypes, needle, step, onMatches }: FindMatchesProps) {
  const { timezone } = useHostElement();
  const { matches, pattern, done } = useFind({ messages, config, fieldTypes, zone: timezone, needle });
  // The message, not its place among the matches: those still grow.
  const [at, setAt] = useState<number>();
  const current = at !== undefined && matches.includes(at) ? at : undefined;
  const first = matches[0];
  const from = step?.at ?? 0;

  // One key press, one step; matches that come later are none.
  const go = useEffectEvent((by: 1 | -1) => {
    if (matches.length === 0) return;
    const position = current === undefined ? matchFrom(matches, from) : matches.indexOf(current) + by;
    setAt(matches[(position + matches.length) % matches.length]);
  });
  useEffect(() => {
    if (step?.key === 'next') go(1);
    else if (step?.key === 'previous') go(-1);
  }, [step]);
  // Typing goes to the first match from where the person was; while more are found the place stays.
  const begin = useEffectEvent(() => {
    if (current === undefined) setAt(matches[matchFrom(matches, at ?? from)]);
  });
  useEffect(() => {
    if (first !== undefined) begin();
  }, [pattern, first]);
  const position = current === undefined ? 0 : matchFrom(matches, current) + 1;
  const count = matches.length;
  useEffect(() => {
    onMatches({ pattern, current, position, count, done });
  }, [onMatches, pattern, current, position, count, done]);
  return null;
}
