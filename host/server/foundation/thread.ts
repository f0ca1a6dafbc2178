/** Starts the programs of threads. Built programs are beside the server; sources need the loader of TypeScript. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Extension of modules: `.cjs` in the built program, `.js` in the bundles of tests and development, `.ts` in the
 * sources.
 */
const ending = /\.\w+$/.exec(import.meta.url)?.[0] ?? '.js';

/** Starts a thread. @param program URL of the thread's module without its extension */
export function startThread(program: URL, options: WorkerOptions): Worker {
  if (ending !== '.ts') return new Worker(new URL(`${program.href}${ending}`), options);
  // Threads do not inherit the loader of TypeScript with which this process was started.
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${program.href}.ts'); })`;
  return new Worker(load, { ...options, eval: true });
}
