/** Sends messages over a socket into the real store, and reads them back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIntake } from '../../../../host/server/intake/index.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-types.js';
import { createLog } from '../../../../host/server/log/log.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { openTcp, sendUdp } from './open-intake.js';
import { eventually } from './recording-sink.js';

describe('intake and store', () => {
  it('messages of every protocol are stored and found, including hostile text', async (context) => {
    const { store, documents } = await open(context, await temporaryDirectory(context));
    const intake = await createIntake({
      documents,
      sink: store,
      nodeId: 'node-1',
      log: createLog('error', () => undefined),
      inputs: false,
    });
    await intake.start();
    const ports = new Map<string, number>();
    for (const type of ['gelfUdp', 'gelfTcp', 'gelfHttp', 'syslogUdp', 'syslogTcp', 'rawTcp'] as const) {
      const configuration = { bind_address: '127.0.0.1', port: 0 };
      const { id } = await intake.inputs.create(
        { title: type, type: inputTypeIds[type], global: true, configuration },
        'admin',
      );
      ports.set(type, intake.inputs.running(id)?.listening?.port ?? 0);
    }
    const port = (type: string) => ports.get(type) ?? 0;
    const hostile = '<img src=x onerror=alert(1)>\\u0000\\ud800 ‮';
    await sendUdp(
      port('gelfUdp'),
      `{"host":"h","short_message":"udp ${hostile}","__proto__":{"a":1},"_n":9007199254740993}`,
    );
    await sendUdp(port('syslogUdp'), '<34>Oct 11 22:14:15 host su: syslog udp \0 null');
    (await openTcp(context, port('gelfTcp'))).end('{"host":"h","short_message":"gelf tcp","_constructor":"x"}\0');
    (await openTcp(context, port('syslogTcp'))).end(
      '<13>1 2026-01-02T03:04:05.678Z host app 7 - [a@1 x="1" x="2" toString="y"] syslog tcp\n',
    );
    (await openTcp(context, port('rawTcp'))).end(Buffer.from([0x72, 0x61, 0x77, 0x20, 0xff, 0xfe, 0x0a]));
    const answer = await fetch(`http://127.0.0.1:${port('gelfHttp')}/gelf`, {
      method: 'POST',
      body: '{"host":"h","short_message":"gelf http","_n":9007199254740993}',
    });
    assert.equal(answer.status, 202);
    await eventually(() => store.journal.appended >= 6);
    await store.settled();
    const [index] = store.indices();
    assert.ok(index);
    const column = (name: string) => index.fields.get(name)?.column ?? assert.fail(`no field ${name}`);
    const rows = await store.query(
      `SELECT ${column('message')} AS message, ${column('n')} AS n FROM ${index.catalog}.messages ORDER BY 1`,
      [],
    );
    const texts = rows.map(({ message }) => String(message));
    assert.equal(texts.length, 6);
    assert.deepEqual(
      texts.filter((text) => !text.startsWith('udp ')).map((text) => text.replace(/\0|\ufffd/g, '?')),
      ['gelf http', 'gelf tcp', 'raw ??', 'syslog tcp', 'syslog udp ? null'],
    );
    assert.match(texts.find((text) => text.startsWith('udp ')) ?? '', /<img src=x onerror=alert\(1\)>/);
    assert.equal(rows.filter(({ n }) => n === 9007199254740993n).length, 2);
    for (const name of ['constructor', 'toString', 'x']) assert.ok(index.fields.has(name), name);
    await intake.stop();
  });
});
