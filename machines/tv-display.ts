/**
 * The full-screen display (spec 2 §4 "Full-screen display", §9; screens/dashboards-sharing-alerts.md §6.6): which page
 * is displayed, and when each page is refreshed.
 *
 * ```
 * waiting ─ pages.known ─▶ showing (parallel): rotation  still (one page) | turning ─ interval, turned ─▶ turning
 *                                                        turning ◀─ pause.toggled ─▶ held
 *                                              refresh   waiting ─ refresh ─▶ waiting
 *   ahead     off (one page, or interval too short) | waiting ─ shortly before a turn ─▶ waiting
 * ```
 * - Page changes and refreshes are computed from one instant on a monotonic clock. Therefore they do not drift over
 *   days, and a computer that wakes up shows the current page immediately.
 * - A page is refreshed only while no request for it is pending; a refresh that takes too long is abandoned.
 * - After a failure the page is requested again after 2 s, because a server that has just started may refuse the first
 *   requests; after each further failure the delay doubles, up to a minute.
 * - `recovered` (server or session is available again) refreshes immediately, and abandons requests that have been
 *   pending for so long that the outage has probably lost them.
 * - The next page is requested shortly before it is shown, so that its data is fresh. The machine emits
 *   `pageChanged {queryId}`, `pageWanted {queryId}` (to execute the page), `pageGivenUp {queryId}` (to abandon its
 *   request) and `refreshed {queryId, at}`.
 */
import { assign, emit, enqueueActions, setup } from 'xstate';

export interface TvSettings {
  /** Milliseconds between page changes, at least 1,000. */
  readonly intervalMs: number;
  /** Milliseconds between refreshes, at least 1,000. */
  readonly refreshMs: number;
  /** Positions of the pages to show, counted from 0, in display order; absent: all pages are shown. */
  readonly tabs?: readonly number[] | undefined;
}

/** Defaults of spec 2 §9: refresh 10 s, tab cycle 30 s. */
export const defaultTvSettings: TvSettings = { intervalMs: 30_000, refreshMs: 10_000 };
const leastMs = 1_000;
/** A page is requested this many milliseconds before it is displayed. */
const aheadMs = 3_000;
/** Delay in milliseconds after the first failure, unless refreshes are more frequent. */
const firstPauseMs = 2_000;
/** Longest delay in milliseconds between attempts while the server does not answer. */
const longestPauseMs = 60_000;
/** When the server is available again, a request that has been pending for this many milliseconds counts as lost. */
const lostMs = 2_000;
/** Milliseconds after which a pending request is abandoned; the next refresh then requests the page again. */
const patienceMs = 60_000;
/** Longest delay in milliseconds that the timers of browsers support. */
const longestTimerMs = 2_147_483_647;

/** State of the data of one page. */
export interface TvPageFacts {
  /** Time of the displayed data in epoch milliseconds; undefined before the first answer. */
  readonly updatedAt: number | undefined;
  /** Time of the last successful answer in milliseconds on the monotonic clock. */
  readonly settledAt: number | undefined;
  /** Start of the pending request in milliseconds on the monotonic clock; undefined while no request is pending. */
  readonly runningSince: number | undefined;
  /** Failure of the last request that ended; undefined: it succeeded, or no request has ended yet. */
  readonly failure: unknown;
}

export interface TvContext {
  readonly settings: TvSettings;
  /** Ids of all pages of the dashboard in their order. */
  readonly all: readonly string[];
  /** Ids of the pages to show, in the order that the settings give. */
  readonly pages: readonly string[];
  readonly position: number;
  /** Id of the page for which `pageChanged` was emitted last. */
  readonly announced: string | undefined;
  readonly facts: Readonly<Record<string, TvPageFacts>>;
  /** Number of requests that have failed in a row. */
  readonly failures: number;
  /**
   * Time on the monotonic clock at which the rotation would have begun with the first page. The displayed page is
   * computed from the time since then.
   */
  readonly startedAt: number;
  /** Time of the last failure on the monotonic clock. */
  readonly failedAt: number;
  readonly steadyClock: () => number;
  readonly clock: () => number;
}

