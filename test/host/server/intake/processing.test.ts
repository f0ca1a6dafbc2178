// A changed configuration of the message processors applies to the next message.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { configClasses, processors } from '../../../../api/contract/cluster-config-classes.js';
import { ClusterConfigs } from '../../../../host/server/cluster-config.js';
import { Appender } from '../../../../host/server/intake/appender.js';
import { InputCounters } from '../../../../host/server/intake/inputs/input-counters.js';
import { Receiver } from '../../../../host/server/intake/transport/receiver.js';
import { defaultStreamId } from '../../../../host/server/intake/route/streams.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { RecordingSink } from './recording-sink.js';

test('extractors, static fields and stream rules run in the configured order, unless they are disabled', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-processing-'));
  context.after(() => rm(directory, { recursive: true, force: true }));
  const documents = await openDocuments({ directory });
  context.after(() => documents.close());
  const config = new ClusterConfigs(documents, 'id');
  const receiver = new Receiver(
    {
      inputId: 'i',
      decode: () => ({ message: 'm', fields: {} }),
      overrideSource: undefined,
      staticFields: { fixed: 'yes' },
    },
    {
      appender: new Appender(new RecordingSink()),
      counters: new InputCounters(),
      extract: ({ fields }) => (fields['extracted'] = 'yes'),
      // The fake stream rules add one stream per field, so the streams show which fields existed when the rules ran.
      route: ({ fields }) => [defaultStreamId, ...Object.keys(fields)],
      processing: config.processing,
      onDefect: assert.ifError,
      now: Date.now,
    },
  );
  const taken = () => {
    const { fields, streams } = receiver.message({ message: 'm', fields: {} }, undefined, 0);
    return [Object.keys(fields), streams];
  };
  const both = ['extracted', 'fixed'];
  const set = (order: readonly string[], disabled: readonly string[]) =>
    config.put(configClasses.messageProcessors.name, { processor_order: order, disabled_processors: disabled });

  assert.deepEqual(taken(), [both, [defaultStreamId, ...both]]);
  await set([processors.streams, processors.filters], []);
  assert.deepEqual(taken(), [both, [defaultStreamId]]);
  await set([processors.filters, processors.streams], [processors.filters]);
  assert.deepEqual(taken(), [[], [defaultStreamId]]);
  await set([processors.filters, processors.streams], [processors.streams]);
  assert.deepEqual(taken(), [both, [defaultStreamId]]);
  await config.delete(configClasses.messageProcessors.name);
  assert.deepEqual(taken(), [both, [defaultStreamId, ...both]]);
});
