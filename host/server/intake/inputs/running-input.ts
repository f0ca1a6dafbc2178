/** Runs an input on this node, with its state, transport and counters. Starting and stopping never overlap. */
import type { InputState } from '../../../../api/contract/inputs.schema.js';
import type { IncomingMessage } from '../../store/types.js';
import type { Appender } from '../appender.js';
import { flagOr, textOr } from '../../foundation/attributes.js';
import { InputCounters } from './input-counters.js';
import type { LookupTables } from '../extractors/extraction.js';
import { InputExtractors } from './input-extractors.js';
import type { InputDocument } from './input-document.js';
import type { InputType } from '../types/input-type.js';
import type { EgressGuard } from '../../outgoing/egress-guard.js';
import type { Processing } from '../processing.js';
import type { ReadableFiles } from '../files/readable-files.js';
import { Receiver } from '../transport/receiver.js';
import { RecognisedSources } from '../recognise/recognised-sources.js';
import { ReverseNames } from './reverse-names.js';
import type { GrokPatternsOf } from './running-extractor.js';
import type { FileMemory } from '../files/file-memory.js';
import { errorOf } from '../../foundation/caught.js';
import type { Listening, Transport } from '../transport/transport.js';

export interface RunningInputRooms {
  readonly appender: Appender;
  readonly route: (message: IncomingMessage) => string[];
  readonly processing?: () => Processing;
  readonly files: FileMemory;
  readonly readable: ReadableFiles;
  readonly grokPatterns: GrokPatternsOf;
  /** Adds geographical fields for IP addresses; absent: no database is configured. */
  readonly locate?: (message: IncomingMessage) => void;
  /** Lookup tables for extractors; absent: no tables exist. */
  readonly tables?: LookupTables;
  /** Returns a decrypted value of an input's configuration; empty when the value is not set. */
  readonly secretOf: (input: InputDocument, name: string) => Promise<string>;
  /** Returns a remark on a running input, such as a limit that the input has reached; undefined: there is no remark. */
  readonly remarkOn: (id: string) => string | undefined;
  readonly egress: EgressGuard;
  readonly onDefect: (error: unknown) => void;
  readonly onState: (input: RunningInput) => void;
  /** Called when a log format was recognised that no source of the input has had since the input was started. */
  readonly onRecognised: (input: InputDocument, source: string, title: string) => void;
  readonly now: () => number;
}

export class RunningInput {
  readonly counters = new InputCounters();
  readonly recognised = new RecognisedSources();
  readonly extractors: InputExtractors;
  #state: InputState = 'INITIALIZED';
  #detail: string | null = null;
  #remark: string | null = null;
  #startedAt: number;
  #listening: Listening | undefined;
  #transport: Transport | undefined;
  #receiver: Receiver | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    readonly id: string,
    private readonly rooms: RunningInputRooms,
  ) {
    this.#startedAt = rooms.now();
    this.extractors = new InputExtractors(rooms.grokPatterns, rooms.tables);
  }

  get state(): InputState {
    return this.#state;
  }
  /** Reason why the input has failed or has a problem; null: the input has no problem. */
  get detail(): string | null {
    return this.#detail;
  }
  /** Remark about the input, such as a limit that the input has reached; null: there is no remark. */
  get remark(): string | null {
    return this.#remark ?? this.rooms.remarkOn(this.id) ?? null;
  }
  /** Time of the last change of `state` or `detail`, epoch milliseconds. */
  get startedAt(): number {
    return this.#startedAt;
  }
  get listening(): Listening | undefined {
    return this.#listening;
  }
  /** Receiver of the input's messages; undefined while the input does not run. */
  get receiver(): Receiver | undefined {
    return this.#receiver;
  }

  /**
   * Starts the input, or restarts it with this document. The promise never rejects; the state shows whether the start
   * succeeded.
   */
  start(document: InputDocument, type: InputType | undefined): Promise<void> {
    return this.#next(async () => {
      await this.#stopTransport();
      this.#enter('STARTING');
      this.recognised.clear();
      this.#remark = null;
      try {
        if (!type) throw new Error(`This server has no inputs of type ${document.type}.`);
        this.extractors.set(document.extractors ?? []);
        const receiver = this.#newReceiver(document, type);
        const transport = type.transport(document.attributes, receiver, {
          inputId: document.id,
          files: this.rooms.files,
          readable: this.rooms.readable,
          onRemark: (text) => void (this.#remark = text ?? null),
          onTrouble: (reason) => this.#trouble(reason),
          secret: (name) => this.rooms.secretOf(document, name),
          egress: this.rooms.egress,
          onRecognised: (source, title) => {
            if (this.recognised.add(source, title)) this.rooms.onRecognised(document, source, title);
          },
        });
        this.#listening = await transport.start();
        this.#transport = transport;
        this.#receiver = receiver;
        this.#enter('RUNNING');
      } catch (error) {
        this.#enter('FAILED', errorOf(error).message);
      }
    });
  }

  stop(): Promise<void> {
    return this.#next(async () => {
      if (this.#transport) this.#enter('STOPPING');
      await this.#stopTransport();
      this.#enter('STOPPED');
    });
  }

  #newReceiver(document: InputDocument, type: InputType): Receiver {
    const names = flagOr(document.attributes, 'force_rdns', false) ? new ReverseNames() : undefined;
    return new Receiver(
      {
        inputId: document.id,
        decode: type.decoder(document.attributes),
        overrideSource: textOr(document.attributes, 'override_source', undefined),
        staticFields: document.static_fields,
        ...(names && { nameOf: (address: string, now: number) => names.nameOf(address, now) }),
      },
      {
        ...this.rooms,
        counters: this.counters,
        extract: (message, now) => this.extractors.run(message, now),
      },
    );
  }

  #next(step: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(step);
    return this.#turn;
  }

  async #stopTransport(): Promise<void> {
    const transport = this.#transport;
    this.#transport = undefined;
    this.#receiver = undefined;
    this.#listening = undefined;
    await transport?.stop();
  }

  #enter(state: InputState, detail: string | null = null): void {
    this.#state = state;
    this.#detail = detail;
    this.#startedAt = this.rooms.now();
    this.rooms.onState(this);
  }

  /**
   * Changes the state of a running input because of a problem.
   * @param reason description of the problem; undefined: the input has no problem any more
   */
  #trouble(reason: string | undefined): void {
    if (this.#state !== 'RUNNING' && this.#state !== 'FAILING') return;
    const detail = reason ?? null;
    if (detail !== this.#detail) this.#enter(detail === null ? 'RUNNING' : 'FAILING', detail);
  }
}
