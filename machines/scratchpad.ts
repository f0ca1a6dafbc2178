/**
 * The scratchpad while it is open (spec 3 §4, §9; screens/dashboards-sharing-alerts.md §13): notes in a floating
 * window, which are stored in this browser 500 ms after the last keystroke.
 *
 * ```
 * text:  settled ─ typed ─▶ typing ─ 500 ms without a key ─▶ settled       (emits kept, "Auto saved.")
 * hint:  none ─ hint to show ─▶ shown ─ 1 s ─▶ none
 * room:  settled ─ room.changed ─▶ changing ─ 150 ms without another ─▶ settled
 * (any)  closed ─▶ closed                                                   (emits kept)
 * ```
 * The machine emits `kept {pad}` with the state to store. If storing fails, the text stays on screen with a warning.
 */
import { assign, emit, raise, setup } from 'xstate';

export const savedAfterMs = 500;
export const hintMs = 1000;
export const roomAfterMs = 150;

/** Position of the window's top left corner in px. */
export interface Place {
  readonly left: number;
  readonly top: number;
}
/** Size of a window in px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** State of the scratchpad as it is stored. */
export interface Pad {
  readonly opened: boolean;
  readonly value: string;
  readonly size: Size;
  /** Position that the user gave the window; absent: the default position. */
  readonly position?: Place | undefined;
  readonly securityConfirmed: boolean;
}

export const usualSize: Size = { width: 450, height: 400 };
/** Smallest size of the window in px, at which it shows a few lines and all buttons. */
export const smallestSize: Size = { width: 300, height: 220 };
/** Width of the browser window in px below which the scratchpad fills the width and cannot be moved or resized. */
const phoneWidth = 480;
/** Least distance in px between the scratchpad and the edges of the browser window. */
const edge = 8;
/** Distance in px from the top at which the window opens: the height of the navigation. */
const usualTop = 63;

export const isPhone = ({ width }: Size): boolean => width < phoneWidth;

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Returns the size, limited to the smallest size and to the room in the browser window. */
export function fittingSize({ width, height }: Size, room: Size): Size {
  return {
    width: Math.round(between(width, smallestSize.width, Math.max(smallestSize.width, room.width - 2 * edge))),
    height: Math.round(between(height, smallestSize.height, Math.max(smallestSize.height, room.height - 2 * edge))),
  };
}

/** Returns the size, limited to the room to the right of and below the window's position. */
export const sizeAt = ({ left, top }: Place, size: Size, room: Size): Size =>
  fittingSize(size, { width: room.width - left + edge, height: room.height - top + edge });

/**
 * Returns a position at which the scratchpad is fully visible, if the browser window is large enough. Unless the user
 * has moved the scratchpad, it is at the right edge.
 */
export function fittingPlace(position: Place | undefined, size: Size, room: Size): Place {
  const left = position?.left ?? room.width - size.width - 2 * edge;
  const top = position?.top ?? usualTop;
  return {
    left: Math.round(between(left, edge, Math.max(edge, room.width - size.width - edge))),
    top: Math.round(between(top, edge, Math.max(edge, room.height - size.height - edge))),
  };
}

const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Converts a stored value to the state of the scratchpad; missing and invalid members get their defaults. */
export function readPad(stored: unknown): Pad {
  const { opened, value, size, position, securityConfirmed } = partsOf(stored);
  const { width, height } = partsOf(size);
  const { left, top } = partsOf(position);
  return {
    opened: opened === true,
    value: typeof value === 'string' ? value : '',
    size: isLength(width) && isLength(height) ? { width, height } : usualSize,
    ...(isLength(left) && isLength(top) && { position: { left, top } }),
    securityConfirmed: securityConfirmed === true,
  };
}

export type ScratchpadHint = 'saved' | 'copied' | 'notCopied' | 'cleared';

export interface ScratchpadContext {
  readonly pad: Pad;
  /** Present size of the browser window in px. */
  readonly room: Size;
  /** New size of the browser window in px, which applies once resizing has paused. */
  readonly nextRoom: Size;
  readonly hint: ScratchpadHint | undefined;
  /** True if the browser could not store the notes. */
  readonly unkept: boolean;
}

