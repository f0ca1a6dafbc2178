import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { annotations } from '../../../machines/pivot/annotations.js';

const event = (timestamp: string, message = 'm') => ({ id: timestamp, streams: [], timestamp, message, alert: true });
const at = (text: string): number => Date.parse(text);
const axis = { from: at('2026-11-20T18:00:00Z'), to: at('2026-11-20T19:00:00Z') };

describe('annotations', () => {
  const cases: [name: string, events: ReturnType<typeof event>[] | undefined, expected: unknown][] = [
    ['a result without an events search has no annotations', undefined, []],
    ['an events search without hits yields no annotations', [], []],
    [
      'a single event is annotated with its message',
      [event('2026-11-20T18:10:00.000Z', 'disk full')],
      [[at('2026-11-20T18:10:00Z'), 'disk full']],
    ],
    [
      'several events at one instant become one annotation with their number',
      [event('2026-11-20T18:10:00Z', 'a'), event('2026-11-20T18:10:00.000+00:00', 'b')],
      [[at('2026-11-20T18:10:00Z'), '2 alerts occurred.']],
    ],
    [
      'annotations are sorted by time',
      [event('2026-11-20T18:50:00Z'), event('2026-11-20T18:20:00Z')],
      [
        [at('2026-11-20T18:20:00Z'), 'm'],
        [at('2026-11-20T18:50:00Z'), 'm'],
      ],
    ],
    [
      'events outside the axis and events with unreadable times are left out',
      [event('2026-11-20T17:59:59Z'), event('2026-11-20T19:00:01Z'), event('soon')],
      [],
    ],
  ];
  for (const [name, events, expected] of cases) {
    it(name, () =>
      assert.deepEqual(
        annotations(events, axis).map((one) => [one.at, one.text]),
        expected,
      ),
    );
  }
});
