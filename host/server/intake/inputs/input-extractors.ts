/** Runs the extractors of an input on its messages, in the configured order. */
import type { LookupTables } from '../extractors/extraction.js';
import type { IncomingMessage } from '../../store/types.js';
import { ExtractionRoom, RunningExtractor, type ExtractorDocument, type GrokPatternsOf } from './running-extractor.js';

/**
 * Time limit in milliseconds of all extractors on one message. When it is exceeded, the remaining extractors are
 * skipped and counted as failed. The first run of an extractor is not counted, because its regular expressions are
 * compiled for the first text.
 */
const mostMs = 100;
/**
 * Milliseconds for which a measurement of the CPU time is used for the following messages as well, because measuring
 * takes longer than many extractors.
 */
const sharedMs = 10;

/**
 * Returns the milliseconds of CPU time that all threads of this process have used since a measurement; on a busy
 * machine, the CPU time is far less than the elapsed time.
 */
function workMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

export class InputExtractors {
  #inOrder: readonly RunningExtractor[] = [];
  #worked: NodeJS.CpuUsage = { user: 0, system: 0 };
  #measuredAt = -Infinity;

  constructor(
    private readonly grokPatterns: GrokPatternsOf,
    private readonly tables: LookupTables | undefined,
  ) {}

  /** Replaces the extractors for the following messages; unchanged extractors keep their metrics. */
  set(documents: readonly ExtractorDocument[]): void {
    const known = new Map(this.#inOrder.map((running) => [running.definition.id, running]));
    this.#inOrder = documents
      .toSorted((a, b) => a.order - b.order)
      .map((document) => {
        const running = known.get(document.id);
        return running?.definition.revision === document.revision
          ? running
          : new RunningExtractor(document, this.grokPatterns, this.tables);
      });
  }

  run(message: IncomingMessage, now: number): void {
    if (this.#inOrder.length === 0) return;
    for (const extractor of this.#inOrder) extractor.prepare();
    const start = performance.now();
    if (start - this.#measuredAt > sharedMs) {
      this.#worked = process.cpuUsage();
      this.#measuredAt = start;
    }
    const before = start - this.#measuredAt;
    let allowed = mostMs;
    const room = new ExtractionRoom();
    for (const extractor of this.#inOrder) {
      const begun = performance.now();
      if (begun - start > allowed && workMs(this.#worked) - before > allowed) {
        extractor.exceptions += 1;
        continue;
      }
      const isFirst = !extractor.hasRun;
      extractor.run(message, now, room);
      if (isFirst) allowed += performance.now() - begun;
    }
  }

  tick(): void {
    for (const extractor of this.#inOrder) extractor.tick();
  }

  get(id: string): RunningExtractor | undefined {
    return this.#inOrder.find(({ definition }) => definition.id === id);
  }
}
