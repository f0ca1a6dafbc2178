/** The keys that hold wherever one is on a page: what listens for them, menus and the sheet of shortcuts read them here. */

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** `Mod` is Ctrl, on a Mac Cmd: there Ctrl+K deletes to the end of the line. */
export const shortcuts = { query: '/', sheet: '?', palette: 'Mod+K', find: 'Mod+F' } as const;

/** Names of the keys on this machine. */
export const keysText = (keys: string): string => keys.replace('Mod+', isMac() ? '⌘' : 'Ctrl+');

type Letter = Pick<KeyboardEvent, 'key' | 'shiftKey'> & Partial<Pick<KeyboardEvent, 'code'>>;
type Pressed = Letter & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The key that was pressed; with a layout of another alphabet the Latin letter that it has beside its own. */
export function letterOf({ key, code = '', shiftKey }: Letter): string {
  const latin = /^[^ -~]$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (shiftKey ? latin : latin?.toLowerCase()) ?? key;
}

/** A sign is pressed with Shift on many keyboards, a letter with `Mod` never. */
export function isPressed(keys: string, event: Pressed): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const [held, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  const mod = keys.startsWith('Mod+');
  const wanted = mod ? keys.slice(4) : keys;
  return held === mod && !other && !altKey && !(mod && shiftKey) && letterOf(event).toUpperCase() === wanted;
}
