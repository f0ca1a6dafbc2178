/** The keys that hold wherever one is on a page: what listens for them, menus and the sheet of shortcuts read them here. */

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** `Mod` is Ctrl, on a Mac Cmd: there Ctrl+K deletes to the end of the line. */
export const shortcuts = { query: '/', sheet: '?', palette: 'Mod+K', find: 'Mod+F' } as const;

/** How the keys are called on this machine. */
export const keysText = (keys: string): string => keys.replace('Mod+', isMac() ? '⌘' : 'Ctrl+');

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A sign is pressed with Shift on many keyboards, a letter with `Mod` never. */
export function isPressed(keys: string, { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean {
  const [held, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  const mod = keys.startsWith('Mod+');
  return held === mod && !other && !altKey && !(mod && shiftKey) && key.toUpperCase() === (mod ? keys.slice(4) : keys);
}
