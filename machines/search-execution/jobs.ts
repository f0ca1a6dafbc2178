/** Finds the search job that a widget waits for. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { searchJobMachine } from './job.js';
import type { searchExecutionMachine } from './machine.js';
import { pageKey } from './pages.js';
import { partKey } from './parts.js';

export type SearchJobActor = ActorRefFrom<typeof searchJobMachine>;

/** Id of the child actor whose job executes all widgets together. */
export const runKey = 'run';

/**
 * Returns the job that a widget waits for; undefined if there is none. It is the widget's own job if widgets are
 * executed separately. Otherwise it is the common job, or the job of a requested page of the widget's message table.
 */
export function jobOfWidget(
  { children, context }: SnapshotFrom<typeof searchExecutionMachine>,
  widgetId: string,
): SearchJobActor | undefined {
  const pages = (context.request?.widgetMapping[widgetId] ?? []).map(pageKey);
  const key = [partKey(widgetId), runKey, ...pages].find((one) => children[one] !== undefined);
  return key === undefined ? undefined : (children[key] as SearchJobActor | undefined);
}

/**
 * Returns how long a job has been queued behind searches of the same user, in whole seconds. Returns undefined if it is
 * not queued.
 */
export const queuedSeconds = ({ context }: SnapshotFrom<typeof searchJobMachine>): number | undefined =>
  context.queuedMs === undefined ? undefined : Math.floor(context.queuedMs / 1000);