export type TvEvent =
  | { type: 'pages.known'; pages: readonly string[] }
  | { type: 'settings.changed'; settings: TvSettings }
  | { type: 'page.started'; queryId: string }
  | { type: 'page.settled'; queryId: string; failure: unknown }
  /**
   * The user opens the next page (1) or the previous page (-1). While the rotation runs, it is shown a whole interval.
   */
  | { type: 'turned'; by: 1 | -1 }
  /** The user pauses on the displayed page, or resumes the rotation. */
  | { type: 'pause.toggled' }
  /** The server or the session is available again, or the display became visible. */
  | { type: 'recovered' }
  /** The delay after a failure has passed. */
  | { type: 'retry.due' };

export type TvEmitted =
  | { type: 'pageChanged'; queryId: string }
  | { type: 'pageWanted'; queryId: string }
  | { type: 'pageGivenUp'; queryId: string }
  | { type: 'refreshed'; queryId: string; at: number };

const unknownFacts: TvPageFacts = {
  updatedAt: undefined,
  settledAt: undefined,
  runningSince: undefined,
  failure: undefined,
};

/**
 * Returns usable settings. Durations below a second become a second (screens/dashboards-sharing-alerts.md §6.6).
 * Durations that are no finite numbers become the defaults.
 */
function usable({ intervalMs, refreshMs, tabs }: TvSettings): TvSettings {
  const least = (value: number, otherwise: number) => (Number.isFinite(value) ? Math.max(leastMs, value) : otherwise);
  return {
    intervalMs: least(intervalMs, defaultTvSettings.intervalMs),
    refreshMs: least(refreshMs, defaultTvSettings.refreshMs),
    tabs,
  };
}

/** Returns the ids of the pages at the given positions. Returns all ids if none of the positions has a page. */
export function pagesToShow(all: readonly string[], tabs: readonly number[] | undefined): readonly string[] {
  const chosen = [...new Set(tabs)].flatMap((position) => all[position] ?? []);
  return chosen.length > 0 ? chosen : all;
}

export const factsOf = ({ facts }: Pick<TvContext, 'facts'>, queryId: string): TvPageFacts =>
  facts[queryId] ?? unknownFacts;

/** Returns the id of the displayed page; undefined before the pages are known. */
export const shownPage = ({ pages, position }: Pick<TvContext, 'pages' | 'position'>): string | undefined =>
  pages[position];

const turnsSince = ({ steadyClock, startedAt, settings }: TvContext) =>
  Math.floor((steadyClock() - startedAt) / settings.intervalMs);

/**
 * Returns the milliseconds until `before` ms ahead of the next multiple of `period` since the start. The result is at
 * least 1, and at most the longest delay of a timer.
 */
function untilNext({ steadyClock, startedAt }: TvContext, period: number, before = 0): number {
  const elapsed = steadyClock() - startedAt + before;
  return Math.min(longestTimerMs, Math.max(1, Math.ceil(period - (elapsed % period))));
}

const withFacts = ({ facts }: TvContext, queryId: string, changed: Partial<TvPageFacts>) => ({
  facts: { ...facts, [queryId]: { ...factsOf({ facts }, queryId), ...changed } },
});

