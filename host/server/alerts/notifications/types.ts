/** Interface between event definitions and notifications: the only way from a definition that made an event to its recipients. */
import type { BacklogMessage, EventDefinition } from '../../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../../api/contract/events.js';

export interface NotificationJob {
  readonly notificationId: string;
  readonly event: Event;
  /** The definition at the time of the event. */
  readonly eventDefinition: EventDefinition;
  /** Messages that the event was made of, as many as the definition asks for. */
  readonly backlog: readonly BacklogMessage[];
}

export interface NotificationQueue {
  /**
   * Resolves when the job is durable: it is done even if the server ends then. Notification and event's id name a job: one that was
   * queued before is not queued again, since after a crash the same event may be handed over a second time. Grace periods have been
   * examined. A notification that is no more is no error.
   */
  enqueue(job: NotificationJob): Promise<void>;
  /** Jobs of a definition that wait to be sent. */
  waiting(eventDefinitionId: string): number;
  /** Forgets those; one that is being sent may end. */
  clear(eventDefinitionId: string): Promise<void>;
}
