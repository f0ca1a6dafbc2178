/** Runs an extractor on the messages of an input (contract data-intake, "Extractor run") and measures it. */
import type { ExtractorMetrics, ExtractorSummary } from '../../../../api/contract/extractors.schema.js';
import { BoundedRegex } from '../../regex/bounded-regex.js';
import { makeConvert, type Convert } from '../extractors/converter-types.js';
import { makeExtract } from '../extractors/make-extract.js';
import { typesAtWork } from '../extractors/types/index.js';
import { ExtractionError, type Extract, type Extracted, type LookupTables } from '../extractors/extraction.js';
import type { GrokPattern } from '../../../../api/contract/grok.js';
import type { FieldValue, IncomingMessage } from '../../store/types.js';
import { fieldName, mayBeSet } from '../decode/field-names.js';
import { fromIso } from '../decode/instants.js';
import { utc } from '../decode/time-zone.js';
import { Timer } from '../../metrics/timer.js';

/** Describes an extractor as it is stored with its input. */
export type ExtractorDocument = Omit<ExtractorSummary, 'exceptions' | 'converter_exceptions' | 'metrics'> & {
  /** Number that each save increments; the metrics of an extractor start from zero with each revision. */
  readonly revision: number;
};

export type GrokPatternsOf = () => readonly GrokPattern[];

/** Text of a field from which an extractor has cut the whole text. */
const fullyCut = 'fullyCutByExtractor';
const uncut = new Set(['message', 'source', 'timestamp']);

