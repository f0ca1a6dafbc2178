/** Describes a kind of entity that can be moved between servers. */
import type { Client } from '../../../api/client.js';
import type { JsonObject } from './values.js';

export interface Entity {
  readonly id: string;
  /** Title to show. */
  readonly title: string;
  /** Members that are moved, with the ids of their server. */
  readonly body: JsonObject;
  /** Names of what its server does not tell. */
  readonly secrets?: readonly string[];
  /** Why it is not moved, although it is known: every server has it, or it has to come in another way. */
  readonly left?: string | undefined;
  /** Remark about the effect on the other server. */
  readonly remark?: string | undefined;
  /** Configuration of the existing entity, for its change. */
  readonly configuration?: JsonObject;
}

export interface Kind {
  /** Name to show, such as "streams". */
  readonly name: string;
  readonly list: (client: Client) => Promise<readonly Entity[]>;
  /** Members that are lists without an order. */
  readonly unordered?: readonly string[];
  /** A key that is equal on both servers. @param body a body with the other server's ids */
  readonly keyOf: (body: JsonObject, id: string) => string;
  /** @param body with ids of the server that it is made on @returns its id there */
  readonly create: (client: Client, body: JsonObject) => Promise<string>;
  readonly change: (client: Client, there: Entity, body: JsonObject) => Promise<void>;
}
