/** Loads files of lookup tables on a worker thread, so that large files do not block the event loop of the server. */
import { randomInt } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { load, type LoadTask } from './load.js';

parentPort?.on('message', (task: LoadTask) => {
  const outcome = load(task, randomInt(1, 2 ** 31));
  const moved: ArrayBuffer[] = [];
  if ('loaded' in outcome) {
    const { rows, tree } = outcome.loaded;
    for (const { buffer } of [rows.text, rows.starts, rows.slots, ...(tree ? [tree.nodes] : [])])
      if (buffer instanceof ArrayBuffer) moved.push(buffer);
  }
  parentPort?.postMessage(outcome, moved);
});
parentPort?.postMessage({});
