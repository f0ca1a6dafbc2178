/**
 * Publishes a system notification about an output that fails, or that drops messages because its queue on disk is full.
 * The notification is removed when the cause has ended (contract administration notifications, output_failing). A
 * failing output is not disabled but tries again; the notification stays between two attempts.
 */
import type { StreamDocument } from '../intake/index.js';
import type { NewSystemNotification, SystemNotifications } from './notifications.js';
import type { OutputDocument, Outputs } from '../outputs/outputs.js';
import type { OutputFigures } from '../outputs/unopened-output.js';

const type = 'output_failing';
/**
 * Shortest time in milliseconds from the last dropped message to the end of the notification about dropped messages.
 * Without it, the notification would flicker while a receiver is slow.
 */
const calmMs = 60_000;
/** Largest share of the queue in use at which the queue counts as having room again. */
const roomShare = 0.5;
const mostListedStreams = 5;
const longestReason = 1000;

export interface OutputNoticeRooms {
  readonly notifications: Pick<SystemNotifications, 'raise' | 'amend' | 'remove'>;
  readonly outputs: Pick<Outputs, 'allFigures' | 'document' | 'streamsOf'>;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
}

interface Seen {
  /** Reason of the failure; undefined: the output works. */
  failure: string | undefined;
  isFull: boolean;
  dropped: number;
  droppedAt: number;
}

const keysOf = (id: string) => ({ failing: id, full: `${id}_full` });

export class OutputNotices {
  readonly #rooms: OutputNoticeRooms;
  readonly #seen = new Map<string, Seen>();

  constructor(rooms: OutputNoticeRooms) {
    this.#rooms = rooms;
  }

  /**
   * Checks all outputs; must be called periodically. A dismissed notification is shown again only after the cause had
   * disappeared in between.
   */
  look(): void {
    const gone = new Set(this.#seen.keys());
    for (const output of this.#rooms.outputs.allFigures()) {
      gone.delete(output.id);
      this.#lookAt(output);
    }
    for (const id of gone) {
      this.#seen.delete(id);
      for (const key of Object.values(keysOf(id))) this.#over(key);
    }
  }

  #lookAt({ id, state, lastError, queue }: OutputFigures): void {
    const { now = Date.now } = this.#rooms;
    const seen = this.#seen.get(id) ?? { failure: undefined, isFull: false, dropped: 0, droppedAt: 0 };
    this.#seen.set(id, seen);
    const keys = keysOf(id);

    const failure = state === 'FAILING' ? (lastError?.message ?? 'it is not known why') : undefined;
    if (failure === undefined) {
      if (seen.failure !== undefined) this.#over(keys.failing);
    } else if (seen.failure === undefined) this.#rooms.notifications.raise(this.#notice(id, keys.failing, failure));
    else if (failure !== seen.failure) this.#rooms.notifications.amend(this.#notice(id, keys.failing, failure));
    seen.failure = failure;

    const { limits, dropped, waitingMessages, waitingBytes } = queue;
    if (dropped > seen.dropped) [seen.dropped, seen.droppedAt] = [dropped, now()];
    const hasRoom = waitingMessages <= limits.messages * roomShare && waitingBytes <= limits.bytes * roomShare;
    const isFull = dropped > 0 && (now() - seen.droppedAt < calmMs || (seen.isFull && !hasRoom));
    if (isFull && !seen.isFull) {
      const reason = hasRoom
        ? 'what came could not be put into its queue, and was left out.'
        : 'there is no more room in its queue on disk, and what comes is left out.';
      this.#rooms.notifications.raise(this.#notice(id, keys.full, reason));
    } else if (!isFull && seen.isFull) this.#over(keys.full);
    seen.isFull = isFull;
  }

  #over(key: string): void {
    void this.#rooms.notifications.remove(type, key);
  }

  #notice(id: string, key: string, reason: string): NewSystemNotification {
    const { outputs } = this.#rooms;
    const details = {
      ...detailsOf(id, outputs.document(id), outputs.streamsOf(id)),
      errorMessage: reason.slice(0, longestReason),
    };
    return { type, key, severity: 'urgent', details };
  }
}

function detailsOf(id: string, output: OutputDocument | undefined, streams: readonly StreamDocument[]) {
  const titles = streams.slice(0, mostListedStreams).map(({ title }) => title);
  const more = streams.length > mostListedStreams ? [`${streams.length - mostListedStreams} more`] : [];
  return {
    outputId: id,
    outputTitle: output?.title ?? id,
    streamId: streams[0]?.id ?? '',
    streamTitle: [...titles, ...more].join(', ') || 'no stream',
  };
}
