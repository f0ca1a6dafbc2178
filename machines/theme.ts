/** Modes of the theme (spec 1 §4 "Theme"): `teint` (light) and `noir` (dark). */
export type ThemeMode = 'teint' | 'noir';

/** Converts a stored preference to a mode; undefined when it is no known mode. */
export function themeModeOf(value: unknown): ThemeMode | undefined {
  return value === 'teint' || value === 'noir' ? value : undefined;
}
