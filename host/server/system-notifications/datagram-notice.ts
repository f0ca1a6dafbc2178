/**
 * Shows a notification for each input whose datagrams the operating system discards because the receive buffer is full.
 */
import type { InputCounters, RunningInput } from '../intake/index.js';
import type { SystemNotifications } from './notifications.js';

/** Milliseconds without a loss after which a notification is removed. */
const quietMs = 30 * 60_000;
/**
 * Least size of the receive buffer in bytes that each UDP input requests (`leastReceiveBuffer` in
 * `intake/transport/udp.ts`).
 */
const wantedBytes = 4 * 1024 * 1024;

export interface DatagramNoticeRooms {
  readonly notifications: Pick<SystemNotifications, 'raise' | 'amend' | 'remove'>;
  readonly inputs: {
    readonly runningInputs: () => Iterable<
      Pick<RunningInput, 'id'> & { readonly counters: Pick<InputCounters, 'unreadDatagrams' | 'receiveBufferBytes'> }
    >;
    readonly all: () => readonly { readonly id: string; readonly title: string }[];
  };
  readonly now?: () => number;
}

interface Loss {
  readonly lost: number;
  /** Time of the last loss, epoch milliseconds. */
  readonly at: number;
}

const keyOf = (id: string): string => `datagrams_lost ${id}`;
const remedy = (granted: number): string =>
  granted < wantedBytes
    ? `The system grants the input ${Math.round(granted / 1024)} KiB: allow more (Linux: sysctl -w net.core.rmem_max=${wantedBytes}) and start the input again, or let the senders use TCP, which waits.`
    : `Give the input a larger "Receive Buffer Size" (Linux: allow it with sysctl -w net.core.rmem_max), or let the senders use TCP, which waits.`;

export class DatagramNotice {
  readonly #rooms: DatagramNoticeRooms;
  readonly #losses = new Map<string, Loss>();

  constructor(rooms: DatagramNoticeRooms) {
    this.#rooms = rooms;
  }

  /**
   * Checks for new losses; must be called periodically. A dismissed notification is shown again only after a time
   * without losses.
   */
  look(): void {
    const { notifications, inputs, now = Date.now } = this.#rooms;
    for (const { id, counters } of inputs.runningInputs()) {
      const { unreadDatagrams: lost, receiveBufferBytes } = counters;
      const former = this.#losses.get(id);
      if (lost > (former?.lost ?? 0)) {
        this.#losses.set(id, { lost, at: now() });
        const description = `Input "${inputs.all().find((one) => one.id === id)?.title ?? id}" lost ${lost} datagrams because they came faster than they were read. ${remedy(receiveBufferBytes)}`;
        const notification = {
          type: 'generic',
          key: keyOf(id),
          details: { title: 'An input loses datagrams', description },
        };
        if (former && now() - former.at < quietMs) notifications.amend(notification);
        else notifications.raise(notification);
      } else if (former && lost < former.lost) this.#losses.set(id, { lost, at: former.at });
    }
    for (const [id, { at }] of this.#losses) if (now() - at >= quietMs) void notifications.remove('generic', keyOf(id));
  }
}
