/** Tests which order of message processors gives rules the data that they need. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageProcessors, processors } from '../../../api/contract/cluster-config-classes.js';
import { orderFault } from '../../../machines/pipelines/processing-order.js';

const named = (names: readonly string[]) =>
  names.map((class_name) => ({
    class_name,
    name: messageProcessors.find((one) => one.class_name === class_name)?.name ?? '',
  }));
const { geoIp, filters, streams, pipelines } = processors;

test('the usual order of message processors has no finding', () =>
  assert.equal(
    orderFault({ processor_order: named([geoIp, filters, streams, pipelines]), disabled_processors: [] }),
    undefined,
  ));

test('processors after the pipelines are named, and the fix moves the pipelines behind the last of them', () => {
  const fault = orderFault({ processor_order: named([pipelines, filters, streams, geoIp]), disabled_processors: [] });
  assert.deepEqual([fault?.kind, fault?.late], ['before', ['Message Filter Chain', 'Stream Rule Processor']]);
  assert.deepEqual(
    fault?.mended.processor_order.map(({ class_name }) => class_name),
    [filters, streams, pipelines, geoIp],
  );
});

test('the check of the order ignores disabled processors', () =>
  assert.equal(
    orderFault({ processor_order: named([pipelines, filters, streams]), disabled_processors: [filters, streams] }),
    undefined,
  ));

test('the fix of the order enables disabled pipelines', () => {
  const fault = orderFault({ processor_order: named([filters, pipelines]), disabled_processors: [pipelines, geoIp] });
  assert.deepEqual([fault?.kind, fault?.mended.disabled_processors], ['off', [geoIp]]);
});
