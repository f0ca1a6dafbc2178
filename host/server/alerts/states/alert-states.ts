/**
 * Stores the states of alerts separately from the events: status, note and end of a mute. An alert that nobody has
 * changed is open and has no document.
 */
import { alertStatuses, type AlertState, type AlertStatus } from '../../../../api/contract/alerts.schema.js';
import type { Event, EventSilence } from '../../../../api/contract/events.js';
import { instantText } from '../../../../api/instant-text.js';
import { BadRequestError, ConflictError } from '../../foundation/errors.js';
import { Turns } from '../../foundation/turns.js';
import type { Collection, Documents } from '../../store/types.js';
import { keyPlace } from '../key-place.js';

interface Change {
  readonly at: number;
  readonly by: string;
  readonly status: AlertStatus;
  readonly note: string;
  readonly until: number | null;
}

/** State of one alert; times are epoch milliseconds. */
export interface StateDocument extends Change {
  /** Id of the event. */
  readonly id: string;
  /** Id of the event definition and key of the event, as one text (`keyPlace`). */
  readonly place: string;
  readonly eventAt: number;
  /** Name of the index that contains the event; the state is deleted with the event. */
  readonly index: string;
  readonly version: number;
  /** Changes, newest first, including the present state. */
  readonly history: readonly Change[];
}

export interface Wanted {
  readonly status: AlertStatus;
  readonly note: string;
  readonly until: number | null;
}

/** Properties of a state that sorting needs. */
export interface KnownState {
  /** Id of the event. */
  readonly id: string;
  /** Sort rank of the status; 0: open, as alerts without a stored state are. */
  readonly rank: number;
  /** Start of the state, epoch milliseconds. */
  readonly at: number;
}

/** Largest number of alerts with a stored state. */
const mostStates = 50_000;
/** Largest number of changes of an alert that are kept. */
const longestHistory = 50;
const placeOf = ({ event_definition_id: id, key }: Event): string => keyPlace(id, key);

/** Returns the status at a time (epoch milliseconds): an alert is open again after its mute has expired. */
const statusAt = ({ status, until }: Change, now: number): AlertStatus =>
  status === 'muted' && until !== null && until <= now ? 'open' : status;

const shownChange = ({ at, by, status, note, until }: Change) => ({
  at: instantText(at),
  by,
  status,
  note,
  until: until === null ? null : instantText(until),
});

export class AlertStates {
  readonly #stored: Collection<StateDocument>;
  /** Maps each definition and key to the ids of alerts that are muted, or whose mute has expired. */
  readonly #muted = new Map<string, Set<string>>();
  readonly #turns = new Turns();

  constructor(documents: Documents) {
    this.#stored = documents.collection<StateDocument>('alert_states');
    for (const state of this.#stored.all()) this.#noteMute(state);
  }

  /** Returns the state of an event; undefined: nobody has changed it. @param now epoch milliseconds */
  shown(eventId: string, now: number): AlertState | undefined {
    const found = this.#stored.get(eventId);
    if (!found) return undefined;
    const { id, version, history } = found;
    const ended = statusAt(found, now) !== found.status;
    return {
      event_id: id,
      version,
      ...shownChange(found),
      ...(ended && { status: 'open', at: instantText(found.until ?? now), until: null }),
      history: history.map(shownChange),
    };
  }

  /** Returns the present state of every event that has a stored state. @param now epoch milliseconds */
  known(now: number): KnownState[] {
    return this.#stored.all().map((state) => {
      const status = statusAt(state, now);
      const at = status === state.status ? state.at : (state.until ?? now);
      return { id: state.id, rank: alertStatuses.indexOf(status), at };
    });
  }

  /**
   * Returns ids that select the events with any of the given statuses. `isIn` true: the events with these ids are
   * selected. `isIn` false: all events except those with these ids are selected, because open events may have no stored
   * state. Undefined: all events are selected.
   * @param now epoch milliseconds
   */
  eventsIn(
    statuses: readonly AlertStatus[],
    now: number,
  ): { readonly ids: string[]; readonly isIn: boolean } | undefined {
    const wanted = new Set(statuses);
    if (wanted.size === 0 || wanted.size === 4) return undefined;
    const isIn = !wanted.has('open');
    const ids = this.#stored.all().flatMap((state) => (wanted.has(statusAt(state, now)) === isIn ? [state.id] : []));
    return { ids, isIn };
  }

  /**
   * Changes a state; resolves when the change is durable.
   * @param known version of the state that the user has seen; 0: the alert had no stored state
   * @param by username of the user who changes it
   * @param now epoch milliseconds
   * @throws ConflictError when the stored version differs, BadRequestError when there are too many states
   */
  change(event: Event, index: string, known: number, wanted: Wanted, by: string, now: number): Promise<void> {
    return this.#turns.take(() => this.#change(event, index, known, wanted, by, now));
  }

  async #change(
    event: Event,
    index: string,
    known: number,
    { status, note, until }: Wanted,
    by: string,
    now: number,
  ): Promise<void> {
    const before = this.#stored.get(event.id);
    if ((before?.version ?? 0) !== known)
      throw new ConflictError(
        before
          ? `${before.by} has changed this alert (${before.status}). Check it again.`
          : 'The state of this alert was removed. Check it again.',
      );
    if (!before && this.#stored.all().length >= mostStates)
      throw new BadRequestError(
        `The states of ${mostStates} alerts are kept, which is as many as there may be. They go with the indices of their events.`,
      );
    const change: Change = { at: now, by, status, note, until };
    const document: StateDocument = {
      ...change,
      id: event.id,
      place: placeOf(event),
      eventAt: Date.parse(event.timestamp),
      index,
      version: known + 1,
      history: [change, ...(before?.history ?? [])].slice(0, longestHistory),
    };
    await this.#stored.put(document);
    this.#noteMute(document);
  }

  #noteMute({ id, place, status }: StateDocument): void {
    const muted = this.#muted.get(place) ?? new Set();
    if (status === 'muted') this.#muted.set(place, muted.add(id));
    else if (muted.delete(id) && muted.size === 0) this.#muted.delete(place);
  }

  /**
   * Finds an active mute of an alert with the same definition and key; undefined: there is none.
   * @param now epoch milliseconds
   */
  muteOf(event: Event, now: number): EventSilence | undefined {
    for (const id of this.#muted.get(placeOf(event)) ?? []) {
      const state = this.#stored.get(id);
      if (state && state.until !== null && statusAt(state, now) === 'muted')
        return { silence_id: null, by: state.by, reason: state.note, until: instantText(state.until) };
    }
    return undefined;
  }

  /**
   * Deletes the states of events that no longer exist, and returns their number; an event that is now in another
   * index keeps its state.
   * @param indices names of all existing indices, including closed ones
   * @param find returns the given events that the store still contains, with their index, by id
   */
  async sweep(
    indices: ReadonlySet<string>,
    find: (states: readonly StateDocument[]) => Promise<ReadonlyMap<string, { readonly index: string }>>,
  ): Promise<number> {
    const homeless = this.#stored.all().filter(({ index }) => !indices.has(index));
    let gone = 0;
    for (let at = 0; at < homeless.length; at += 500) {
      const part = homeless.slice(at, at + 500);
      const found = await find(part);
      for (const state of part) {
        const index = found.get(state.id)?.index;
        if (index !== undefined) await this.#stored.update(state.id, (now) => ({ ...now, index }));
        else if (await this.#stored.delete(state.id)) {
          this.#noteMute({ ...state, status: 'closed' });
          gone += 1;
        }
      }
    }
    return gone;
  }
}
