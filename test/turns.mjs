/**
 * Preloaded into a server under test (`node --import`): measures the longest turn of its event loop. It counts the CPU
 * time of the main thread where the system provides it, so that other programs do not count; otherwise it counts the
 * elapsed time.
 *
 * It serves HTTP on a port that it writes to the file `TURNS_PORT_FILE`:
 * - `GET /watch` begins to measure turns.
 * - `GET /` returns `{longest, elapsed, peak}` since the last call: the CPU time and the elapsed time of the longest
 *   turns in milliseconds, and the peak of resident memory in bytes.
 * - `GET /cpu` returns the CPU time of all threads since the start in milliseconds.
 */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setInterval } from 'node:timers';

const buffer = Buffer.alloc(128);

/**
 * Returns a function that returns the CPU time of the main thread in nanoseconds. If the system does not provide it,
 * the function returns the elapsed time.
 * @returns {() => number}
 */
export function processorClock() {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const read = () => {
      const length = readSync(file, buffer, 0, buffer.length, 0);
      return Number(buffer.toString('latin1', 0, length).split(' ')[0]);
    };
    if (read() > 0) return read;
    closeSync(file);
  } catch {
    // Only Linux has the file `schedstat`; on other systems the elapsed time is measured.
  }
  return () => performance.now() * 1e6;
}

const clock = processorClock();
const portFile = process.env['TURNS_PORT_FILE'];
let longest = 0;
let elapsed = 0;
let peak = 0;
let last = 0;
let lastTime = 0;
let watching = false;

/** Measures the turn that ends, or a few turns that took less than a millisecond together. */
function turn() {
  longest = Math.max(longest, clock() - last);
  elapsed = Math.max(elapsed, performance.now() - lastTime);
  last = clock();
  lastTime = performance.now();
}

if (portFile !== undefined) {
  setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 100).unref();
  const server = createServer((request, response) => {
    if (request.url === '/cpu') {
      const { user, system } = process.cpuUsage();
      return response.end(JSON.stringify((user + system) / 1000));
    }
    if (watching) turn();
    const answer = JSON.stringify({ longest: longest / 1e6, elapsed, peak });
    longest = 0;
    elapsed = 0;
    peak = process.memoryUsage.rss();
    if (request.url === '/watch' && !watching) {
      watching = true;
      last = clock();
      lastTime = performance.now();
      // The timer fires after each long turn. A callback in every turn would never let the event loop wait for events.
      setInterval(turn, 1).unref();
    }
    response.end(answer);
  });
  server.listen(0, '127.0.0.1', () => writeFileSync(portFile, String(server.address().port)));
  server.unref();
}
