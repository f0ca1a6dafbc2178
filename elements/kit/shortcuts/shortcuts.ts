/** Keyboard shortcuts that work anywhere on a page; listeners, menus and the shortcut sheet read them here. */

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** `Mod` is Cmd on a Mac, where Ctrl+K deletes to the end of the line, otherwise Ctrl. */
export const shortcuts = { query: '/', sheet: '?', palette: 'Mod+K', find: 'Mod+F' } as const;

/** Displayed names of the keys on this operating system. */
export const keysText = (keys: string): string => keys.replace('Mod+', isMac() ? '⌘' : 'Ctrl+');

type Letter = Pick<KeyboardEvent, 'key' | 'shiftKey'> & Partial<Pick<KeyboardEvent, 'code'>>;
type Pressed = Letter & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns the pressed key; on a non-Latin layout the Latin letter of the same physical key. */
export function letterOf({ key, code = '', shiftKey }: Letter): string {
  const latin = /^[^ -~]$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (shiftKey ? latin : latin?.toLowerCase()) ?? key;
}

/**
 * Tells whether a shortcut was pressed. Many keyboards need Shift for a sign, so Shift is ignored for signs; letters
 * with `Mod` never have it.
 */
export function isPressed(keys: string, event: Pressed): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const [held, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  const mod = keys.startsWith('Mod+');
  const wanted = mod ? keys.slice(4) : keys;
  return held === mod && !other && !altKey && !(mod && shiftKey) && letterOf(event).toUpperCase() === wanted;
}
