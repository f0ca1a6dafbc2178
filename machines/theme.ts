/**
 * The theme (spec 1 §4 "Theme"): `teint` (light) or `noir` (dark). The colour scheme of the operating system applies
 * until the user or the host page chooses. The user's choice is stored in this browser and, unless the user is
 * read-only, as the preference `themeMode`.
 *
 * ```
 * (any) ─ mode.chosen, mode.toggled, preference.loaded, system.changed, host.changed ─▶ deciding ─▶ teint | noir
 * ```
 * Precedence: attribute of the host page, choice of the user, stored preference, operating system.
 * The machine emits `themeChosen {mode}`, upon which the owner stores the choice.
 */
import { assign, emit, setup } from 'xstate';

export type ThemeMode = 'teint' | 'noir';
export interface ThemeFacts {
  readonly system: ThemeMode;
  /** Mode from the local storage or the user's preferences. */
  readonly stored?: ThemeMode | undefined;
  /** Attribute `theme` of the host page; with `auto` the host page makes no choice. */
  readonly host?: ThemeMode | 'auto' | undefined;
}
export type ThemeEvent =
  | { type: 'system.changed'; mode: ThemeMode }
  | { type: 'host.changed'; mode: ThemeMode | 'auto' }
  /** The user's preference was loaded, or another tab has stored a choice. */
  | { type: 'preference.loaded'; mode: ThemeMode | undefined }
  | { type: 'mode.chosen'; mode: ThemeMode }
  | { type: 'mode.toggled' };

interface ThemeContext extends ThemeFacts {
  readonly chosen: ThemeMode | undefined;
}

/** Returns the mode to show. */
function shownMode({ host, chosen, stored, system }: ThemeContext): ThemeMode {
  if (host === 'teint' || host === 'noir') return host;
  return chosen ?? stored ?? system;
}

const opposite = (mode: ThemeMode): ThemeMode => (mode === 'teint' ? 'noir' : 'teint');

/** Converts a stored preference to a mode; undefined when it is no known mode. */
export function themeModeOf(value: unknown): ThemeMode | undefined {
  return value === 'teint' || value === 'noir' ? value : undefined;
}

export const themeMachine = setup({
  types: {
    context: {} as ThemeContext,
    events: {} as ThemeEvent,
    input: {} as ThemeFacts,
    emitted: {} as { type: 'themeChosen'; mode: ThemeMode },
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => ({ ...input, chosen: undefined }),
  initial: 'deciding',
  on: {
    'system.changed': { target: '.deciding', actions: assign({ system: ({ event }) => event.mode }) },
    'host.changed': { target: '.deciding', actions: assign({ host: ({ event }) => event.mode }) },
    'preference.loaded': { target: '.deciding', actions: assign({ stored: ({ event }) => event.mode }) },
    'mode.chosen': {
      target: '.deciding',
      actions: [
        assign({ chosen: ({ event }) => event.mode }),
        emit(({ event }) => ({ type: 'themeChosen' as const, mode: event.mode })),
      ],
    },
    'mode.toggled': {
      target: '.deciding',
      actions: [
        assign({ chosen: ({ context }) => opposite(shownMode(context)) }),
        // The stored choice is the toggled mode, even while the host page forces another one.
        emit(({ context }) => ({ type: 'themeChosen' as const, mode: context.chosen ?? shownMode(context) })),
      ],
    },
  },
  states: {
    deciding: {
      always: [{ guard: ({ context }) => shownMode(context) === 'noir', target: 'noir' }, { target: 'teint' }],
    },
    teint: {},
    noir: {},
  },
});
