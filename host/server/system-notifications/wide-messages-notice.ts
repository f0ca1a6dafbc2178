/** Reports inputs whose messages contain so many fields that new fields get no columns in the index. */
import type { SystemNotifications } from './notifications.js';
import type { WideMessage } from '../store/index.js';

/** Largest number of remembered senders per input; the number of senders is otherwise unlimited. */
const mostSenders = 5;
/** Largest number of characters that are kept of a sender's name. */
const longestSender = 100;
/** Largest number of remembered inputs; further inputs are not reported. */
const mostInputs = 200;

interface Seen {
  messages: number;
  mostFields: number;
  readonly senders: Set<string>;
  /** True: further senders were seen, which are not remembered. */
  hasMoreSenders: boolean;
}

export interface WideMessagesRooms {
  readonly notifications: Pick<SystemNotifications, 'raise' | 'amend'>;
  /** Returns the title of an input; undefined: the input no longer exists. */
  readonly titleOf: (inputId: string) => string | undefined;
}

export class WideMessagesNotice {
  readonly #rooms: WideMessagesRooms;
  readonly #seen = new Map<string, Seen>();

  constructor(rooms: WideMessagesRooms) {
    this.#rooms = rooms;
  }

  /** Publishes one notification per input, which names its senders; later calls update the notification. */
  note(index: string, messages: readonly WideMessage[]): void {
    const touched = new Set<string>();
    for (const { inputId, sender: wholeSender, fields } of messages) {
      const sender = wholeSender.slice(0, longestSender);
      let seen = this.#seen.get(inputId);
      if (!seen) {
        if (this.#seen.size >= mostInputs) continue;
        seen = { messages: 0, mostFields: 0, senders: new Set(), hasMoreSenders: false };
        this.#seen.set(inputId, seen);
        this.#tell('raise', index, inputId, { ...seen, messages: 1, mostFields: fields, senders: new Set([sender]) });
      }
      seen.messages += 1;
      seen.mostFields = Math.max(seen.mostFields, fields);
      if (seen.senders.size < mostSenders) seen.senders.add(sender);
      else if (!seen.senders.has(sender)) seen.hasMoreSenders = true;
      touched.add(inputId);
    }
    for (const inputId of touched) {
      const seen = this.#seen.get(inputId);
      if (seen) this.#tell('amend', index, inputId, seen);
    }
  }

  #tell(how: 'raise' | 'amend', index: string, inputId: string, seen: Seen): void {
    const { messages, mostFields, senders, hasMoreSenders } = seen;
    const { notifications, titleOf } = this.#rooms;
    const more = hasMoreSenders ? ' and others' : '';
    notifications[how]({
      type: 'generic',
      key: `wide_messages ${inputId}`,
      details: {
        title: 'An input brings too many fields',
        description:
          `Input "${titleOf(inputId) ?? inputId}" brought ${messages === 1 ? 'a message' : `${messages} messages`} with up to ${mostFields} fields that get no column of index ${index}, ` +
          `sent by ${[...senders].join(', ')}${more}. They are shown and found by name, but slowly, and are not in the list of fields. ` +
          'Let the sender put variable keys into values, or give the input an extractor or a pipeline rule that removes them.',
      },
    });
  }
}
