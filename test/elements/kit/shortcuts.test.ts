/** Tests which key presses are shortcuts, and the names of keys on each platform. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paletteShortcut, shortcutGroups } from '../../../elements/kit/shortcuts/shortcut-list.js';
import { isPressed, keysText, letterOf, shortcuts } from '../../../elements/kit/shortcuts/shortcuts.js';

const machine = (platform: string): void => {
  Object.defineProperty(globalThis, 'navigator', { value: { platform }, configurable: true });
};

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const ctrl = { ctrlKey: true };
const meta = { metaKey: true };
const shift = { shiftKey: true };

const cases: [keys: keyof typeof shortcuts, key: string, held: Partial<typeof plain>, pc: boolean, mac: boolean][] = [
  ['query', '/', {}, true, true],
  // `/` needs Shift on keyboards that have it above the 7, and `?` needs Shift on most others.
  ['query', '/', shift, true, true],
  ['sheet', '?', shift, true, true],
  ['query', '/', ctrl, false, false],
  ['query', '/', meta, false, false],
  ['sheet', '?', { altKey: true }, false, false],
  ['query', '?', shift, false, false],
  ['palette', 'k', ctrl, true, false],
  ['palette', 'k', meta, false, true],
  ['palette', 'K', ctrl, true, false],
  ['palette', 'k', { ...ctrl, ...shift }, false, false],
  ['palette', 'k', { ...ctrl, ...meta }, false, false],
  ['palette', 'k', {}, false, false],
  ['find', 'f', ctrl, true, false],
  ['find', 'f', meta, false, true],
  ['find', 'Dead', ctrl, false, false],
];
for (const [name, key, held, pc, mac] of cases) {
  test(`pressing ${[...Object.keys(held), key].join(' ')} ${pc ? 'is' : 'is not'} the shortcut ${shortcuts[name]} on a PC, and ${mac ? 'is' : 'is not'} on a Mac`, () => {
    machine('Win32');
    assert.equal(isPressed(shortcuts[name], { ...plain, ...held, key }), pc);
    machine('MacIntel');
    assert.equal(isPressed(shortcuts[name], { ...plain, ...held, key }), mac);
  });
}

test('a letter of another alphabet counts as the Latin letter of its key', () => {
  machine('Linux x86_64');
  const pressed = { ...plain, ...ctrl, code: 'KeyK' };
  for (const key of ['л', 'κ', 'ל', 'ن', 'ㅏ']) assert.ok(isPressed(shortcuts.palette, { ...pressed, key }), key);
  // A Latin letter counts as itself, regardless of its key.
  assert.ok(!isPressed(shortcuts.palette, { ...pressed, key: 't' }));
  assert.ok(isPressed(shortcuts.palette, { ...pressed, key: 'k', code: 'KeyV' }));
  assert.equal(letterOf({ key: 'о', code: 'KeyJ', shiftKey: false }), 'j');
  assert.equal(letterOf({ key: 'О', code: 'KeyJ', shiftKey: true }), 'J');
  assert.equal(letterOf({ key: 'é', code: 'Digit2', shiftKey: false }), 'é');
  assert.equal(letterOf({ key: 'ArrowDown', code: 'ArrowDown', shiftKey: false }), 'ArrowDown');
});

test('keys have the names of the platform; the sheet lists every shortcut once', () => {
  machine('Linux x86_64');
  assert.equal(keysText(shortcuts.palette), 'Ctrl+K');
  machine('MacIntel');
  assert.equal(keysText(shortcuts.palette), '⌘K');
  assert.equal(keysText(shortcuts.query), '/');
  const listed = [paletteShortcut, ...shortcutGroups.flatMap((group) => group.shortcuts)].flatMap(({ keys }) => keys);
  for (const keys of Object.values(shortcuts)) assert.equal(listed.filter((one) => one === keys).length, 1, keys);
});
