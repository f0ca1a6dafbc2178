/** Indexes the rules of all streams, so that a message is tested only by rules that may match it. */
import type { IncomingMessage } from '../../store/types.js';
import { Prefilter } from './prefilter.js';
import { keysOf, type RuleKey } from './rule-keys.js';
import { asDouble, fieldsOf, type FieldOf } from './stream-rules.js';
import type { StreamDocument } from './streams.js';

export interface RoutedStream {
  readonly stream: StreamDocument;
  readonly takes: (field: FieldOf) => boolean;
}

interface Limit {
  readonly limit: number;
  readonly at: number;
}

/** Contains numbers of streams by the conditions that their rules set for one field. */
interface FieldKeys {
  /** Numbers of streams that require the field to be present. */
  readonly present: number[];
  readonly values: Map<string, number[]>;
  /** Lower limits that streams set for numbers, in ascending order. */
  readonly least: Limit[];
  /** Upper limits that streams set for numbers, in descending order. */
  readonly most: Limit[];
  prefilter: Prefilter | undefined;
}

const fixedNames = [
  'source',
  'message',
  'timestamp',
  'full_message',
  'gl2_source_input',
  'gl2_remote_ip',
  'gl2_remote_port',
];

export class StreamIndex {
  readonly #fields = new Map<string, FieldKeys>();
  /** Indexed fields among `fixedNames`; they are looked up for every message, whatever other fields it has. */
  readonly #fixed: readonly (readonly [string, FieldKeys])[];
  readonly #inputs = new Map<string, number[]>();
  /** Streams that are tested for every message. */
  readonly #always: number[] = [];
  /** For each stream, the number of the last message for which the stream became a candidate. */
  readonly #noted: Uint32Array;
  #message = 0;
  #candidates: number[] = [];

  constructor(private readonly streams: readonly RoutedStream[]) {
    this.#noted = new Uint32Array(streams.length);
    for (const [at, { stream }] of streams.entries()) {
      const keys = keysOf(stream);
      if (keys === 'any') this.#always.push(at);
      else for (const key of keys) this.#add(key, at);
    }
    for (const { least, most } of this.#fields.values()) {
      least.sort((a, b) => a.limit - b.limit);
      most.sort((a, b) => b.limit - a.limit);
    }
    this.#fixed = fixedNames.flatMap((name) => {
      const keys = this.#fields.get(name);
      return keys ? [[name, keys] as const] : [];
    });
  }

  /** Returns the streams that accept the message, in the order of the constructor's list. */
  matching(message: IncomingMessage): StreamDocument[] {
    const field = fieldsOf(message);
    this.#begin();
    for (const at of this.#always) this.#note(at);
    for (const at of this.#inputs.get(message.inputId.toLowerCase()) ?? []) this.#note(at);
    for (const [name, keys] of this.#fixed) this.#ask(keys, field(name));
    if (this.#fields.size > this.#fixed.length) {
      for (const name in message.fields) {
        const keys = this.#fields.get(name);
        if (keys) this.#ask(keys, field(name));
      }
    }
    const matching: StreamDocument[] = [];
    for (const at of this.#candidates.sort((a, b) => a - b)) {
      const candidate = this.streams[at];
      if (candidate?.takes(field)) matching.push(candidate.stream);
    }
    return matching;
  }

  #add(key: RuleKey, at: number): void {
    if (key.kind === 'input') return listed(this.#inputs, key.value, at);
    const keys = this.#fields.get(key.field) ?? newKeys();
    this.#fields.set(key.field, keys);
    switch (key.kind) {
      case 'value':
        return listed(keys.values, key.value, at);
      case 'text':
        return (keys.prefilter ??= new Prefilter()).add(key.text, at);
      case 'field':
        keys.present.push(at);
        return;
      default:
        keys[key.kind].push({ limit: key.limit, at });
    }
  }

  #ask({ present, values, least, most, prefilter }: FieldKeys, value: unknown): void {
    if (value === undefined || value === null) return;
    for (const at of present) this.#note(at);
    if (least.length > 0 || most.length > 0) this.#compare(least, most, asDouble(value));
    if (values.size === 0 && !prefilter) return;
    const text = String(value);
    for (const at of values.get(text.trim()) ?? []) this.#note(at);
    prefilter?.find(text, this.#note);
  }

  #compare(least: readonly Limit[], most: readonly Limit[], value: number | undefined): void {
    if (value === undefined) return;
    for (const { limit, at } of least) {
      if (limit > value) break;
      this.#note(at);
    }
    for (const { limit, at } of most) {
      if (limit < value) break;
      this.#note(at);
    }
  }

  #begin(): void {
    this.#candidates = [];
    this.#message += 1;
    if (this.#message < 0xffff_ffff) return;
    this.#message = 1;
    this.#noted.fill(0);
  }

  readonly #note = (at: number): void => {
    if (this.#noted[at] === this.#message) return;
    this.#noted[at] = this.#message;
    this.#candidates.push(at);
  };
}

const newKeys = (): FieldKeys => ({ present: [], values: new Map(), least: [], most: [], prefilter: undefined });

function listed(lists: Map<string, number[]>, key: string, at: number): void {
  const list = lists.get(key);
  if (list) list.push(at);
  else lists.set(key, [at]);
}
