/**
 * The message that rules read and change: `incoming.ts` creates it from an incoming message and converts it back after
 * the pipelines.
 */
import { EvaluationError } from './function.js';
import { DateTime, furthestMs, Integer, isNumeric, type Value } from './values.js';

/** Matches valid field names in rules; other names are ignored. */
const validName = /^[A-Za-z0-9_.@-]+$/;
/**
 * Largest number of fields of a message, which also applies to received messages; without the limit, rules could split
 * a text into any number of fields.
 */
const mostFields = 2_000;
/** Largest length of a field name in UTF-16 units, which also applies to received messages. */
const longestName = 255;
/** Cache of valid names, because most rules set the same few fields. */
const knownNames = new Set<string>();
const mostKnownNames = 10_000;
const unstorable: ReadonlySet<string> = new Set(['_id', '_ttl', '_source', '_all', '_index', '_type', '_score']);
/** Fields that rules cannot remove; rules cannot remove fields that begin with `gl2_` either. */
const unremovable: ReadonlySet<string> = new Set(['message', 'source', 'timestamp', 'streams', '_id']);

/** Returns the name under which a field is stored; undefined: the name is invalid. */
function storableName(field: string): string | undefined {
  const name = field.trim();
  if (name.length > longestName || !validName.test(name) || unstorable.has(name)) return undefined;
  if (knownNames.size >= mostKnownNames) knownNames.clear();
  knownNames.add(name);
  return name;
}

const noClones: ReadonlyMap<string, number> = new Map();

export class Message {
  /** Id of the input that received the message; undefined: none, for example because a rule created it. */
  readonly inputId: string | undefined;
  /**
   * Maps the id of each rule to the number of clones that the rule made in the chain of clones that ends with this
   * message.
   */
  readonly clonesByRule: ReadonlyMap<string, number>;
  readonly #fields: Map<string, Value>;
  readonly #streams: Set<string>;
  #id: string | (() => string);
  #isDropped = false;
  #isChanged = false;

  /** @param id the id, or a function that creates the id when it is needed, because most messages need no id */
  constructor(
    id: string | (() => string),
    fields: Map<string, Value>,
    streams: Iterable<string>,
    inputId: string | undefined,
    clonesByRule: ReadonlyMap<string, number> = noClones,
  ) {
    this.#id = id;
    this.#fields = fields;
    this.#streams = new Set(streams);
    this.inputId = inputId;
    this.clonesByRule = clonesByRule;
  }

  get id(): string {
    if (typeof this.#id !== 'string') this.#id = this.#id();
    return this.#id;
  }

  /** True after a field was set or removed; a change of the streams alone does not count. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Returns the value of a field, including `message`, `source` and `timestamp`; null: the message lacks it. */
  get(field: string): Value {
    return this.#fields.get(field) ?? null;
  }

  has(field: string): boolean {
    return this.#fields.has(field);
  }

  /** Returns the names of all fields, including `message`, `source` and `timestamp`. */
  names(): IterableIterator<string> {
    return this.#fields.keys();
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#fields.entries();
  }

  /**
   * Sets a field. Texts are trimmed; invalid names, null and blank texts are ignored.
   * @throws EvaluationError when the message has too many fields, except for `gl2_processing_error`
   */
  set(field: string, value: Value): void {
    if (value === null) return;
    const name = knownNames.has(field) ? field : storableName(field);
    if (name === undefined) return;
    if (this.#fields.size >= mostFields && !this.#fields.has(name) && name !== 'gl2_processing_error')
      throw new EvaluationError(`A message has at most ${mostFields} fields: ${name} is one too many.`);
    this.#isChanged = true;
    if (typeof value === 'string') {
      const text = value.trim();
      if (text !== '') this.#fields.set(name, text);
    } else if (name === 'timestamp') this.#setTimestamp(value);
    else this.#fields.set(name, value);
  }

  /** Sets the timestamp; a number counts as epoch milliseconds, and a value that is no date is ignored. */
  #setTimestamp(value: Value): void {
    if (value instanceof DateTime) this.#fields.set('timestamp', value);
    else if (isNumeric(value)) {
      const millis = Math.trunc(Number(value instanceof Integer ? value.value : value));
      if (Math.abs(millis) <= furthestMs) this.#fields.set('timestamp', new DateTime(millis));
    }
  }

  /** Removes a field, except `message`, `source`, `timestamp`, `streams`, `_id` and fields that begin with `gl2_`. */
  remove(field: string): void {
    if (unremovable.has(field) || field.startsWith('gl2_')) return;
    if (this.#fields.delete(field)) this.#isChanged = true;
  }

  get streams(): ReadonlySet<string> {
    return this.#streams;
  }

  addStream(id: string): void {
    this.#streams.add(id);
  }

  removeStream(id: string): void {
    this.#streams.delete(id);
  }

  /** Drops the message: it is not stored, and later stages do not run. */
  drop(): void {
    this.#isDropped = true;
  }

  get isDropped(): boolean {
    return this.#isDropped;
  }

  /** Returns a copy with the fields and streams of this message. */
  copy(id: string | (() => string), clonesByRule: ReadonlyMap<string, number>): Message {
    return new Message(id, new Map(this.#fields), this.#streams, this.inputId, clonesByRule);
  }
}