export const tvDisplayMachine = setup({
  types: {
    context: {} as TvContext,
    events: {} as TvEvent,
    input: {} as { settings?: TvSettings; steadyClock?: () => number; clock?: () => number },
    emitted: {} as TvEmitted,
  },
  actions: {
    takePages: assign(({ context }, { all }: { all: readonly string[] }) => {
      const pages = pagesToShow(all, context.settings.tabs);
      const kept = pages.indexOf(shownPage(context) ?? '');
      const known = Object.entries(context.facts).filter(([id]) => all.includes(id));
      return { all, pages, position: Math.max(0, kept), facts: Object.fromEntries(known) };
    }),
    takeSettings: assign(({ context }, { settings }: { settings: TvSettings }) => {
      const taken = usable(settings);
      const pages = pagesToShow(context.all, taken.tabs);
      return { settings: taken, pages, position: Math.max(0, pages.indexOf(shownPage(context) ?? '')) };
    }),
    /** Moves the start time so that the rotation has just reached the displayed page. */
    startHere: assign(({ context: { steadyClock, position, settings } }) => ({
      startedAt: steadyClock() - position * settings.intervalMs,
    })),
    turn: enqueueActions(({ context, enqueue }) => {
      const position = turnsSince(context) % context.pages.length;
      if (position === context.position) return;
      enqueue.assign({ position });
      show({ ...context, position }, enqueue);
    }),
    turnBy: assign(({ context: { position, pages } }, { by }: { by: 1 | -1 }) => ({
      position: (position + by + pages.length) % pages.length,
    })),
    showPage: enqueueActions(({ context, enqueue }) => show(context, enqueue)),
    refreshShown: enqueueActions(({ context, enqueue }) => {
      const queryId = shownPage(context);
      if (queryId !== undefined && !isResting(context)) want(context, queryId, enqueue);
    }),
    abandonLost: enqueueActions(({ context, enqueue }) => {
      const lost = Object.entries(context.facts).filter(
        ([, { runningSince = Infinity }]) => context.steadyClock() - runningSince >= lostMs,
      );
      for (const [queryId] of lost) enqueue.emit({ type: 'pageGivenUp', queryId });
      const ended = lost.map(([id, facts]) => [id, { ...facts, runningSince: undefined }] as const);
      enqueue.assign({ facts: { ...context.facts, ...Object.fromEntries(ended) } });
    }),
    wantNext: enqueueActions(({ context, enqueue }) => {
      const queryId = context.pages[(context.position + 1) % context.pages.length];
      if (queryId !== undefined && isOld(context, queryId)) want(context, queryId, enqueue);
    }),
    takeStarted: assign(({ context }, { queryId }: { queryId: string }) =>
      withFacts(context, queryId, { runningSince: context.steadyClock() }),
    ),
    takeSettled: assign(({ context }, { queryId, failure }: { queryId: string; failure: unknown }) => {
      const now = context.steadyClock();
      const failed = failure !== undefined;
      return {
        ...withFacts(context, queryId, {
          runningSince: undefined,
          failure,
          ...(failed ? {} : { updatedAt: context.clock(), settledAt: now }),
        }),
        failures: failed ? context.failures + 1 : 0,
        ...(failed ? { failedAt: now } : {}),
      };
    }),
    endPause: assign({ failures: 0 }),
  },
  guards: {
    hasPages: (_, { pages }: { pages: readonly string[] }) => pages.length > 0,
    rotates: ({ context }) => context.pages.length > 1,
    looksAhead: ({ context }) => context.pages.length > 1 && context.settings.intervalMs >= 2 * aheadMs,
    isNews: ({ context }, { pages }: { pages: readonly string[] }) =>
      pages.length > 0 && (pages.length !== context.all.length || pages.some((id, at) => id !== context.all[at])),
  },
  delays: {
    turn: ({ context }) => untilNext(context, context.settings.intervalMs),
    ahead: ({ context }) => untilNext(context, context.settings.intervalMs, aheadMs),
    refresh: ({ context }) => untilNext(context, context.settings.refreshMs),
  },
}).createMachine({
  id: 'tvDisplay',
  context: ({ input }) => ({
    settings: usable(input.settings ?? defaultTvSettings),
    all: [],
    pages: [],
    position: 0,
    announced: undefined,
    facts: {},
    failures: 0,
    startedAt: 0,
    failedAt: 0,
    steadyClock: input.steadyClock ?? (() => performance.now()),
    clock: input.clock ?? Date.now,
  }),
  initial: 'waiting',
  on: {
    'page.started': { actions: { type: 'takeStarted', params: ({ event }) => event } },
    'page.settled': {
      actions: [
        { type: 'takeSettled', params: ({ event }) => event },
        enqueueActions(({ context, event, enqueue }) => {
          enqueue.cancel('retry');
          if (event.failure === undefined)
            enqueue(emit({ type: 'refreshed' as const, queryId: event.queryId, at: context.clock() }));
          else enqueue.raise({ type: 'retry.due' }, { id: 'retry', delay: pauseMs(context) });
        }),
      ],
    },
  },
  states: {
    waiting: {
      on: {
        'settings.changed': {
          actions: { type: 'takeSettings', params: ({ event }) => ({ settings: event.settings }) },
        },
        'pages.known': {
          guard: { type: 'hasPages', params: ({ event }) => ({ pages: event.pages }) },
          target: 'showing',
          actions: [{ type: 'takePages', params: ({ event }) => ({ all: event.pages }) }],
        },
      },
    },
    showing: {
      type: 'parallel',
      entry: ['startHere', 'showPage'],
      on: {
        'settings.changed': {
          target: 'showing',
          reenter: true,
          actions: { type: 'takeSettings', params: ({ event }) => ({ settings: event.settings }) },
        },
        'pages.known': {
          guard: { type: 'isNews', params: ({ event }) => ({ pages: event.pages }) },
          target: 'showing',
          reenter: true,
          actions: { type: 'takePages', params: ({ event }) => ({ all: event.pages }) },
        },
        recovered: { actions: ['endPause', 'abandonLost', 'refreshShown'] },
        'retry.due': { actions: 'refreshShown' },
      },
      states: {
        rotation: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'rotates', target: 'turning' }, { target: 'still' }] },
            still: {},
            turning: {
              after: { turn: { target: 'turning', reenter: true, actions: 'turn' } },
              on: {
                turned: {
                  target: 'turning',
                  reenter: true,
                  actions: [{ type: 'turnBy', params: ({ event }) => ({ by: event.by }) }, 'startHere', 'showPage'],
                },
                'pause.toggled': 'held',
              },
            },
            held: {
              on: {
                turned: {
                  actions: [{ type: 'turnBy', params: ({ event }) => ({ by: event.by }) }, 'showPage'],
                },
                'pause.toggled': { target: 'turning', actions: 'startHere' },
              },
            },
          },
        },
        refresh: {
          initial: 'waiting',
          states: {
            waiting: { after: { refresh: { target: 'waiting', reenter: true, actions: 'refreshShown' } } },
          },
        },
        ahead: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'looksAhead', target: 'waiting' }, { target: 'off' }] },
            off: {},
            waiting: { after: { ahead: { target: 'waiting', reenter: true, actions: 'wantNext' } } },
          },
        },
      },
    },
  },
});

