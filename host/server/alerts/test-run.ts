/**
 * Tests a definition over a past time range, window by window, with the same searches as its schedule. Nothing is
 * stored and no notification is sent. The newest windows run first, so that limits cut off the oldest part.
 */
import type { DefinitionTest, TestedEvent, TestedRun } from '../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../api/contract/events.js';
import { instantText } from '../../../api/instant-text.js';
import { countMatches } from '../search/message-rows.js';
import type { MessageReader } from '../store/types.js';
import { groupFigures } from './aggregation-search.js';
import { matchOfDefinition } from './definition-match.js';
import { findEvents, isFilter } from './found-events.js';
import { boundQuery } from './bound-query.js';
import type { AggregationDefinition, LookUp, Made } from './make-events.js';
import { nextWindow, type Window } from './windows.js';

/** Largest number of windows of one test: a day of one-minute windows. */
export const mostRuns = 1_440;
/** Largest number of values that the result of a test contains. */
const mostValues = 20_000;
/** Largest number of events in the result. */
export const mostShown = 100;
/** Largest number of characters of all events in the result, because event texts contain log texts of any length. */
const mostCharacters = 1_000_000;
/** Largest number of characters of one text of an event in the result; longer texts are cut off. */
export const longestText = 1_000;

export interface TestRooms {
  /** Looks up values in lookup tables; absent: no tables exist. */
  readonly lookUp?: LookUp;
  readonly store: MessageReader;
  /** Ids of the streams that contain no events. */
  readonly allStreams: readonly string[];
  readonly source: string;
  /** Present time in epoch milliseconds. */
  readonly now: number;
  /** Time limit for all windows together in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Returns the windows of a schedule that end within a time range, newest first, and their total number. They are
 * computed as if the last window ended with the range.
 * @param most largest number of returned windows
 */
function pastWindows(
  { from, to }: Window,
  { config }: Pick<AggregationDefinition, 'config'>,
  most: number,
): { readonly windows: Window[]; readonly total: number } {
  const pace = { withinMs: config.search_within_ms, everyMs: config.execute_every_ms };
  const total = Math.max(0, Math.ceil((to - from) / pace.everyMs));
  const windows = Array.from({ length: Math.min(total, most) }, (_, at) =>
    nextWindow(to - (at + 1) * pace.everyMs, pace, to),
  );
  return { windows, total };
}

/**
 * Tests a definition over a past time range.
 * @param range time range in which the windows end
 * @throws SearchTypeError for an impossible search, errors of the store, the signal's reason
 */
export async function testRun(
  definition: AggregationDefinition,
  range: Window,
  rooms: TestRooms,
  signal: AbortSignal,
): Promise<DefinitionTest> {
  const { config } = definition;
  const most = Math.max(1, Math.min(mostRuns, Math.floor(mostValues / Math.max(1, config.series.length))));
  const { windows, total } = pastWindows(range, definition, most);
  const overdue = AbortSignal.timeout(rooms.timeoutMs);
  const either = AbortSignal.any([signal, overdue]);
  const tested: TestedRun[] = [];
  const shown: TestedEvent[] = [];
  let characters = 0;
  let events = 0;
  let endedBy: DefinitionTest['ended_by'] = windows.length < total ? 'runs' : null;
  const query = await boundQuery(config, rooms.lookUp);
  const requested = { ...definition, config: { ...config, query } };
  for (const window of windows) {
    try {
      const run = new Run(requested, window, rooms);
      const figures = await run.figures(either);
      tested.push(figures);
      events += figures.events;
      const room = Math.min(mostShown - shown.length, figures.events);
      if (room <= 0 || characters >= mostCharacters) continue;
      for (const event of await run.events(room, either)) {
        const one = shownEvent(event, window);
        characters += JSON.stringify(one).length;
        if (characters > mostCharacters) break;
        shown.push(one);
      }
    } catch (error) {
      if (signal.aborted || !overdue.aborted) throw error;
      endedBy = 'time';
      break;
    }
  }
  return {
    from: instantText(range.from),
    to: instantText(range.to),
    config,
    total_runs: total,
    ended_by: endedBy,
    runs: tested.reverse(),
    total_events: events,
    events: shown,
  };
}

class Run {
  readonly #definition: AggregationDefinition;
  readonly #window: Window;
  readonly #rooms: TestRooms;

  constructor(definition: AggregationDefinition, window: Window, rooms: TestRooms) {
    this.#definition = definition;
    this.#window = window;
    this.#rooms = rooms;
  }

  #match(window: Window) {
    const { id, config } = this.#definition;
    return matchOfDefinition(id, config, window, this.#rooms.allStreams);
  }

  /**
   * Returns the part of the window that does not overlap with the preceding window, because each message produces only
   * one event.
   */
  get #own(): Window {
    const { from, to } = this.#window;
    return { from: Math.max(from, to - this.#definition.config.execute_every_ms), to };
  }

  async figures(signal: AbortSignal): Promise<TestedRun> {
    const { config } = this.#definition;
    const { store } = this.#rooms;
    const limit = config.event_limit ?? Infinity;
    const at = instantText(this.#window.to);
    if (isFilter(config)) {
      const { total } = await countMatches(store, this.#match(this.#own), signal);
      return { at, events: Math.min(total, limit), groups: 0, values: [] };
    }
    const { groups, holding, values } = await groupFigures(store, this.#match(this.#window), config, signal);
    return {
      at,
      events: Math.min(holding, limit),
      groups,
      values: config.series.map(({ id }) => [...(values.get(id) ?? ([null, null] as const))]),
    };
  }

  /** Returns the events of the window. @param most largest number of events */
  async events(most: number, signal: AbortSignal): Promise<Event[]> {
    const { store, allStreams, source, now, lookUp } = this.#rooms;
    const definition = this.#definition;
    const window = this.#window;
    const match = this.#match(isFilter(definition.config) ? this.#own : window);
    const made: Made = { source, now, ...(lookUp && { lookUp }) };
    const found: Event[] = [];
    for await (const batch of findEvents(definition, { store, match, window, made, allStreams }, signal)) {
      found.push(...batch.slice(0, most - found.length));
      if (found.length >= most) break;
    }
    return found;
  }
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);
const cutAll = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cut(text)]));

function shownEvent(event: Event, { to }: Window): TestedEvent {
  return {
    run: instantText(to),
    timestamp: event.timestamp,
    message: cut(event.message),
    key: event.key === null ? null : cut(event.key),
    group_by_fields: cutAll(event.group_by_fields),
    fields: cutAll(event.fields),
  };
}
