/**
 * Light or dark (spec 1 §4 "Theme"): `teint` (light) or `noir` (dark). The system's colour scheme applies until the
 * user or the host page chooses; the user's choice is saved locally and, unless the user is read-only, as the
 * preference `themeMode`.
 *
 * ```
 * following: system ─ chosen ▶ chosen ─ forgotten ▶ system       host ("theme" attribute light/dark) overrides both
 * ```
 * Order: host attribute, the user's choice, the stored preference, the system.
 * Emits `themeChosen {mode}`, which the owner saves locally and, unless the user is read-only, as a preference.
 */
import { assign, emit, setup } from 'xstate';

export type ThemeMode = 'teint' | 'noir';
export interface ThemeFacts {
  readonly system: ThemeMode;
  /** Mode from local storage or the user's preferences. */
  readonly stored?: ThemeMode | undefined;
  /** The host page's `theme` attribute; `auto` leaves the choice to the others. */
  readonly host?: ThemeMode | 'auto' | undefined;
}
export type ThemeEvent =
  | { type: 'system.changed'; mode: ThemeMode }
  | { type: 'host.changed'; mode: ThemeMode | 'auto' }
  /** The user's preference was loaded, or another tab stored one. */
  | { type: 'preference.loaded'; mode: ThemeMode | undefined }
  | { type: 'mode.chosen'; mode: ThemeMode }
  | { type: 'mode.toggled' };

interface ThemeContext extends ThemeFacts {
  readonly chosen: ThemeMode | undefined;
}

/** The mode to show. */
function shownMode({ host, chosen, stored, system }: ThemeContext): ThemeMode {
  if (host === 'teint' || host === 'noir') return host;
  return chosen ?? stored ?? system;
}

const opposite = (mode: ThemeMode): ThemeMode => (mode === 'teint' ? 'noir' : 'teint');

/** Reads a stored preference; unknown values count as none. */
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
        emit(({ context }) => ({ type: 'themeChosen' as const, mode: shownMode(context) })),
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
