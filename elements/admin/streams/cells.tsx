/** Renders cells of the list of streams: state, throughput. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import type { ListedStream } from '../../../api/contract/streams.js';
import { streamThroughputQuery } from '../../../api/queries/stream-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { StatusBadge } from '../../kit/chip.js';
import { PauseIcon, PlayIcon } from '../../kit/icons.js';
import { focusRing, tokens } from '../../kit/tokens.js';
import { isOrdinary, useStreamRights } from './stream-rights.js';
import { texts } from './texts.js';
import { useStreamState } from './use-stream-state.js';

const useStyles = makeStyles({
  state: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    // The button has no padding before the badge, so that the badge aligns with the column header.
    padding: '2px 4px 2px 0',
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '14px',
    ':hover': { backgroundColor: tokens.surface.pressed, color: tokens.text.primary },
    ':focus-visible': focusRing,
  },
  rate: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});

/** Renders the state of a stream, for users with permission as a button that starts or pauses the stream. */
export function StateCell({ stream }: { readonly stream: ListedStream }): ReactNode {
  const styles = useStyles();
  const rights = useStreamRights();
  const change = useStreamState();
  const { title, disabled } = stream;
  const badge = (
    <StatusBadge kind={disabled ? 'warning' : 'success'}>{disabled ? texts.paused : texts.running}</StatusBadge>
  );
  if (!isOrdinary(stream) || !rights.changeState(stream)) return badge;
  const label = disabled ? texts.startStream(title) : texts.pauseStream(title);
  return (
    <button type="button" className={styles.state} aria-label={label} title={label} onClick={() => void change(stream)}>
      {badge}
      {disabled ? <PlayIcon /> : <PauseIcon />}
    </button>
  );
}

/** Ids of the displayed streams; one request loads the throughput of all of them. */
export const ShownStreamsContext = createContext<readonly string[]>([]);

export function ThroughputCell({ streamId }: { readonly streamId: string }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { locale } = useHostElement();
  const ids = useContext(ShownStreamsContext);
  const { data } = useQuery(streamThroughputQuery(client, ids, streamId));
  if (data === undefined) return null;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return <span className={styles.rate}>{texts.rate(number.format(data))}</span>;
}
