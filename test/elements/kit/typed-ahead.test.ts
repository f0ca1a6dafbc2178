/** Tests which keys and pasted texts are buffered while an input field is loading, and when buffering ends. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { loadsWithinMs, typedAhead } from '../../../elements/kit/typed-ahead.js';

let page: EventTarget;
let now = 0;
beforeEach((context) => {
  page = new EventTarget();
  now = 1_000;
  // The hook of a test gets the context of this test, whose mocks end with it.
  if ('mock' in context) context.mock.method(performance, 'now', () => now);
  Object.defineProperty(globalThis, 'window', { value: page, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

/** Sends an event to the page, and returns true if the page itself gets it. */
const reaches = (type: string, facts: object = {}): boolean =>
  page.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), facts));
const press = (key: string) => reaches('keydown', { key });
const paste = (text: string) => reaches('paste', { clipboardData: { getData: () => text } });

test('keys and pasted texts are buffered until the field takes them over', () => {
  const typed = typedAhead();
  typed.begin(loadsWithinMs);
  assert.deepEqual([press('a'), press('b'), press('Backspace'), paste(' c\n'), press('Enter')], Array(5).fill(false));
  assert.equal(press('F5'), true);
  assert.equal(typed.text(), 'ac');
  assert.equal(typed.end(), 'ac');
  assert.equal(typed.hasLeft(), false);
  assert.deepEqual([press('d'), paste('e')], [true, true]);
  assert.equal(typed.end(), undefined);
});

test('the page gets keys and pasted texts again after the limit', () => {
  for (const first of [press, paste]) {
    const typed = typedAhead();
    typed.begin(loadsWithinMs);
    now += loadsWithinMs + 1;
    assert.equal(first('a'), true);
    assert.deepEqual([press('b'), paste('c')], [true, true]);
    assert.equal(typed.hasLeft(), true);
    assert.equal(typed.end(), undefined);
  }
});

test('buffering with a limit ends where the user clicks, or presses Tab or Escape; the text typed before is kept', () => {
  for (const leave of [() => reaches('pointerdown'), () => press('Tab'), () => press('Escape')]) {
    const typed = typedAhead();
    typed.begin(loadsWithinMs);
    press('a');
    assert.equal(leave(), true);
    assert.deepEqual([press('b'), paste('c')], [true, true]);
    assert.equal(typed.hasLeft(), true);
    assert.equal(typed.text(), 'a');
    assert.equal(typed.end(), undefined);
    assert.equal(typed.hasLeft(), false);
  }
});

test('buffering without a limit, for a dialog, does not end at a click', () => {
  const typed = typedAhead();
  typed.begin();
  reaches('pointerdown');
  press('a');
  assert.equal(typed.hasLeft(), false);
  assert.equal(typed.end(), 'a');
});
