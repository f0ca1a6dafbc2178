/** The search jobs of an execution, and which of them a widget waits for. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { searchJobMachine } from './job.js';
import type { searchExecutionMachine } from './machine.js';
import { pageKey } from './pages.js';
import { partKey } from './parts.js';

export type SearchJobActor = ActorRefFrom<typeof searchJobMachine>;

/** The job of all widgets together. */
export const runKey = 'run';

/** The job of a widget: its own if widgets are executed separately, else the common one, or that of another page of its table. */
export function jobOfWidget(
  { children, context }: SnapshotFrom<typeof searchExecutionMachine>,
  widgetId: string,
): SearchJobActor | undefined {
  const pages = (context.request?.widgetMapping[widgetId] ?? []).map(pageKey);
  const key = [partKey(widgetId), runKey, ...pages].find((one) => children[one] !== undefined);
  return key === undefined ? undefined : (children[key] as SearchJobActor | undefined);
}

/** Whole seconds that it has waited for other searches of the same person to end; undefined when it does not. */
export const queuedSeconds = ({ context }: SnapshotFrom<typeof searchJobMachine>): number | undefined =>
  context.queuedMs === undefined ? undefined : Math.floor(context.queuedMs / 1000);
