/** Describes a kind of notification: its fields, their checks, and how an event is sent. */
import type { NotificationJob } from './types.js';
import type { Fields, Problems, StoredConfig } from './fields.js';
import type { EgressGuard } from '../../outgoing/egress-guard.js';
import type { Mailer } from './mail/mailer.js';

/** Result of sending to one receiver; without an error the receiver has accepted it. */
export interface Delivery {
  /** Target of the delivery, without secrets. */
  readonly to: string;
  readonly body: string;
  readonly error?: string;
  /** True when the receiver has not taken it yet, so that it is tried again. */
  readonly isLater?: boolean;
}

/** Secrets by field. */
export type Secrets = Readonly<Record<string, string>>;

/** Services of the server that a kind may use. */
export interface Means {
  readonly mailer: Mailer;
  /** True to accept what only lacks a mail server: a content pack is installed before one is configured. */
  readonly mayLackMail?: true;
  /** Guard of all outgoing calls. */
  readonly egress: EgressGuard;
  /** Address of a user's e-mail; undefined: there is no such user, or none with an address. */
  readonly addressOf: (username: string) => string | undefined;
  /** Tells whether connections are kept alive. */
  readonly keepAlive: () => boolean;
  /** Address of the Events API of PagerDuty. */
  readonly pagerDutyUrl: string;
}

export interface Telling {
  readonly config: StoredConfig;
  /** Opened; only those that are set. */
  readonly secrets: Secrets;
  readonly title: string;
  readonly job: NotificationJob;
  readonly means: Means;
  readonly signal: AbortSignal;
  /** Receivers that had it at an earlier try. */
  readonly done: ReadonlySet<string>;
  /** One has it, will never take it, or does not take it yet. */
  readonly report: (delivery: Delivery) => void;
}

export interface NotificationKind {
  readonly type: string;
  readonly fields: Fields;
  /** Checks what the table of fields cannot express. @param entered new secrets */
  readonly check: (config: StoredConfig, entered: Secrets, means: Means) => Problems | Promise<Problems>;
  /** Returns the target of the secrets: a stored secret is sent nowhere else. */
  readonly destination: (config: StoredConfig) => string;
  /** @throws LaterError, NeverError with what the receiver says */
  readonly tell: (telling: Telling) => Promise<void>;
}
