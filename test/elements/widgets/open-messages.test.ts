/** Tests which messages are open below their rows and in the panel, and the limits of the panel's width. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDetailPlace, panelWidth } from '../../../elements/widgets/message-table/detail-place.js';
import {
  alone,
  closed,
  isOpen,
  shownKey,
  toggled,
  type OpenMessages,
} from '../../../elements/widgets/message-table/open-messages.js';
import { messageKey } from '../../../elements/widgets/message-table/columns.js';
import { sampleMessage } from './sample-results.js';

const [first, second, third] = [sampleMessage(0), sampleMessage(1), sampleMessage(2)];
const none: OpenMessages = new Map();

function recorder(refused = false) {
  const log: string[] = [];
  const name = (id: unknown) => [first, second, third].findIndex(({ message }) => message['_id'] === id);
  const tell = ({ message }: typeof first, open: boolean): boolean => {
    log.push(`${open ? 'open' : 'close'} ${name(message['_id'])}`);
    return !(open && refused);
  };
  return { log, tell };
}

describe('open messages', () => {
  it('any number of messages can be open below their rows, each closed separately', () => {
    const { log, tell } = recorder();
    const both = toggled(toggled(none, first, false, tell), second, false, tell);
    assert.ok(isOpen(both, messageKey(first), false) && isOpen(both, messageKey(second), false));
    assert.deepEqual([...toggled(both, first, false, tell).values()], [second]);
    assert.deepEqual(log, ['open 0', 'open 1', 'close 0']);
  });
  it('one message can be open in the panel; a new one opens before the old one closes, so that auto-refresh stays paused', () => {
    const { log, tell } = recorder();
    const next = toggled(toggled(none, first, true, tell), second, true, tell);
    assert.deepEqual([...next.values()], [second]);
    assert.deepEqual(log, ['open 0', 'open 1', 'close 0']);
    assert.equal(toggled(next, second, true, tell).size, 0);
    assert.equal(log.at(-1), 'close 1');
  });
  it('keeps the panel’s message when the host rejects opening another', () => {
    const { log, tell } = recorder(true);
    const before: OpenMessages = new Map([[messageKey(first), first]]);
    assert.equal(toggled(before, second, true, tell), before);
    assert.deepEqual(log, ['open 1']);
  });
  it('shows the message opened last in the panel; showing another closes the others', () => {
    const { log, tell } = recorder();
    const open = [first, second, third].reduce((before, one) => toggled(before, one, false, undefined), none);
    assert.equal(shownKey(open), messageKey(third));
    assert.ok(!isOpen(open, messageKey(first), true));
    assert.deepEqual(
      [...toggled(open, first, true, tell).values()],
      [first],
      'an open message that is hidden by another is shown',
    );
    assert.deepEqual(log, ['close 1', 'close 2']);
    assert.deepEqual([...alone(open, messageKey(second), undefined).values()], [second]);
    assert.equal(closed(open, tell).size, 0);
    assert.deepEqual(log.slice(2), ['close 0', 'close 1', 'close 2']);
  });
});

describe('the width of the panel', () => {
  for (const [name, width, room, expected] of [
    ['is the chosen width', 480, 1200, 480],
    ['is at least 320 px', 100, 1200, 320],
    ['is at most 60 % of panel and table together', 2000, 1500, 900],
    ['leaves enough room for the column heads of the table', 2000, 1200, 700],
    ['is 320 px even if that exceeds the other limits', 480, 400, 320],
  ] as const)
    it(name, () => assert.equal(panelWidth(width, room), expected));
  it('ignores foreign data in its local storage entry', () => {
    assert.ok(isDetailPlace({ beside: true, width: 400 }));
    for (const foreign of [
      null,
      'beside',
      { beside: 'yes', width: 400 },
      { beside: true },
      { beside: true, width: '1' },
    ])
      assert.ok(!isDetailPlace(foreign));
  });
});
