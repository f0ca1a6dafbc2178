/** The search type `events` returns events for the annotation of charts (contract search S15). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventsResult, SearchType } from '../../../../api/contract/searches.js';
import {
  eventMessage,
  eventsStreamId,
  systemEventsStreamId,
} from '../../../../host/server/documents/event-documents.js';
import { anEvent } from '../../../event-documents.js';
import { admin, defaultStream, openSearch, otherStream, resultOf, type RunOptions } from './fixture.js';

test('a search returns events of the time range and the query whose source streams are all searched', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill([{ at: '2024-03-01T10:00:00.000Z', message: 'a log line', fields: { alert: 'text', gl2: 1 } }]);
  const at = '2024-03-01T10:00:00.000Z';
  const events = [
    anEvent({ id: 'default', timestamp: at, message: 'disk full', source_streams: [defaultStream] }),
    anEvent({ id: 'other', timestamp: at, source_streams: [otherStream], alert: true }),
    anEvent({ id: 'both', timestamp: at, source_streams: [defaultStream, otherStream] }),
    anEvent({ id: 'hidden', timestamp: at, source_streams: [defaultStream, '5e9f8f8f8f8f8f8f8f8f8fff'] }),
    anEvent({ id: 'system', timestamp: at, streams: [systemEventsStreamId], source_streams: [] }),
    anEvent({ id: 'later', timestamp: '2024-03-02T10:00:00.000Z', source_streams: [defaultStream] }),
  ];
  await fixture.store.append(events.map(eventMessage));
  await fixture.store.settled();
  const found = async (searchType: Partial<SearchType> = {}, options: RunOptions = {}) => {
    const { events: list } = resultOf<EventsResult>(await fixture.run({ ...searchType, type: 'events' }, options));
    return list.map(({ id }) => id).sort();
  };
  const day = { type: 'absolute', from: '2024-03-01T00:00:00.000Z', to: '2024-03-02T00:00:00.000Z' } as const;
  assert.deepEqual(await found(), ['both', 'default', 'later', 'other', 'system']);
  assert.deepEqual(await found({ timerange: day }), ['both', 'default', 'other', 'system']);
  assert.deepEqual(await found({ streams: [otherStream] }), ['other', 'system']);
  assert.deepEqual(await found({}, { query: 'disk' }), ['default']);
  assert.deepEqual(await found({}, { query: 'line' }), [], 'a log message is not returned as an event');
  const reader = { ...admin, readableStreams: [defaultStream] };
  assert.deepEqual(await found({}, { caller: reader }), ['default', 'later', 'system']);
  const {
    events: [first],
  } = resultOf<EventsResult>(
    await fixture.run({ type: 'events', timerange: day, streams: [otherStream] }, { query: 'alert' }),
  );
  assert.deepEqual(first, {
    id: 'other',
    streams: [otherStream],
    timestamp: at,
    message: 'an alert',
    alert: true,
  });
  // A search that does not name the event streams returns no events among the messages.
  assert.equal((await fixture.messages('')).total_results, 1);
  const named = { streams: [eventsStreamId] };
  assert.equal((await fixture.messages('', named)).total_results, 5);
});
