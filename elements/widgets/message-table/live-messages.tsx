import { makeStyles, mergeClasses } from '@griffel/react';
import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { fromPromise } from 'xstate';
import type { MessagesResult } from '../../../api/contract/searches.js';
import { reasonOf } from '../../../api/failures.js';
import { liveTailMachine, mostMessages } from '../../../machines/live-tail/machine.js';
import type { TailRequest } from '../../../machines/live-tail/sample.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { LiveIcon, PauseIcon, PlayIcon, SortDescendingIcon } from '../../kit/icons.js';
import { tokens, type } from '../../kit/tokens.js';
import type { LiveTailSource, ResultMessage } from '../faces.js';
import { formatInstant } from '../time/format-instant.js';
import { formatNumber } from '../values/number-format.js';
import { GapLine } from './gap-line.js';
import { MessageList } from './message-list.js';
import type { ListProps } from './message-table-widget.js';
import { laterTableTexts } from './later-table-texts.js';
import { tableTexts } from './table-texts.js';

export interface LiveMessagesProps {
  readonly list: ListProps;
  readonly source: LiveTailSource;
  /** Tools of the list, for a widget without a header; otherwise false. */
  readonly tools: ReactNode;
  readonly selectionBar: ReactNode;
  /** Called with the listed messages, so that the find bar searches them. */
  readonly onListed: (messages: readonly ResultMessage[]) => void;
  /** True once the live tail was stopped; the messages that it has collected stay in the list. */
  readonly stopped: boolean;
  /** Called with false to stop the live tail, and with true to continue a stopped live tail. */
  readonly onRuns: (runs: boolean) => void;
  /** Called to leave the live tail and return to the results of the search. */
  readonly onLeave: () => void;
}

