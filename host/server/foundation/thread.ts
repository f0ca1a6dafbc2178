/** Starts the programs of threads: built ones lie beside the server, sources need the loader of TypeScript. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** `.cjs` in the built program, `.js` in the bundles of tests and of development, `.ts` in the sources. */
const ending = /\.\w+$/.exec(import.meta.url)?.[0] ?? '.js';

/** @param program URL of the thread's module without its extension */
export function startThread(program: URL, options: WorkerOptions): Worker {
  if (ending !== '.ts') return new Worker(new URL(`${program.href}${ending}`), options);
  // Threads do not take over the loader of TypeScript that this process was started with.
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${program.href}.ts'); })`;
  return new Worker(load, { ...options, eval: true });
}
