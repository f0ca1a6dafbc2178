/** Describes a kind of entity that can be moved between servers. */
import type { Client } from '../../../api/client.js';
import type { JsonObject } from './values.js';

export interface Entity {
  readonly id: string;
  /** Display title. */
  readonly title: string;
  /** Members that are moved; they contain ids of the server that has listed the entity. */
  readonly body: JsonObject;
  /** Names of the secrets that are set, but that the server does not export. */
  readonly secrets?: readonly string[];
  /** Reason why the entity is not moved; empty: every server creates it itself, so the report omits it. */
  readonly left?: string | undefined;
  /** Remark about the effect of the entity on the target server. */
  readonly remark?: string | undefined;
  /**
   * Configuration as the server returned it; `change` needs its placeholders to keep the secrets of the target server.
   */
  readonly configuration?: JsonObject;
}

export interface Kind {
  /** Display name, such as "streams". */
  readonly name: string;
  readonly list: (client: Client) => Promise<readonly Entity[]>;
  /** Names of the members of `body` that are unordered lists. */
  readonly unordered?: readonly string[];
  /** Returns a key that the same entity has on both servers. @param body body with ids of the target server */
  readonly keyOf: (body: JsonObject, id: string) => string;
  /**
   * Creates an entity on the target server.
   * @param body body with ids of the target server
   * @returns id on that server
   */
  readonly create: (client: Client, body: JsonObject) => Promise<string>;
  readonly change: (client: Client, there: Entity, body: JsonObject) => Promise<void>;
}
