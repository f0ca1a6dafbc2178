/** The extractors of one input at work: in their order, on every message before its streams are chosen. */
import type { LookupTables } from '../extractors/extraction.js';
import type { IncomingMessage } from '../../store/types.js';
import { ExtractionRoom, RunningExtractor, type ExtractorDocument, type GrokPatternsOf } from './running-extractor.js';

/**
 * Time limit of all extractors on one message: extractors after it are skipped and counted as failed. The first run of an extractor is
 * not counted, because its pattern is compiled then, and no later message takes as long.
 */
const mostMs = 100;
/** Asking for the work costs more than many an extractor: messages that come within this time of each other share what was asked. */
const sharedMs = 10;

/** CPU time of this process since then, over all threads; on a busy machine it is far less than the elapsed time. */
function workMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

export class InputExtractors {
  #inOrder: readonly RunningExtractor[] = [];
  #worked: NodeJS.CpuUsage = { user: 0, system: 0 };
  #askedAt = -Infinity;

  constructor(
    private readonly grokPatterns: GrokPatternsOf,
    private readonly tables?: LookupTables,
  ) {}

  /** In effect from the next message on; those that are as they were keep their figures. */
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
    if (start - this.#askedAt > sharedMs) {
      this.#worked = process.cpuUsage();
      this.#askedAt = start;
    }
    const before = start - this.#askedAt;
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
