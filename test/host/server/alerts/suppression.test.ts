// Silences and mutes suppress only notifications of the definition and the key that they name.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Suppression } from '../../../../host/server/alerts/states/suppression.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { anEvent } from '../../../event-documents.js';
import { temporaryDirectory } from '../store/opened-store.js';

const now = Date.UTC(2026, 0, 2);
const [first, second] = ['65e000000000000000000001', '65e000000000000000000002'];
let count = 0;
const eventOf = (definition: string, key: string) =>
  anEvent({
    id: `event-${(count += 1)}`,
    timestamp: new Date(now).toISOString(),
    event_definition_id: definition,
    key,
    key_tuple: [key],
  });

async function opened(context: TestContext): Promise<Suppression> {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  return new Suppression(documents);
}

/** Returns definition and key of the events for which no notification is sent. */
async function suppressedOf(suppression: Suppression, at = now): Promise<string[]> {
  const events = [first, second].flatMap((definition) => ['a', 'b'].map((key) => eventOf(definition, key)));
  const marked = await suppression.marked(events, at);
  return marked.flatMap(({ silenced, event_definition_id: definition, key }) =>
    silenced ? [`${definition.at(-1)} ${key}`] : [],
  );
}

const until = (ms: number): string => new Date(now + ms).toISOString();

test('a silence of one definition suppresses all its events until the silence ends', async (context) => {
  const suppression = await opened(context);
  const body = { query: '*', reason: 'known', ends_at: until(60_000), event_definition_id: first };
  await suppression.silences.create(body, 'ada', now);
  assert.deepEqual(await suppressedOf(suppression), ['1 a', '1 b']);
  assert.deepEqual(await suppressedOf(suppression, now + 60_000), [], 'the silence does not apply at its end time');
});

test('a silence of all definitions suppresses the events that its query matches', async (context) => {
  const suppression = await opened(context);
  const body = { query: 'key:a', reason: 'known', ends_at: until(60_000), event_definition_id: null };
  await suppression.silences.create(body, 'ada', now);
  assert.deepEqual(await suppressedOf(suppression), ['1 a', '2 a']);
});

test('a mute suppresses one key of one definition until the mute ends', async (context) => {
  const suppression = await opened(context);
  const wanted = { status: 'muted', note: 'known', until: now + 60_000 } as const;
  await suppression.states.change(eventOf(first, 'a'), 'index', 0, wanted, 'ada', now);
  assert.deepEqual(await suppressedOf(suppression), ['1 a']);
  assert.deepEqual(await suppressedOf(suppression, now + 60_000), []);
});
