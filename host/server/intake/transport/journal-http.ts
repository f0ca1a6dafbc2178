/**
 * Receives uploads of systemd-journal-upload: the body of POST /upload is a journal in its export format
 * (https://systemd.io/JOURNAL_EXPORT_FORMATS/). The first upload contains the whole journal of a machine. The body is
 * processed as it arrives, and the request is answered when all entries are durable. An interrupted sender continues
 * after its last answered request.
 */
import { DecodeFailure } from '../decode/decoded.js';
import { journalMessage } from '../decode/journal-entry.js';
import { JournalExport, type JournalFields } from '../decode/journal-export.js';
import type { Receiver } from './receiver.js';
import { CallBatch } from './call-batch.js';
import { requireAuthorization, type CredentialsOf } from './http-authorization.js';
import { mediaTypeOf } from './http-bodies.js';
import type { HttpAnswer, HttpCall, HttpService } from './http-listener.js';
import { Refusal } from './refusal.js';

const journal = 'application/vnd.fdo.journal';
/** Largest number of fields of a journal entry; systemd-journal-remote has the same limit. */
const entryFields = 1024;
const limits = { entryBytes: 8 * 1024 * 1024, entryFields, lineBytes: 1024 * 1024 };
/**
 * The entries of a request are submitted to the store when they reach `batchBytes` bytes, or `batchEntries` entries.
 */
const batchBytes = 1024 * 1024;
const batchEntries = 10_000;

type Read = JournalFields | DecodeFailure;
const nothing = () => Buffer.alloc(0);

class Upload {
  readonly #export: JournalExport;
  #read: Read[] = [];
  #batch: CallBatch;
  #bytes = 0;
  #pending = 0;
  #refused = 0;
  #problem: string | undefined;

  constructor(
    private readonly receiver: Receiver,
    private readonly call: HttpCall,
  ) {
    this.#batch = new CallBatch(receiver, call);
    this.#export = new JournalExport(limits, {
      entry: (fields) => this.#read.push(fields),
      broken: (reason) => this.#read.push(new DecodeFailure(reason)),
    });
  }

  async take(part: Buffer): Promise<void> {
    try {
      this.#export.push(part);
    } finally {
      await this.#add(part.length);
    }
    const { pending } = this.#export;
    this.call.hold(pending - this.#pending);
    this.#pending = pending;
    if (this.#bytes >= batchBytes || this.#batch.entries >= batchEntries) await this.submit();
  }

  async finish(): Promise<void> {
    this.#export.end();
    await this.#add(0);
    await this.submit();
  }

  /** Submits the entries that were read; resolves when they are durable. */
  async submit(): Promise<void> {
    const batch = this.#batch;
    const bytes = this.#bytes;
    this.#batch = new CallBatch(this.receiver, this.call);
    this.#bytes = 0;
    this.#refused += batch.refused;
    this.#problem ??= batch.firstRefused?.failure.message;
    await batch.submit(bytes);
  }

  get outcome(): string {
    return this.#problem === undefined
      ? 'OK.'
      : `OK; ${this.#refused} entries refused, the first of them: ${this.#problem}`;
  }

  async #add(bytes: number): Promise<void> {
    this.#bytes += bytes;
    const read = this.#read;
    this.#read = [];
    for (const one of read) {
      const decode = () => {
        if (one instanceof DecodeFailure) throw one;
        return journalMessage(one);
      };
      await this.#batch.add(
        decode,
        one instanceof DecodeFailure ? nothing : () => one.get('MESSAGE')?.[0] ?? nothing(),
      );
    }
  }
}

async function take(call: HttpCall, receiver: Receiver): Promise<HttpAnswer> {
  const upload = new Upload(receiver, call);
  try {
    for await (const part of call.parts()) await upload.take(part);
    await upload.finish();
  } catch (error) {
    // Entries that were read before the failure are stored, although the request is answered with the failure.
    await upload.submit();
    throw error;
  }
  return { status: 202, body: `${upload.outcome}\n` };
}

export const journalService = (receiver: Receiver, credentials: CredentialsOf): HttpService => ({
  endless: true,
  answer: async (call) => {
    if (call.path !== '/upload') throw new Refusal(404, 'Journals are taken at /upload.');
    if (call.method !== 'POST') throw new Refusal(405, 'Only POST is answered here.');
    await requireAuthorization(credentials, call);
    if (mediaTypeOf(call) !== journal) throw new Refusal(415, `Send ${journal}, as systemd-journal-upload does.`);
    return take(call, receiver);
  },
});
