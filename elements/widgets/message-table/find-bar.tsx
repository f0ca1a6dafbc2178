import { makeStyles } from '@griffel/react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import { tokens, type } from '../../kit/tokens.js';
import { formatNumber } from '../values/number-format.js';
import type { FindMatchesProps, Matches } from './find-matches.js';
import type { FindKey } from './find-key.js';
import type { FindState } from './message-list.js';
import { narrow } from './message-table-styles.js';
import { tableTexts } from './table-texts.js';
import { rootOf } from '../../kit/root-of.js';
import type { TypedAhead } from '../../kit/typed-ahead.js';

const FindMatches = lazyPart(() => import('./find-matches.js'), 'FindMatches');

/** Key that opens the bar or steps to a match; each key press creates an object. `at`: index of the focused message. */
export interface FindRequest {
  readonly key: FindKey;
  readonly at?: number | undefined;
}

export interface FindBarProps extends Pick<FindMatchesProps, 'messages' | 'config' | 'fieldTypes'> {
  /** Latest request that the user has made in the list. */
  readonly request: FindRequest;
  /** Buffer of the keys that the user has pressed before the input had the focus. */
  readonly typed: TypedAhead;
  readonly onFound: (found: FindState) => void;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  bar: { display: 'inline-flex', alignItems: 'center', gap: '2px', minWidth: 0, fontWeight: 400 },
  box: { width: '280px', minWidth: '120px', [narrow]: { width: '150px' } },
  count: { color: tokens.text.tertiary, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', ...type.caption },
});

/**
 * Renders a bar that finds text in the loaded messages, marks the matches and steps between messages. It is loaded when
 * it is opened; the code that searches is loaded after it.
 */
export function FindBar({ request, typed, onFound, onClose, ...searched }: FindBarProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const back = useRef<Element | null>(null);
  const [needle, setNeedle] = useState(typed.text);
  const [found, setFound] = useState<Matches>();
  const [step, setStep] = useState<FindRequest>();

  // A layout effect moves the focus before the next key press.
  useLayoutEffect(() => {
    const root = rootOf(input.current);
    const focused = root?.activeElement ?? null;
    if (focused !== input.current) back.current = focused;
    if (request.key === 'open') {
      if (!typed.hasLeft()) input.current?.focus();
      const ahead = typed.end();
      if (ahead) setNeedle(ahead);
      else input.current?.select();
    }
  }, [request, typed]);
  const go = (key: FindKey) => setStep({ key, at: request.at });
  const { pattern, current } = found ?? {};
  useEffect(() => {
    onFound({ pattern, current });
  }, [onFound, pattern, current]);
  // Each request of the list becomes the next step of `FindMatches`.
  useEffect(() => {
    setStep(request);
  }, [request]);

  const close = () => {
    const widget = input.current?.closest('section');
    onClose();
    const rowAt = (selector: string) => widget?.querySelector<HTMLElement>(`[data-row]${selector}`) ?? undefined;
    // The row of the current match gets the focus. Without a match, or if its row is not mounted, the element that had
    // the focus before gets it, or, if that is not mounted either, the row in the tab order. The body is the active
    // element of a document in which no element has the focus.
    const isKept = back.current?.isConnected && back.current !== document.body;
    // Cast: an element of the console that can have the focus is an HTML element.
    const before = isKept ? (back.current as HTMLElement) : undefined;
    const match = current === undefined ? undefined : rowAt(`[data-row="${current}"]`);
    (match ?? before ?? rowAt('[tabindex="0"]'))?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const none = (found?.count ?? 0) === 0;
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
            {found?.pattern && (none ? found.done && tableTexts.findNone : countText(found))}
          </span>
        }
      />
      <IconButton
        size="small"
        quiet
        label={tableTexts.findPrevious}
        icon={<ChevronUpIcon />}
        disabled={none}
        onClick={() => go('previous')}
      />
      <IconButton
        size="small"
        quiet
        label={tableTexts.findNext}
        icon={<ChevronDownIcon />}
        disabled={none}
        onClick={() => go('next')}
      />
      <IconButton size="small" quiet label={tableTexts.findClose} icon={<CloseIcon />} onClick={close} />
      <Part>
        <FindMatches {...searched} needle={needle} step={step} onMatches={setFound} />
      </Part>
    </span>
  );
}

function countText({ position, count, done }: Matches): string {
  const text = tableTexts.findCount(formatNumber(position), formatNumber(count));
  return done ? text : tableTexts.findCounting(text);
}
