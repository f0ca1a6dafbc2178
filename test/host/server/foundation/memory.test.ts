// Memory limits are derived from the container's memory, if there is a container.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { availableMemory } from '../../../../host/server/foundation/memory.js';

const GiB = 1024 ** 3;

test("the server uses the memory limit of the process if it is lower than the machine's memory", () => {
  assert.equal(availableMemory(2 * GiB, 16 * GiB), 2 * GiB);
  for (const none of [0, 2 ** 64, 16 * GiB, 9_223_372_036_854_771_712])
    assert.equal(availableMemory(none, 16 * GiB), 16 * GiB);
  assert.ok(availableMemory() > 0);
});
