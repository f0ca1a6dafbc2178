/** Tests the snippets that publish messages where an input fetches them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokerSnippets } from '../../../../elements/admin/inputs/broker-snippets.js';
import { brokerTypes } from '../../../../host/server/intake/types/broker-types.js';
import { inputTypeIds as ids } from '../../../../host/server/intake/types/input-type-ids.js';

test('snippets are offered for every input type that fetches from a broker, and for no other type', () => {
  for (const { info } of brokerTypes) {
    const snippets = brokerSnippets(info.type, { bootstrap_server: 'b:9092', broker_hostname: 'b', queue: 'q' });
    assert.ok(snippets && snippets.length > 0, info.name);
  }
  assert.equal(brokerSnippets(ids.gelfTcp, {}), undefined);
  assert.equal(brokerSnippets('constructor', {}), undefined);
});

test('snippets contain host, port and queue or topic of the input', () => {
  const amqp = { broker_hostname: 'mq.example.org', broker_port: 5671, queue: 'logs-%d', tls: true };
  const [pika] = brokerSnippets(ids.gelfAmqp, amqp) ?? [];
  assert.match(pika?.text ?? '', /"mq\.example\.org", 5671.*ssl_options/);
  assert.match(pika?.text ?? '', /"logs-0"/);
  const kafka = { bootstrap_server: 'k1:9092, k2:9092', topic_filter: '^my-logs$' };
  const [shell, filebeat] = brokerSnippets(ids.rawKafka, kafka) ?? [];
  assert.match(shell?.text ?? '', /--bootstrap-server k1:9092,k2:9092 --topic 'my-logs'/);
  assert.match(filebeat?.text ?? '', /\["k1:9092", "k2:9092"\]/);
});

test('snippets contain nothing hostile that a shell would run', () => {
  const hostile = { bootstrap_server: "a';reboot;'", topic_filter: '.*' };
  const [shell] = brokerSnippets(ids.rawKafka, hostile) ?? [];
  assert.ok(!shell?.text.includes('reboot'));
  assert.match(shell?.text ?? '', /--topic 'TOPIC'/, 'a topic pattern is replaced by a placeholder');
});
