/**
 * Defines the interface between event definitions and notifications: the only way from a definition that created an
 * event to its recipients.
 */
import type { BacklogMessage, EventDefinition } from '../../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../../api/contract/events.js';

export interface NotificationJob {
  readonly notificationId: string;
  readonly event: Event;
  /** Event definition as it was at the time of the event. */
  readonly eventDefinition: EventDefinition;
  /** Messages that caused the event, at most as many as the definition configures. */
  readonly backlog: readonly BacklogMessage[];
}

export interface NotificationQueue {
  /**
   * Queues a job; resolves when the job is durable, so that it is executed even if the server ends right afterwards. A
   * job is identified by its notification and its event. A job with the same identity is queued only once, because
   * after a crash the same event may be handed over again. The caller has checked the grace periods. A job of a deleted
   * notification or of a silenced event is ignored without an error.
   */
  enqueue(job: NotificationJob): Promise<void>;
  /** Returns the number of waiting jobs of a definition. */
  waiting(eventDefinitionId: string): number;
  /** Removes the waiting jobs of a definition; a job that is being sent may end. */
  clear(eventDefinitionId: string): Promise<void>;
}
