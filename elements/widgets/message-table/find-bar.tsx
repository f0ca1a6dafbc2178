import { makeStyles } from '@griffel/react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { tokens, type } from '../../kit/tokens.js';
import type { FieldType, MessageTableConfig, ResultMessage } from '../faces.js';
import { formatNumber } from '../visualizations/number-format.js';
import type { FindKey, FindState } from './message-list.js';
import { matchFrom, useFind } from './use-find.js';
import { tableTexts } from './table-texts.js';

export interface FindBarProps {
  readonly messages: readonly ResultMessage[];
  readonly config: MessageTableConfig;
  readonly fieldTypes: readonly FieldType[] | undefined;
  /** The last key of the list that meant find; `at`: the message that was focused. */
  readonly asked: { readonly key: FindKey; readonly at?: number | undefined };
  readonly onFound: (found: FindState) => void;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  bar: { display: 'inline-flex', alignItems: 'center', gap: '2px', minWidth: 0, fontWeight: 400 },
  box: { width: '280px', minWidth: '120px', '@container widget (max-width: 479.98px)': { width: '150px' } },
  count: { color: tokens.text.tertiary, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', ...type.caption },
});

/** Finds in the messages that are loaded, marks what it finds and steps from message to message. */
export function FindBar({ messages, config, fieldTypes, asked, onFound, onClose }: FindBarProps) {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const input = useRef<HTMLInputElement>(null);
  const back = useRef<Element | null>(null);
  const [needle, setNeedle] = useState('');
  const found = useFind({ messages, config, fieldTypes, zone: timezone, needle });
  const { matches, pattern, done } = found;
  // The message, not its place among the matches: those still grow.
  const [at, setAt] = useState<number>();
  const current = at !== undefined && matches.includes(at) ? at : undefined;
  const first = matches[0];

  const go = (step: 1 | -1) => {
    if (matches.length === 0) return;
    const position = current === undefined ? matchFrom(matches, asked.at ?? 0) : matches.indexOf(current) + step;
    setAt(matches[(position + matches.length) % matches.length]);
  };
  const close = () => {
    onClose();
    if (back.current instanceof HTMLElement && back.current.isConnected) back.current.focus({ preventScroll: true });
  };

  useEffect(() => {
    const root = input.current?.getRootNode() as Document | ShadowRoot | undefined;
    const focused = root?.activeElement ?? null;
    if (focused !== input.current) back.current = focused;
    if (asked.key === 'open') {
      input.current?.focus();
      input.current?.select();
    } else if (asked.key === 'next') go(1);
    else if (asked.key === 'previous') go(-1);
    // One key press, one step.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  // Typing goes to the first match from where the person was.
  useEffect(() => {
    if (current !== undefined || first === undefined) return;
    setAt(matches[matchFrom(matches, at ?? asked.at ?? 0)]);
    // While more are found the place stays.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pattern, first]);
  useEffect(() => onFound({ pattern, current }), [onFound, pattern, current]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const position = current === undefined ? 0 : matchFrom(matches, current) + 1;
  return (
    <span role="search" aria-label={tableTexts.findInMessages} className={styles.bar}>
      <Input
        ref={input}
        size="small"
        className={styles.box}
        aria-label={tableTexts.findInMessages}
        placeholder={tableTexts.findPlaceholder}
        value={needle}
        onChange={setNeedle}
        onKeyDown={onKeyDown}
        after={
          <span role="status" className={styles.count}>
            {pattern &&
              (matches.length === 0 ? done && tableTexts.findNone : countText(position, matches.length, done))}
          </span>
        }
      />
      <IconButton
        size="small"
        quiet
        label={tableTexts.findPrevious}
        icon={<ChevronUpIcon />}
        disabled={matches.length === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        size="small"
        quiet
        label={tableTexts.findNext}
        icon={<ChevronDownIcon />}
        disabled={matches.length === 0}
        onClick={() => go(1)}
      />
      <IconButton size="small" quiet label={tableTexts.findClose} icon={<CloseIcon />} onClick={close} />
    </span>
  );
}

function countText(position: number, count: number, done: boolean): string {
  const text = tableTexts.findCount(formatNumber(position), formatNumber(count));
  return done ? text : tableTexts.findCounting(text);
}
