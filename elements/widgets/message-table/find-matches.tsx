import { useEffect, useEffectEvent, useState } from 'react';
import { useHostElement } from '../../element/host-context.js';
import type { FieldType, MessageTableConfig, ResultMessage } from '../faces.js';
import type { FindRequest } from './find-bar.js';
import type { FindState } from './message-list.js';
import { matchFrom, useFind } from './use-find.js';

/** Matches found so far, and the current match. */
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
  /** Latest requested step; each key press creates a new object. */
  readonly step: FindRequest | undefined;
  readonly onMatches: (matches: Matches) => void;
}

/** Searches the loaded messages and keeps track of the current match. Renders nothing. */
export function FindMatches({ messages, config, fieldTypes, needle, step, onMatches }: FindMatchesProps) {
  const { timezone } = useHostElement();
  const { matches, pattern, done } = useFind({ messages, config, fieldTypes, zone: timezone, needle });
  // Index of the message with the current match; an index into the matches would change while matches are being added.
  const [at, setAt] = useState<number>();
  const current = at !== undefined && matches.includes(at) ? at : undefined;
  const first = matches[0];
  const from = step?.at ?? 0;

  // Each key press moves by one match; matches that are found later do not move the current match.
  const go = useEffectEvent((by: 1 | -1) => {
    if (matches.length === 0) return;
    const position = current === undefined ? matchFrom(matches, from) : matches.indexOf(current) + by;
    setAt(matches[(position + matches.length) % matches.length]);
  });
  useEffect(() => {
    if (step?.key === 'next') go(1);
    else if (step?.key === 'previous') go(-1);
  }, [step]);
  // A new text selects the first match from the starting row on; this match stays current while more matches are found.
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
