/**
 * Compares the snippets for all types of inputs with a record: their names, where they belong, and their texts.
 * `UPDATE_RECORDS=1` writes the record anew; read its difference before you commit it.
 */
import { test } from 'node:test';
import { brokerSnippets } from '../../../../elements/admin/inputs/broker-snippets.js';
import type { SendTarget, Snippet } from '../../../../elements/admin/inputs/snippet.js';
import { snippetsFor } from '../../../../elements/admin/inputs/snippets.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { expectRecord } from '../../../record-file.js';

const plain: SendTarget = { host: 'logs.example.org', port: 12201, tls: false, auth: 'none' };
const targets: Readonly<Record<string, SendTarget>> = {
  'TLS and a token': { ...plain, tls: true, auth: 'token' },
  'TLS and a password': { ...plain, host: '2001:db8::1', tls: true, auth: 'basic' },
};
const amqp = { broker_hostname: 'mq.example.org', broker_port: 5671, queue: 'logs-%d' };
const kafka = { bootstrap_server: 'k1:9092,k2:9092', topic_filter: '^my-logs$' };

const linesOf = (snippets: readonly Snippet[]): readonly string[] =>
  snippets.flatMap(({ name, place, text }) => [`${name} | ${place}`, ...text.split('\n').map((line) => `  ${line}`)]);

function* linesOfType(type: string): Generator<string> {
  const usual = linesOf(snippetsFor(type, plain));
  const ofBroker = linesOf(brokerSnippets(type, /kafka/i.test(type) ? kafka : amqp) ?? []);
  if (usual.length + ofBroker.length > 0) yield `# ${type}`;
  yield* [...usual, ...ofBroker];
  // Inputs over UDP have neither TLS nor credentials. Only the lines that differ are recorded for other targets.
  for (const [name, target] of /udp/i.test(type) ? [] : Object.entries(targets)) {
    const others = linesOf(snippetsFor(type, target)).filter((line) => !usual.includes(line));
    if (others.length > 0) yield* [`## with ${name}`, ...others];
  }
  const secured = linesOf(brokerSnippets(type, { ...amqp, tls: true }) ?? []).filter(
    (line) => !ofBroker.includes(line),
  );
  if (secured.length > 0 && !/kafka/i.test(type)) yield* ['## with TLS', ...secured];
}

test('the snippets for all types of inputs are those of their record', async () => {
  const lines = Object.values(inputTypeIds).flatMap((type) => [...linesOfType(type)]);
  await expectRecord(new URL('snippets.record.txt', import.meta.url), lines);
});
