/** Describes a kind of notification: its fields, their checks, and how an event is sent. */
import type { NotificationJob } from './types.js';
import type { Fields, Problems, StoredConfig } from './fields.js';
import type { EgressGuard } from '../../outgoing/egress-guard.js';
import type { Mailer } from './mail/mailer.js';

/** Result of sending to one receiver; without an error the receiver has accepted the message. */
export interface Delivery {
  /** Target of the delivery, without secrets. */
  readonly to: string;
  readonly body: string;
  readonly error?: string;
  /** True: the receiver has not accepted the message yet, so sending is retried. */
  readonly isLater?: boolean;
}

/** Decrypted secrets by field. */
export type Secrets = Readonly<Record<string, string>>;

/** Services of the server that a kind may use. */
export interface Means {
  readonly mailer: Mailer;
  /** Guard of all outgoing requests. */
  readonly egress: EgressGuard;
  /** Returns the e-mail address of a user; undefined: the user does not exist or has no address. */
  readonly addressOf: (username: string) => string | undefined;
  /** Tells whether connections to receivers are kept alive. */
  readonly keepAlive: () => boolean;
  /** URL of PagerDuty's Events API. */
  readonly pagerDutyUrl: string;
}

export interface NotificationAttempt {
  readonly config: StoredConfig;
  /** Decrypted secrets; a secret that is not set is absent. */
  readonly secrets: Secrets;
  readonly title: string;
  readonly job: NotificationJob;
  readonly means: Means;
  readonly signal: AbortSignal;
  /** Receivers that accepted the message, or refused it for good, in an earlier attempt. */
  readonly done: ReadonlySet<string>;
  /** Called with the result of each receiver: accepted, refused for good, or to be retried. */
  readonly report: (delivery: Delivery) => void;
}

export interface NotificationKind {
  readonly type: string;
  readonly fields: Fields;
  /** Checks conditions that `fields` cannot express. @param entered new secrets */
  readonly check: (config: StoredConfig, entered: Secrets, means: Means) => Problems | Promise<Problems>;
  /** Returns the destination of the secrets: stored secrets are never sent to a different destination. */
  readonly destination: (config: StoredConfig) => string;
  /** Sends an event. @throws LaterError or NeverError with the reason */
  readonly tell: (attempt: NotificationAttempt) => Promise<void>;
}
