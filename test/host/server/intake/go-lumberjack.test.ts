/** Receives events from the Go lumberjack client that Beats shippers use. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { findMessages } from '../../../find-messages.js';
import { exitOf, startTestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';
import { builtProgram, lumberjackModule } from './go-program.js';

/**
 * Go program: sends batches of 50, prints acknowledged counts, ends with the connection. Arguments: address,
 * compression level.
 */
const program = `package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	v2 "github.com/elastic/go-lumber/client/v2"
)

func main() {
	level, _ := strconv.Atoi(os.Args[2])
	client, err := v2.SyncDial(os.Args[1], v2.CompressionLevel(level), v2.Timeout(60*time.Second))
	if err != nil {
		panic(err)
	}
	for first := 0; ; first += 50 {
		batch := []interface{}{}
		for n := first; n < first+50; n++ {
			batch = append(batch, map[string]interface{}{
				"@timestamp": "2026-03-04T05:06:07.123Z",
				"message":    "basket by go " + strconv.Itoa(n),
				"number":     n,
				"paid":       false,
				"host":       map[string]interface{}{"name": "web-13"},
				"agent":      map[string]interface{}{"type": "filebeat", "version": "8.0.0"},
				"fields":     map[string]interface{}{"product": "t\\u00eba"},
			})
		}
		sent, err := client.Send(batch)
		if err != nil {
			return
		}
		fmt.Println(sent)
	}
}
`;
for (const { how, level } of [
  { how: 'plain', level: 0 },
  { how: 'compressed', level: 3 },
])
  test(`events of the Go lumberjack client, ${how}, keep their fields; acknowledged events survive kill -9`, async (context) => {
    const path = await builtProgram(await temporaryDirectory(context), program);
    if (path === undefined) return context.skip(`Go, or ${lumberjackModule}, is not here`);
    const data = await temporaryDirectory(context);
    const first = await startTestServer({ data });
    const { port } = await startInput(first, await first.login(), inputTypeIds.beats);
    const client = spawn(path, [`127.0.0.1:${port}`, String(level)], { stdio: ['ignore', 'pipe', 'inherit'] });
    context.after(() => client.kill());
    let output = '';
    client.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const acknowledged = (): number =>
      output
        .split('\n')
        .slice(0, -1)
        .reduce((sum, count) => sum + Number(count), 0);
    await until('500 messages are acknowledged', () => acknowledged() >= 500);
    await first.kill();
    await exitOf(client);
    const count = acknowledged();

    const again = await startTestServer({ data });
    context.after(() => again.stop());
    const session = await again.login();
    const numbers = `filebeat_number:[0 TO ${count - 1}]`;
    await until(
      'all acknowledged messages are found',
      async () => (await findMessages(again, session, numbers)).total >= count,
    );
    assert.equal(
      (await findMessages(again, session, numbers)).total,
      count,
      'each acknowledged event is found exactly once',
    );
    const { messages } = await findMessages(again, session, `filebeat_number:${count - 1}`, 1);
    const expected = {
      message: `basket by go ${count - 1}`,
      timestamp: '2026-03-04T05:06:07.123Z',
      source: 'web-13',
      filebeat_paid: false,
      filebeat_fields_product: 'tëa',
    };
    const [found = {}] = messages;
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]])), expected);
  });
