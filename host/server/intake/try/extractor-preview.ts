/** Previews an extractor: runs it on sample texts as the intake does, without storing anything. */
import type { ExtractorPreview } from '../../../../api/contract/extractors.schema.js';
import type { GrokPattern } from '../../../../api/contract/grok.js';
import { Yielder } from '../../foundation/yielding.js';
import type { LookupTables } from '../extractors/extraction.js';
import type { IncomingMessage } from '../../store/types.js';
import { RunningExtractor, setValue, type ExtractorDocument } from '../inputs/running-extractor.js';

/** Time limit for all texts together in milliseconds. */
const mostMs = 3_000;
const mostSamples = 10;
/** Largest number of fields that a sample shows. */
const mostFields = 30;
const longestValue = 500;

/**
 * Runs the extractor on the texts and returns counts and samples of changed fields. It yields to the event loop between
 * texts, and ends early when the signal is aborted or the time limit is exceeded.
 */
export async function previewExtractor(
  definition: ExtractorDocument,
  patterns: readonly GrokPattern[],
  texts: readonly string[],
  signal: AbortSignal,
  tables: LookupTables | undefined,
): Promise<ExtractorPreview> {
  const extractor = new RunningExtractor(definition, () => patterns, tables);
  const preview: ExtractorPreview = { tried: 0, matched: 0, failed: 0, samples: [] };
  const now = Date.now();
  const until = performance.now() + mostMs;
  const yielder = new Yielder();
  for (const [position, text] of texts.entries()) {
    if (yielder.isOver) await yielder.pause();
    if (signal.aborted || performance.now() > until) break;
    const message = messageWith(definition.source_field, text, now);
    const before = factsOf(message);
    const failures = failuresOf(extractor);
    extractor.run(message, now);
    const fields = [...factsOf(message)].filter(([name, value]) => before.get(name) !== value);
    preview.tried += 1;
    if (failuresOf(extractor) > failures) preview.failed += 1;
    if (fields.length === 0) continue;
    preview.matched += 1;
    if (preview.samples.length < mostSamples) {
      preview.samples.push({ position, fields: Object.fromEntries(fields.slice(0, mostFields).map(shortened)) });
    }
  }
  return preview;
}

const failuresOf = ({ exceptions, converterExceptions }: RunningExtractor): number => exceptions + converterExceptions;

function messageWith(field: string, text: string, now: number): IncomingMessage {
  const empty = { timestamp: now, receivedAt: now, source: '', message: '', fields: {}, streams: [], inputId: '' };
  const message: IncomingMessage = empty;
  setValue(message, field, text);
  return message;
}

function factsOf({ message, source, fullMessage, timestamp, fields }: IncomingMessage): ReadonlyMap<string, unknown> {
  const facts = new Map<string, unknown>(Object.entries(fields));
  const own = { message, source, full_message: fullMessage, timestamp: new Date(timestamp).toISOString() };
  for (const [name, value] of Object.entries(own)) facts.set(name, value);
  return facts;
}

const shortened = ([name, value]: readonly [string, unknown]): [string, unknown] => [
  name,
  typeof value === 'string' && value.length > longestValue ? `${value.slice(0, longestValue)}…` : value,
];
