/** Decides into which streams a message goes (contract data-intake, "Stream routing"), and counts per stream. */
import type { Collection, IncomingMessage } from '../store/types.js';
import { Meter } from './meter.js';
import { compileStream, fieldsOf, type FieldOf } from './stream-rules.js';
import { defaultStreamId, type StreamDocument } from './streams.js';

export class Router {
  /** By document: a changed stream is another document, so it is compiled anew and the old one forgotten. */
  readonly #compiled = new WeakMap<StreamDocument, (field: FieldOf) => boolean>();
  readonly #meters = new Map<string, Meter>();

  constructor(private readonly streams: Collection<StreamDocument>) {}

  /** Ids of the streams; never empty. */
  readonly route = (message: IncomingMessage): string[] => {
    const ids: string[] = [];
    const field = fieldsOf(message);
    let removed = false;
    for (const stream of this.streams.all()) {
      if (stream.disabled || stream.rules.length === 0 || !this.#matcher(stream)(field)) continue;
      ids.push(stream.id);
      removed ||= stream.remove_matches_from_default_stream;
    }
    if (!removed) ids.unshift(defaultStreamId);
    return ids;
  };

  /** Counts what has been stored. */
  count(messages: readonly IncomingMessage[]): void {
    for (const { streams } of messages) for (const id of streams) this.#meter(id).mark(1);
  }

  /** Called once a second. */
  tick(): void {
    for (const [id, meter] of this.#meters) {
      if (this.streams.get(id)) meter.tick();
      else this.#meters.delete(id);
    }
  }

  /** Messages per second by stream. */
  *rates(): Iterable<readonly [streamId: string, perSecond: number]> {
    for (const { id } of this.streams.all()) yield [id, this.#meters.get(id)?.perSecond ?? 0];
  }

  #meter(id: string): Meter {
    const meter = this.#meters.get(id) ?? new Meter();
    this.#meters.set(id, meter);
    return meter;
  }

  #matcher(stream: StreamDocument): (field: FieldOf) => boolean {
    const compiled = this.#compiled.get(stream) ?? compileStream(stream);
    this.#compiled.set(stream, compiled);
    return compiled;
  }
}
