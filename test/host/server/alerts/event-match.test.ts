// A silence's query finds an event in memory exactly where a search finds it in the store.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { completed, searchEvents } from '../../../../host/server/alerts/event-search.js';
import { distanceAtMost } from '../../../../host/server/alerts/states/edit-distance.js';
import { EventFields, readEventQuery } from '../../../../host/server/alerts/states/event-match.js';
import { createLog } from '../../../../host/server/log/log.js';
import { SearchTypeError } from '../../../../host/server/search/errors.js';
import { readerFor } from '../../../../host/server/search/reader.js';
import { openDocuments, openStore } from '../../../../host/server/store/index.js';
import { anEvent, storeEvents } from '../../../event-documents.js';

const now = Date.UTC(2026, 0, 2);
const streams = ['65e000000000000000000011', '65e000000000000000000012'];
const event = anEvent({
  id: '01KDWTEHG0ABCDEFGHJKMNPQRS',
  timestamp: '2026-01-01T12:00:00.000Z',
  message: 'Disk full on web-1: no space left, naïve retry',
  source: 'Node-1',
  key: 'web-1|10.1.2.3',
  key_tuple: ['web-1', '10.1.2.3'],
  priority: 3,
  alert: true,
  source_streams: streams,
  fields: { host: 'web-1', address: '10.1.2.3', v6: '2001:db8::7', quoted: 'a "b" \\ c', wide: '～' },
  group_by_fields: { service: 'Payments' },
});

const queries = [
  ...['*', 'disk', 'DISK', 'disc', 'disc~1', 'dsik~1', 'disk AND full', 'disk AND NOT full', 'nothing OR space'],
  ...[
    '"disk full"',
    '"full disk"',
    '"disk web"',
    '"disk web"~2',
    '"full disk"~2',
    'message:"space left"',
    '"no space left naïve"',
  ],
  ...['spa*', 'sp?ce', 'message:s*e', 'message:/spa.e/', 'message:/spa/', 'message:[a TO b]', 'message:[disk TO disk]'],
  // Ranges of texts are in the order of code points: `Z` is before `a`, `z` before `ï`, `～` before `😀`.
  ...['fields.host:[A TO Z]', 'group_by_fields.service:[a TO z]', 'group_by_fields.service:<a', 'message:[naz TO nb]'],
  ...['source:[A TO Z]', 'fields.wide:<😀', 'fields.wide:>😀'],
  ...[
    'key:web-1',
    'key:"web-1|10.1.2.3"',
    'key:web*',
    'key:WEB*',
    'key:/web.*3/',
    'fields.host:web-1',
    'fields.host:Web-1',
  ],
  ...['fields.host:web-2~1', 'fields.host:[web-0 TO web-2]', 'fields.host:>web-1', 'fields.quoted:"a \\"b\\" \\\\ c"'],
  ...[
    'source:node-1',
    'source:NODE*',
    'source:/node-./',
    'group_by_fields.service:Payments',
    'group_by_fields.service:payments',
  ],
  ...[
    'fields.address:"10.0.0.0/8"',
    'fields.address:"11.0.0.0/8"',
    'fields.v6:"2001:db8::/32"',
    'fields.v6:"2001:db9::/32"',
  ],
  ...[
    'priority:3',
    'priority:3.0',
    'priority:[2 TO 4]',
    'priority:>3',
    'priority:>=3',
    'priority:{2 TO 3}',
    'priority:high',
  ],
  ...[
    'alert:true',
    'alert:false',
    'alert:yes',
    '_exists_:key',
    '_exists_:nothing',
    'NOT _exists_:silenced',
    'silenced:true',
  ],
  ...[`source_streams:${streams[0]}`, `source_streams:${streams[1]}`, 'source_streams:65e000000000000000000013'],
  ...[
    'timestamp:2026-01-01',
    'timestamp:2026-01-02',
    'timestamp:[2026-01-01 TO 2026-01-02]',
    'timestamp:>now-1d',
    'timestamp:<now-1d',
    '2026',
  ],
  ...[
    '-disk',
    '+disk -nothing',
    '(disk OR x) AND (key:a OR priority:3)',
    '!(disk)',
    'message:""',
    'event_definition_id:65e000000000000000000001',
  ],
];

test('the event matcher finds an event in memory exactly if a search finds it in the store', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-match-'));
  await storeEvents(directory, [event]);
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'node-1', log: createLog('error') });
  try {
    const reader = readerFor(store, { username: 'a', rank: 'interactive' });
    const signal = new AbortController().signal;
    const differing: string[] = [];
    for (const query of queries) {
      const parameters = completed({ timerange: { type: 'relative', range: 0 }, query });
      const { total } = await searchEvents(reader, parameters, { streams: undefined }, now, signal);
      const matches = new EventFields(event).matches(readEventQuery(query), now);
      if (matches !== (total === 1)) differing.push(`${query}: ${matches}, the store says ${total}`);
    }
    assert.deepEqual(differing, []);
  } finally {
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true });
  }
});

test('the event matcher refuses expensive queries, ignores hostile ones, and checks long texts without backtracking', () => {
  const many = Array.from({ length: 11 }, (_, at) => `message:/a${at}.*/`).join(' OR ');
  for (const query of [many, `message:/${'a?'.repeat(150)}/`, 'message:(', 'message:/(/', `key:${'a?'.repeat(150)}`])
    assert.throws(() => readEventQuery(query), SearchTypeError, query);
  assert.doesNotThrow(() => readEventQuery('message:/(ab){120}/'));
  for (const query of ['message:/(a?b){120}/', 'message:/[a-z]{25}/', 'key:/(ab){70}/ OR message:/(ab){70}/'])
    assert.throws(() => readEventQuery(query), /are too large together; write fewer/, query);
  const long = new EventFields({ ...event, message: 'a'.repeat(10_000_000), key: 'a'.repeat(10_000_000) });
  // With backtracking, the match of ten million characters would not end in a lifetime.
  for (const query of [
    'key:/(a+)+b/',
    'key:a*a*a*a*a*b',
    'message:/(a|aa)+b/',
    'aaaa~2',
    '__proto__:x',
    'constructor:x',
  ])
    assert.equal(long.matches(readEventQuery(query), now), false, query);
});

test('the event matcher counts edits of a fuzzy query as the search engine does', () => {
  const cases: readonly [string, string, number, boolean][] = [
    ['disk', 'disk', 0, true],
    ['disk', 'disc', 1, true],
    ['disk', 'dsik', 1, true],
    ['disk', 'dsk', 1, true],
    ['disk', 'disks', 1, true],
    ['ca', 'abc', 2, true],
    ['disk', 'tape', 2, false],
    ['', 'a', 1, true],
    ['😀a', 'a', 1, true],
    ['a'.repeat(300), `${'a'.repeat(299)}b`, 2, false],
  ];
  for (const [left, right, most, wanted] of cases)
    assert.equal(distanceAtMost(left, right, most), wanted, `${left} ${right}`);
});
