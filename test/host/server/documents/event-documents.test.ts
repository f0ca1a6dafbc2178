import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../../../../api/contract/events.js';
import { parseJson } from '../../../../api/json.js';
import {
  eventMessage,
  eventsStreamId,
  storedEvent,
  systemEventsStreamId,
} from '../../../../host/server/documents/event-documents.js';

const event: Event = {
  id: '01HZY0000000000000000000AA',
  event_definition_type: 'aggregation-v1',
  event_definition_id: 'definition',
  origin_context: 'urn:graylog:message:es:messages_0:m',
  timestamp: '2026-01-01T00:00:00.000Z',
  timestamp_processing: '2026-01-01T00:00:05.000Z',
  timerange_start: '2025-12-31T23:00:00.000Z',
  timerange_end: null,
  streams: [eventsStreamId],
  source_streams: ['one', 'two'],
  message: 'Many failures',
  source: 'web-1',
  key_tuple: ['a'],
  key: 'a',
  priority: 2,
  alert: true,
  fields: { user: 'jane' },
  group_by_fields: { host: 'db' },
  replay_info: null,
};

test('an event is stored under the names that queries and events of earlier versions have', () => {
  assert.deepEqual([eventsStreamId, systemEventsStreamId], ['000000000000000000000002', '000000000000000000000003']);
  const { fields, ...message } = eventMessage(event);
  assert.deepEqual(message, {
    timestamp: Date.UTC(2026, 0, 1),
    source: 'web-1',
    message: 'Many failures',
    streams: [eventsStreamId],
    inputId: '',
    receivedAt: Date.UTC(2026, 0, 1, 0, 0, 5),
  });
  const { gl2_event: whole, ...searched } = fields;
  assert.deepEqual(searched, {
    id: event.id,
    event_definition_id: 'definition',
    event_definition_type: 'aggregation-v1',
    origin_context: event.origin_context,
    timestamp_processing: event.timestamp_processing,
    timerange_start: event.timerange_start,
    key: 'a',
    priority: 2,
    alert: true,
    source_streams: 'one two',
    gl2_event_source_streams: 'one two',
    'fields.user': 'jane',
    'group_by_fields.host': 'db',
  });
  assert.ok(typeof whole === 'string');
  assert.deepEqual(parseJson(whole), event);
  assert.deepEqual(storedEvent(whole), event);
});

test('an event of other streams, of no stream, or without an instant is not stored', () => {
  for (const streams of [[], ['000000000000000000000001'], [eventsStreamId, 'other']])
    assert.throws(() => eventMessage({ ...event, streams }), TypeError);
  assert.throws(() => eventMessage({ ...event, timestamp: 'yesterday' }), TypeError);
});