/** The actions that the functions of this module need from XState. */
interface Doer {
  assign(changed: Partial<TvContext>): void;
  emit(event: TvEmitted): void;
}

/** Announces the displayed page, and requests its data unless they are recent enough. */
function show(context: TvContext, doer: Doer): void {
  const queryId = shownPage(context);
  if (queryId === undefined) return;
  if (queryId !== context.announced) {
    doer.assign({ announced: queryId });
    doer.emit({ type: 'pageChanged', queryId });
  }
  if (isOld(context, queryId)) want(context, queryId, doer);
}

function want(context: TvContext, queryId: string, doer: Doer): void {
  const now = context.steadyClock();
  const { runningSince } = factsOf(context, queryId);
  if (runningSince !== undefined) {
    if (now - runningSince < patienceMs) return;
    doer.emit({ type: 'pageGivenUp', queryId });
  }
  doer.assign(withFacts(context, queryId, { runningSince: now }));
  doer.emit({ type: 'pageWanted', queryId });
}

/**
 * Tells whether the data of a page are missing, failed or too old, so that they must be requested before the page is
 * shown. Returns false during the delay after a failure.
 */
function isOld(context: TvContext, queryId: string): boolean {
  const { settledAt, failure } = factsOf(context, queryId);
  if (isResting(context)) return false;
  const { refreshMs } = context.settings;
  return settledAt === undefined || failure !== undefined || context.steadyClock() - settledAt >= refreshMs;
}

/** Returns the milliseconds after the last failure until the next request. */
function pauseMs({ failures, settings }: TvContext): number {
  const first = Math.min(firstPauseMs, settings.refreshMs);
  return Math.min(longestPauseMs, first * 2 ** Math.min(failures - 1, 10));
}

/** Tells whether the delay after failures, during which nothing is requested, has not passed yet. */
function isResting(context: TvContext): boolean {
  if (context.failures === 0) return false;
  // The tolerance of 50 ms covers timers that fire slightly early.
  return context.steadyClock() - context.failedAt < pauseMs(context) - 50;
}
