/** Suppresses the notifications of events that a silence matches, or whose key is muted. */
import type { Event } from '../../../../api/contract/events.js';
import { Yielder } from '../../foundation/yielding.js';
import type { Documents } from '../../store/types.js';
import { AlertStates } from './alert-states.js';
import { EventFields } from './event-match.js';
import { silencedBy, Silences } from './silences.js';

export class Suppression {
  readonly states: AlertStates;
  readonly silences: Silences;

  constructor(documents: Documents) {
    this.states = new AlertStates(documents);
    this.silences = new Silences(documents);
  }

  /**
   * Returns events that are about to be stored; each event whose notifications are suppressed contains the reason.
   * @param now epoch milliseconds
   * @throws the reason of the signal when it is aborted
   */
  async marked(events: readonly Event[], now: number, signal?: AbortSignal): Promise<Event[]> {
    const active = this.silences.active(now);
    const yielder = new Yielder(signal);
    const all: Event[] = [];
    for (const event of events) {
      let silenced = this.states.muteOf(event, now);
      const fields = !silenced && active.length > 0 ? new EventFields(event) : undefined;
      for (const silence of fields ? active : []) {
        if (yielder.isOver) await yielder.pause();
        if (!fields || !this.silences.matches(silence, event, fields, now)) continue;
        silenced = silencedBy(silence);
        break;
      }
      all.push(silenced ? { ...event, silenced } : event);
    }
    return all;
  }
}
