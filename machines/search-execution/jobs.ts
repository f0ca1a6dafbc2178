/** Search jobs of an execution, and the job that each widget waits for. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { searchJobMachine } from './job.js';
import type { searchExecutionMachine } from './machine.js';
import { pageKey } from './pages.js';
import { partKey } from './parts.js';

export type SearchJobActor = ActorRefFrom<typeof searchJobMachine>;

/** Key of the job that executes all widgets together. */
export const runKey = 'run';

/**
 * Returns the job of a widget: its own job if widgets are executed separately, otherwise the common job or the job of a
 * requested table page.
 */
export function jobOfWidget(
  { children, context }: SnapshotFrom<typeof searchExecutionMachine>,
  widgetId: string,
): SearchJobActor | undefined {
  const pages = (context.request?.widgetMapping[widgetId] ?? []).map(pageKey);
  const key = [partKey(widgetId), runKey, ...pages].find((one) => children[one] !== undefined);
  return key === undefined ? undefined : (children[key] as SearchJobActor | undefined);
}

/** Whole seconds that a job has queued behind other searches of the same user; undefined when it is not queued. */
export const queuedSeconds = ({ context }: SnapshotFrom<typeof searchJobMachine>): number | undefined =>
  context.queuedMs === undefined ? undefined : Math.floor(context.queuedMs / 1000);