/** Returns the text of a field; undefined: the field is absent or no text. */
function textOf(message: IncomingMessage, name: string): string | undefined {
  if (name === 'message') return message.message;
  if (name === 'source') return message.source;
  if (name === 'full_message') return message.fullMessage;
  const value = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Sets a field or fixed part of a message; protected names, invalid times and texts without visible characters are
 * ignored.
 */
export function setValue(message: IncomingMessage, name: string, value: FieldValue): void {
  if (typeof value === 'string' && value.trim() === '') return;
  if (name === 'message') message.message = String(value);
  else if (name === 'source') message.source = String(value);
  else if (name === 'full_message') message.fullMessage = String(value);
  else if (name === 'timestamp') message.timestamp = fromIso(String(value), utc) ?? message.timestamp;
  else if (mayBeSet(name)) message.fields[name] = value;
}

/**
 * Limits the number of characters that all extractors together may create in one message, because each extractor may
 * copy a long text again.
 */
export class ExtractionRoom {
  #left = 4 * 1024 * 1024;

  /** Counts the characters of a value. @throws ExtractionError when the limit is exceeded */
  take(value: FieldValue): void {
    if (typeof value !== 'string') return;
    if (value.length > this.#left)
      throw new ExtractionError('The extractors of the input produce too much text from this message.');
    this.#left -= value.length;
  }
}

function remove(message: IncomingMessage, name: string): void {
  if (name === 'full_message') delete message.fullMessage;
  else delete message.fields[name];
}

function conditionOf({ condition_type, condition_value }: ExtractorDocument): (text: string) => boolean {
  if (condition_type === 'none') return () => true;
  if (condition_type === 'string') return (text) => text.includes(condition_value);
  const pattern = new BoundedRegex(condition_value);
  return (text) => pattern.isIn(text);
}

interface Program {
  readonly condition: (text: string) => boolean;
  readonly extract: Extract;
  readonly converts: readonly Convert[];
}

export class RunningExtractor {
  readonly #total = new Timer();
  readonly #condition = new Timer();
  readonly #execution = new Timer();
  readonly #converters = new Timer();
  #hits = 0;
  #misses = 0;
  exceptions = 0;
  converterExceptions = 0;
  /** True once the extractor has run on a message that contains its source field. */
  hasRun = false;
  /** Compiled form of the extractor, created lazily; null: compilation has failed. */
  #program: Program | null | undefined;
  /** The grok patterns that the program was compiled with. */
  #patterns: readonly GrokPattern[] | undefined;

  constructor(
    readonly definition: ExtractorDocument,
    private readonly grokPatterns: GrokPatternsOf,
    private readonly tables: LookupTables | undefined,
  ) {}

  /**
   * Runs the extractor. It never throws: failures are counted, and the message continues.
   * @param now time of receipt, epoch milliseconds
   * @param room limits the text that all extractors of the input create in this message
   */
  run(message: IncomingMessage, now: number, room = new ExtractionRoom()): void {
    const begun = performance.now();
    try {
      this.#run(message, now, room);
    } catch {
      this.exceptions += 1;
    }
    this.#total.add(performance.now() - begun);
  }

  tick(): void {
    for (const timer of [this.#total, this.#condition, this.#execution, this.#converters]) timer.tick();
  }

  metrics(): ExtractorMetrics {
    return {
      total: this.#total.figures(),
      condition: this.#condition.figures(),
      execution: this.#execution.figures(),
      converters: this.#converters.figures(),
      condition_hits: this.#hits,
      condition_misses: this.#misses,
    };
  }

  #run(message: IncomingMessage, now: number, room: ExtractionRoom): void {
    const text = textOf(message, this.definition.source_field);
    if (text === undefined) {
      this.#misses += 1;
      return;
    }
    const program = this.#current();
    this.hasRun = true;
    if (!program) {
      this.exceptions += 1;
      return;
    }
    let begun = performance.now();
    const meets = program.condition(text);
    let ended = performance.now();
    this.#condition.add(ended - begun);
    if (!meets) {
      this.#misses += 1;
      return;
    }
    this.#hits += 1;
    begun = ended;
    const found = program.extract(text);
    ended = performance.now();
    this.#execution.add(ended - begun);
    if (found.length === 0) return;
    for (const one of found) {
      const target = one.target === undefined ? this.definition.target_field : fieldName(one.target);
      room.take(one.value);
      if (target !== this.definition.target_field) setValue(message, target, one.value);
      else this.#convert(message, one.value, program.converts, now, room);
    }
    if (program.converts.length > 0) this.#converters.add(performance.now() - ended);
    this.#cut(message, text, found[0]);
  }

  #cut(message: IncomingMessage, text: string, found: Extracted | undefined): void {
    const { target_field, source_field, cursor_strategy } = this.definition;
    if (cursor_strategy !== 'cut' || target_field === source_field || uncut.has(source_field)) return;
    const span = found?.span;
    if (!span) return;
    const rest = text.slice(0, span.start) + text.slice(span.end);
    setValue(message, source_field, rest.trim() === '' ? fullyCut : rest);
  }

  /**
   * Applies the converters to an extracted value, one after another as long as the value is a text, and sets the target
   * field to the result. A result without a value removes the target field. A map sets additional fields. A converter
   * that fails is counted and skipped.
   */
  #convert(
    message: IncomingMessage,
    extracted: FieldValue,
    converts: readonly Convert[],
    now: number,
    room: ExtractionRoom,
  ): void {
    let value: FieldValue | undefined = extracted;
    for (const convert of converts) {
      if (typeof value !== 'string') break;
      try {
        const converted = convert(value, now);
        if (typeof converted !== 'object') value = converted;
        else
          for (const [key, of] of converted) {
            room.take(of);
            if (mayBeSet(fieldName(key))) setValue(message, fieldName(key), of);
          }
      } catch {
        this.converterExceptions += 1;
      }
    }
    if (value === undefined) remove(message, this.definition.target_field);
    else setValue(message, this.definition.target_field, value);
  }

  /**
   * Compiles the extractor if it is not compiled, or if the grok patterns have changed. Called before the time limit of
   * a message starts, so that compiling does not count towards it.
   */
  prepare(): void {
    this.#current();
  }

  #current(): Program | null {
    const { type } = this.definition;
    const patterns = typesAtWork.get(type)?.usesGrokPatterns ? this.grokPatterns() : undefined;
    if (this.#program === undefined || patterns !== this.#patterns) {
      this.#patterns = patterns;
      this.#program = this.#made(patterns ?? []);
    }
    return this.#program;
  }

  #made(patterns: readonly GrokPattern[]): Program | null {
    const { type, extractor_config, converters } = this.definition;
    const byName = new Map(patterns.map(({ name, pattern }) => [name, pattern]));
    try {
      return {
        condition: conditionOf(this.definition),
        extract: makeExtract(type, extractor_config, (name) => byName.get(name), this.tables),
        converts: converters.map(({ type: converter, config }) => makeConvert(converter, config, this.tables)),
      };
    } catch {
      return null;
    }
  }
}