const useStyles = makeStyles({
  list: { position: 'relative', display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  news: {
    position: 'absolute',
    bottom: '12px',
    left: '50%',
    transform: 'translateX(-50%)',
    zIndex: 4,
    borderRadius: '14px',
    boxShadow: tokens.shadow.float,
  },
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '32px',
    flexShrink: 0,
    paddingLeft: '12px',
    paddingRight: '8px',
    borderTop: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.tertiary,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    ...type.caption,
  },
  state: { display: 'inline-flex', alignItems: 'center', gap: '6px', fontWeight: 600, color: tokens.text.primary },
  dot: { width: '8px', height: '8px', borderRadius: '50%', backgroundColor: tokens.text.tertiary },
  on: {
    backgroundColor: tokens.status.success.icon,
    animationName: { '50%': { opacity: 0.35 } },
    animationDuration: '2s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  warning: { color: tokens.status.warning.text },
  danger: { color: tokens.status.danger.text, overflow: 'hidden', textOverflow: 'ellipsis' },
  wide: { '@container widget (max-width: 599.98px)': { display: 'none' } },
  gap: { flexGrow: 1 },
});

/**
 * Renders the list of the live tail: the oldest message is first and new messages are appended. The list scrolls to new
 * messages only while it is scrolled to its end.
 */
export function LiveMessages(props: LiveMessagesProps) {
  const { source } = props;
  const machine = useMemo(
    () =>
      liveTailMachine.provide({
        actors: {
          sample: fromPromise<MessagesResult, TailRequest>(({ input, signal }) => source.sample(input, signal)),
        },
      }),
    [source],
  );
  // A new search starts a new live tail.
  const [known, setKnown] = useState({ machine, key: 0 });
  if (known.machine !== machine) setKnown({ machine, key: known.key + 1 });
  // The newest rows and the controls are at the lower end of the widget, so that end is scrolled into view.
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void bar.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return <Tail key={known.key} {...props} machine={machine} bar={bar} />;
}

interface TailProps extends LiveMessagesProps {
  readonly machine: typeof liveTailMachine;
  readonly bar: RefObject<HTMLDivElement | null>;
}

function Tail(props: TailProps) {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const { onListed, stopped } = props;
  const [state, send] = useMachine(props.machine, { input: { hidden: document.hidden } });
  const { tail, failure, paused, reading } = state.context;
  const { messages, gaps, arrived, leftOut, sampledAt } = tail;
  const above = (key: string): ReactNode => {
    const gap = gaps.get(key);
    return gap && <GapLine gap={gap} zone={timezone} />;
  };
  /** Number of messages that had arrived when the list was last scrolled to its end. */
  const [seen, setSeen] = useState(0);
  const fresh = reading ? arrived - seen : 0;
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    onListed(messages);
  }, [onListed, messages]);
  useEffect(() => {
    const reportVisibility = () => send({ type: 'visibility.changed', hidden: document.hidden });
    document.addEventListener('visibilitychange', reportVisibility);
    return () => document.removeEventListener('visibilitychange', reportVisibility);
  }, [send]);
  useEffect(() => {
    send({ type: stopped ? 'paused' : 'resumed' });
  }, [send, stopped]);
  const latest = useRef(arrived);
  useEffect(() => {
    latest.current = arrived;
  });
  const wasReading = useRef(false);
  const onFollowing = useCallback(
    (following: boolean) => {
      if (wasReading.current === !following) return;
      wasReading.current = !following;
      if (!following) setSeen(latest.current);
      send({ type: 'reading.changed', reading: !following });
    },
    [send],
  );
  const result = useMemo(
    (): MessagesResult => ({
      id: 'live',
      type: 'messages',
      messages: [...messages],
      total_results: messages.length,
      effective_timerange: rangeOf(messages),
    }),
    [messages],
  );
  const toEnd = () => {
    const scroller = root.current?.querySelector('[role=treegrid]')?.parentElement;
    scroller?.scrollTo({ top: scroller.scrollHeight });
  };
  const resting = state.matches('resting');
  return (
    <>
      <div ref={root} className={styles.list}>
        {messages.length === 0 ? (
          <EmptyState icon={<LiveIcon />} title={laterTableTexts.liveWaiting}>
            {laterTableTexts.liveWaitingHint}
          </EmptyState>
        ) : (
          <MessageList {...props.list} result={result} offset={0} above={above} onFollowing={onFollowing} />
        )}
        {fresh > 0 && (
          <Button size="small" className={styles.news} icon={<SortDescendingIcon />} onClick={toEnd}>
            {laterTableTexts.liveNewSince(formatNumber(fresh), fresh !== 1)}
          </Button>
        )}
      </div>
      {props.selectionBar || (
        <div ref={props.bar} role="region" aria-label={tableTexts.liveTail} className={styles.bar}>
          <span className={styles.state}>
            <span className={mergeClasses(styles.dot, !resting && !paused && styles.on)} aria-hidden="true" />
            {stopped
              ? laterTableTexts.liveStopped
              : paused
                ? laterTableTexts.livePaused
                : resting
                  ? laterTableTexts.liveResting
                  : laterTableTexts.live}
          </span>
          <span role="status">{laterTableTexts.liveNew(formatNumber(arrived))}</span>
          {sampledAt !== undefined && (
            <span className={styles.wide}>
              {laterTableTexts.liveSampledAt(formatInstant(sampledAt, timezone, 'time').slice(0, 8))}
            </span>
          )}
          {leftOut > 0 && (
            <span className={styles.warning} title={laterTableTexts.liveLeftOutHint}>
              {laterTableTexts.liveLeftOut(formatNumber(leftOut))}
            </span>
          )}
          {failure !== undefined && !paused && (
            <span role="alert" className={styles.danger}>
              {laterTableTexts.liveFailed(reasonOf(failure))}
            </span>
          )}
          {resting && reading && messages.length >= mostMessages && (
            <span>{laterTableTexts.liveFull(formatNumber(mostMessages))}</span>
          )}
          <span className={styles.gap} />
          <Button
            size="small"
            appearance="subtle"
            icon={paused ? <PlayIcon /> : <PauseIcon />}
            aria-label={paused ? laterTableTexts.resumeLiveTail : laterTableTexts.pauseLiveTail}
            onClick={() => (stopped ? props.onRuns(true) : send({ type: paused ? 'resumed' : 'paused' }))}
          >
            {paused ? laterTableTexts.resume : laterTableTexts.pause}
          </Button>
          {stopped ? (
            <Button size="small" appearance="subtle" onClick={props.onLeave}>
              {laterTableTexts.showResults}
            </Button>
          ) : (
            <Button
              size="small"
              appearance="subtle"
              aria-label={tableTexts.stopLiveTail}
              onClick={() => props.onRuns(false)}
            >
              {laterTableTexts.stop}
            </Button>
          )}
          {props.tools}
        </div>
      )}
    </>
  );
}

function rangeOf(messages: readonly ResultMessage[]): MessagesResult['effective_timerange'] {
  const from = String(messages[0]?.message['timestamp'] ?? new Date(0).toISOString());
  return { type: 'absolute', from, to: String(messages.at(-1)?.message['timestamp'] ?? from) };
}
