/** Routes messages into streams (contract data-intake, "Stream routing"), and counts them per stream. */
import type { Collection, IncomingMessage } from '../../store/types.js';
import { Meter } from '../../metrics/meter.js';
import { StreamIndex } from './stream-index.js';
import { compileStream, type FieldOf } from './stream-rules.js';
import { defaultStreamId, type StreamDocument } from './streams.js';

export class Router {
  /**
   * Maps each stream document to its compiled rules. A changed stream is a new document, so its rules are compiled
   * again, and the entry of the old document is garbage-collected.
   */
  readonly #compiled = new WeakMap<StreamDocument, (field: FieldOf) => boolean>();
  readonly #meters = new Map<string, Meter>();
  /** Stream list from which the index was built; storing or removing a stream creates a new list. */
  #indexed: readonly StreamDocument[] | undefined;
  #index = new StreamIndex([]);

  constructor(private readonly streams: Collection<StreamDocument>) {}

  /** Returns the ids of the streams of a message; never empty. */
  readonly route = (message: IncomingMessage): string[] => {
    const ids: string[] = [];
    let removed = false;
    for (const stream of this.#current().matching(message)) {
      ids.push(stream.id);
      removed ||= stream.remove_matches_from_default_stream;
    }
    if (!removed) ids.unshift(defaultStreamId);
    return ids;
  };

  /** Counts messages in the rates of their streams. */
  count(messages: readonly IncomingMessage[]): void {
    for (const { streams } of messages) for (const id of streams) this.#meter(id).mark(1);
  }

  /** Updates the rates, and removes the rates of deleted streams; must be called once a second. */
  tick(): void {
    for (const [id, meter] of this.#meters) {
      if (this.streams.get(id)) meter.tick();
      else this.#meters.delete(id);
    }
  }

  /** Yields the messages per second of every stream. */
  *rates(): Iterable<readonly [streamId: string, perSecond: number]> {
    for (const { id } of this.streams.all()) yield [id, this.#meters.get(id)?.perSecond ?? 0];
  }

  #meter(id: string): Meter {
    const meter = this.#meters.get(id) ?? new Meter();
    this.#meters.set(id, meter);
    return meter;
  }

  #current(): StreamIndex {
    const streams = this.streams.all();
    if (streams !== this.#indexed) {
      const routing = streams.filter(({ disabled, rules }) => !disabled && rules.length > 0);
      this.#index = new StreamIndex(routing.map((stream) => ({ stream, takes: this.#matcher(stream) })));
      this.#indexed = streams;
    }
    return this.#index;
  }

  #matcher(stream: StreamDocument): (field: FieldOf) => boolean {
    const compiled = this.#compiled.get(stream) ?? compileStream(stream);
    this.#compiled.set(stream, compiled);
    return compiled;
  }
}
