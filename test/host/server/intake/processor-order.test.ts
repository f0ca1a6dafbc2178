import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Appender } from '../../../../host/server/intake/appender.js';
import { newFields } from '../../../../host/server/intake/decode/decoded.js';
import { InputCounters } from '../../../../host/server/intake/inputs/input-counters.js';
import { pipelinesOf, type Processing } from '../../../../host/server/intake/processing.js';
import { defaultStreamId } from '../../../../host/server/intake/route/streams.js';
import { Receiver } from '../../../../host/server/intake/transport/receiver.js';
import type { IncomingMessage } from '../../../../host/server/store/types.js';

/** Sends one message through all processors. @returns the message that pipeline rules saw, and the stored messages */
async function taken(processing: Processing) {
  let seen: { fields: string[]; streams: string[] } | undefined;
  const stored: IncomingMessage[] = [];
  const steps = (): Processing => processing;
  const run = (messages: readonly IncomingMessage[]): readonly IncomingMessage[] =>
    messages.flatMap((message) => {
      seen = { fields: Object.keys(message.fields).sort(), streams: [...message.streams] };
      const routed = { ...message, fields: { ...message.fields, rule: 1 }, streams: [...message.streams, 'by-rule'] };
      return [routed, { ...message, fields: { made: 1 }, streams: [defaultStreamId] }];
    });
  const sink = {
    pressure: 'open' as const,
    appendedBytes: 0,
    loadedBytes: 0,
    append: async (messages: readonly IncomingMessage[]) => void stored.push(...messages),
    whenOpen: async () => undefined,
  };
  const receiver = new Receiver(
    {
      inputId: 'input',
      decode: () => ({ message: 'm', fields: newFields() }),
      overrideSource: undefined,
      staticFields: { fixed: 'yes' },
    },
    {
      appender: new Appender(sink, undefined, undefined, pipelinesOf(run, steps)),
      counters: new InputCounters(),
      extract: ({ fields }) => void (fields['extracted'] = 1),
      route: ({ fields }) => ('extracted' in fields ? [defaultStreamId, 'by-field'] : [defaultStreamId]),
      processing: steps,
      onDefect: (error) => assert.fail(String(error)),
      now: () => 0,
    },
  );
  const message = receiver.message({ message: 'm', fields: newFields() }, undefined, 0);
  await receiver.submit([message], 1);
  return {
    seen,
    stored: stored.map(({ fields, streams }) => ({ fields: Object.keys(fields).sort(), streams })),
  };
}

const base = { filters: true, streams: true, streamsFirst: false, pipelines: true };
const usual = { fields: ['extracted', 'fixed'], streams: [defaultStreamId, 'by-field'] };

const orders: readonly (readonly [name: string, Processing, Awaited<ReturnType<typeof taken>>])[] = [
  [
    'rules see extracted fields and streams when pipelines come last',
    { ...base, afterPipelines: { filters: false, streams: false } },
    {
      seen: usual,
      stored: [
        { fields: ['extracted', 'fixed', 'rule'], streams: [defaultStreamId, 'by-field', 'by-rule'] },
        { fields: ['made'], streams: [defaultStreamId] },
      ],
    },
  ],
  [
    'rules see neither extracted fields nor streams when pipelines come first, and created messages pass the later steps',
    { ...base, afterPipelines: { filters: true, streams: true } },
    {
      seen: { fields: [], streams: [defaultStreamId] },
      stored: [
        { fields: ['extracted', 'fixed', 'rule'], streams: [defaultStreamId, 'by-rule', 'by-field'] },
        { fields: ['extracted', 'fixed', 'made'], streams: [defaultStreamId, 'by-field'] },
      ],
    },
  ],
  [
    'rules see extracted fields and no streams when only the stream rules come later',
    { ...base, afterPipelines: { filters: false, streams: true } },
    {
      seen: { fields: ['extracted', 'fixed'], streams: [defaultStreamId] },
      stored: [
        { fields: ['extracted', 'fixed', 'rule'], streams: [defaultStreamId, 'by-rule', 'by-field'] },
        { fields: ['made'], streams: [defaultStreamId] },
      ],
    },
  ],
  [
    'no rule runs when the processor of pipelines is disabled',
    { ...base, pipelines: false, afterPipelines: { filters: true, streams: true } },
    { seen: undefined, stored: [usual] },
  ],
];

for (const [name, processing, expected] of orders)
  test(name, async () => {
    assert.deepEqual(await taken(processing), expected);
  });
