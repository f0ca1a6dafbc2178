/**
 * Defines the keyboard shortcuts that several modules need: those that handle the keys, menus and the shortcut sheet.
 */

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys by shortcut. `Mod` is Cmd on a Mac, because Ctrl+K deletes to the end of the line there; otherwise Ctrl. */
export const shortcuts = { query: '/', sheet: '?', palette: 'Mod+K', find: 'Mod+F', fullScreen: 'F' } as const;

/** Returns a key combination as it is displayed on the user's operating system. */
export const keysText = (keys: string): string => keys.replace('Mod+', isMac() ? '⌘' : 'Ctrl+');

type Letter = Pick<KeyboardEvent, 'key' | 'shiftKey'> & Partial<Pick<KeyboardEvent, 'code'>>;
type Pressed = Letter & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns the pressed key; on a non-Latin keyboard layout, the Latin letter that is on the physical key. */
export function letterOf({ key, code = '', shiftKey }: Letter): string {
  const latin = /^[^ -~]$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (shiftKey ? latin : latin?.toLowerCase()) ?? key;
}

/**
 * Returns whether an event is the press of a shortcut. Many keyboards need Shift for signs such as `/`, so Shift is
 * ignored for shortcuts without `Mod`; for those with `Mod`, Shift must not be pressed.
 */
export function isPressed(keys: string, event: Pressed): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const [held, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  const mod = keys.startsWith('Mod+');
  const wanted = mod ? keys.slice(4) : keys;
  return held === mod && !other && !altKey && !(mod && shiftKey) && letterOf(event).toUpperCase() === wanted;
}