export type ScratchpadEvent =
  | { type: 'typed'; value: string }
  | { type: 'cleared' }
  | { type: 'copied'; done: boolean }
  | { type: 'warning.confirmed' }
  | { type: 'moved'; position: Place }
  | { type: 'resized'; size: Size }
  | { type: 'room.changed'; room: Size }
  /** Another tab has stored its notes. This tab takes them over unless the user is typing in it. */
  | { type: 'stored'; pad: Pad }
  | { type: 'keeping.ended'; done: boolean }
  /** The notes were emitted for storing after a pause in typing; a hint reports this. */
  | { type: 'autosaved' }
  | { type: 'closed' };

export const scratchpadMachine = setup({
  types: {
    context: {} as ScratchpadContext,
    events: {} as ScratchpadEvent,
    input: {} as { readonly pad: Pad; readonly room: Size },
    emitted: {} as { type: 'kept'; pad: Pad },
  },
  actions: {
    change: assign(({ context }, changes: Partial<Pad>) => ({ pad: { ...context.pad, ...changes } })),
    keep: emit(({ context: { pad } }) => ({ type: 'kept' as const, pad })),
    /** Takes over the notes of another tab; position and size of the window stay. */
    takeNotes: assign(({ context }, { value, securityConfirmed }: Pad) => ({
      pad: { ...context.pad, value, securityConfirmed },
    })),
    say: assign((_, { hint }: { hint: ScratchpadHint }) => ({ hint })),
    sayNothing: assign({ hint: undefined }),
  },
  delays: { savedAfterMs, hintMs, roomAfterMs },
}).createMachine({
  id: 'scratchpad',
  context: ({ input: { pad, room } }) => ({
    pad: { ...pad, opened: true },
    room,
    nextRoom: room,
    hint: undefined,
    unkept: false,
  }),
  initial: 'open',
  states: {
    open: {
      entry: 'keep',
      type: 'parallel',
      on: {
        'warning.confirmed': { actions: [{ type: 'change', params: { securityConfirmed: true } }, 'keep'] },
        moved: { actions: [{ type: 'change', params: ({ event }) => ({ position: event.position }) }, 'keep'] },
        resized: { actions: [{ type: 'change', params: ({ event }) => ({ size: event.size }) }, 'keep'] },
        'keeping.ended': { actions: assign({ unkept: ({ event }) => !event.done }) },
        closed: 'closed',
      },
      states: {
        text: {
          initial: 'settled',
          on: {
            typed: {
              target: '.typing',
              actions: { type: 'change', params: ({ event }) => ({ value: event.value }) },
            },
            cleared: { target: '.settled', actions: [{ type: 'change', params: { value: '' } }, 'keep'] },
          },
          states: {
            settled: { on: { stored: { actions: { type: 'takeNotes', params: ({ event }) => event.pad } } } },
            typing: { after: { savedAfterMs: { target: 'settled', actions: ['keep', raise({ type: 'autosaved' })] } } },
          },
        },
        hint: {
          initial: 'none',
          on: {
            copied: {
              target: '.shown',
              actions: {
                type: 'say',
                params: ({ event }) => ({ hint: event.done ? ('copied' as const) : ('notCopied' as const) }),
              },
            },
            cleared: { target: '.shown', actions: { type: 'say', params: { hint: 'cleared' } } },
            autosaved: { target: '.shown', actions: { type: 'say', params: { hint: 'saved' } } },
          },
          states: {
            none: { entry: 'sayNothing' },
            shown: { after: { hintMs: 'none' } },
          },
        },
        room: {
          initial: 'settled',
          on: {
            'room.changed': {
              target: '.changing',
              actions: assign({ nextRoom: ({ event }) => event.room }),
            },
          },
          states: {
            settled: {},
            changing: {
              after: {
                roomAfterMs: { target: 'settled', actions: assign({ room: ({ context }) => context.nextRoom }) },
              },
            },
          },
        },
      },
    },
    closed: {
      type: 'final',
      entry: [{ type: 'change', params: { opened: false } }, 'keep'],
    },
  },
});
