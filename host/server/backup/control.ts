/**
 * Connects a backup with the running server through a port of the loopback address. A file in the data directory
 * contains the port and a secret, so that only users who may read the data directory can connect. Both sides send lines
 * of JSON:
 *
 * - request `{"token"}`, answer `{"ok": true, "node", "written"}`: from now on no file of a large document is deleted;
 * - request `{"do": "hold"}`, answer `{"ok": true, "written"}`: no index is written;
 * - request `{"do": "moment"}`, answer `{"ok": true, "at", "from", "end"}`: no document is written either, so this is
 *   the instant of the backup;
 * - request `{"do": "go on"}`, answer `{"ok": true}`: all writing continues.
 *
 * The end of the connection, the end of a time limit, or a store that can hold no further messages resumes all paused
 * writing.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rename, unlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../log/log.js';
import type { Documents, JournalPlace, MessageStore } from '../store/types.js';
import { linesOf } from './lines.js';
import { errorOf } from '../foundation/caught.js';

export const controlFile = 'control.json';

export interface ControlAddress {
  readonly port: number;
  readonly token: string;
}

export interface ControlOptions {
  /** Path of the data directory. */
  readonly directory: string;
  readonly nodeId: string;
  readonly documents: Documents;
  readonly store: MessageStore;
  readonly log: Log;
  readonly limits?: Partial<HoldLimits>;
}

export interface HoldLimits {
  /** Longest pause of writing to indices in milliseconds; during the pause messages wait in the journal. */
  readonly indicesMs: number;
  /** Longest pause of writing documents in milliseconds; during the pause requests that write documents wait. */
  readonly documentsMs: number;
  /** Longest time between two lines in milliseconds while nothing is paused. */
  readonly idleMs: number;
}

const holdLimits: HoldLimits = { indicesMs: 15 * 60_000, documentsMs: 30_000, idleMs: 24 * 3_600_000 };
const firstLineMs = 5_000;
const mostConnections = 4;
const fullCheckMs = 250;

export type Answer =
  | { readonly error: string }
  | {
      readonly ok: true;
      readonly node?: string;
      readonly written?: readonly string[];
      readonly at?: number;
      readonly from?: JournalPlace;
      readonly end?: JournalPlace;
    };

export class BackupControl {
  readonly #options: ControlOptions;
  readonly #limits: HoldLimits;
  readonly #token = randomBytes(32).toString('base64url');
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #busy = false;

  private constructor(options: ControlOptions) {
    this.#options = options;
    this.#limits = { ...holdLimits, ...options.limits };
    this.#server = createServer((socket) => void this.#serve(socket));
    this.#server.maxConnections = mostConnections;
  }

  static async open(options: ControlOptions): Promise<BackupControl> {
    const control = new BackupControl(options);
    await new Promise<void>((resolve, reject) => {
      control.#server.once('error', reject);
      control.#server.listen(0, '127.0.0.1', resolve);
    });
    control.#server.unref();
    const { port } = control.#server.address() as AddressInfo;
    const path = join(options.directory, controlFile);
    // The file is created anew, because an existing file could have wider permissions for a moment.
    await unlink(`${path}.new`).catch(() => undefined);
    await writeFile(`${path}.new`, JSON.stringify({ port, token: control.#token } satisfies ControlAddress), {
      mode: 0o600,
      flag: 'wx',
    });
    await rename(`${path}.new`, path);
    return control;
  }

  async close(): Promise<void> {
    await unlink(join(this.#options.directory, controlFile)).catch(() => undefined);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(socket: Socket): Promise<void> {
    const { log } = this.#options;
    this.#sockets.add(socket);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.setTimeout(firstLineMs, () => socket.destroy());
    try {
      await this.#talk(socket, closed);
    } catch (error) {
      log.warn('A backup was broken off', { error });
      if (!socket.destroyed) say(socket, { error: errorOf(error).message });
    } finally {
      socket.end();
      setTimeout(() => socket.destroy(), firstLineMs).unref();
      await closed;
      this.#sockets.delete(socket);
    }
  }

  async #talk(socket: Socket, closed: Promise<void>): Promise<void> {
    const lines = linesOf(socket);
    const first = await lines.next();
    if (first.done || !this.#isToken(first.value['token'])) return;
    if (this.#busy) return say(socket, { error: 'Another backup of it is running.' });
    this.#busy = true;
    const { documents, store, nodeId, log } = this.#options;
    const releaseFiles = documents.keepFiles();
    const ends: (() => void)[] = [];
    const over: Promise<void>[] = [];
    let problem: string | undefined;
    const giveUp = (reason: string): void => {
      if (problem === undefined && socket.writable) say(socket, { error: reason });
      problem ??= reason;
      for (const end of ends) end();
      socket.destroySoon();
    };
    void closed.then(() => giveUp('The backup has ended before it was complete.'));
    const written = (): string[] => store.facts().flatMap(({ name, isWritten }) => (isWritten ? [name] : []));
    const { indicesMs, documentsMs, idleMs } = this.#limits;
    try {
      socket.setTimeout(idleMs);
      say(socket, { ok: true, node: nodeId, written: written() });
      for await (const { do: step } of lines) {
        if (step === 'hold' && over.length === 0) {
          over.push(...(await this.#held((work) => store.whileStill(work), indicesMs, ends, giveUp)));
          log.info('A backup copies the indices that are written to; messages wait in the journal');
          if (problem === undefined) say(socket, { ok: true, written: written() });
        } else if (step === 'moment' && over.length === 1) {
          over.push(...(await this.#held((work) => documents.whileStill(work), documentsMs, ends, giveUp)));
          if (problem === undefined) say(socket, { ok: true, at: Date.now(), ...store.unloaded });
        } else if (step === 'go on' && over.length === 2 && problem === undefined) {
          for (const end of ends) end();
          await Promise.all(over);
          say(socket, { ok: true });
        } else if (problem === undefined) throw new Error(`A backup does not ask for ${JSON.stringify(step)} here.`);
      }
    } finally {
      for (const end of ends) end();
      releaseFiles();
      this.#busy = false;
    }
  }

  #isToken(given: unknown): boolean {
    if (typeof given !== 'string') return false;
    const [a, b] = [Buffer.from(given), Buffer.from(this.#token)];
    return a.length === b.length && timingSafeEqual(a, b);
  }

  /**
   * Pauses writing until the pause is ended, its time limit expires, or it would make the server refuse messages.
   * @param during runs work during the pause, for instance `whileStill`
   * @param ends receives the function that ends the pause, which may be called before the pause has begun
   */
  async #held(
    during: (work: () => Promise<void>) => Promise<void>,
    longestMs: number,
    ends: (() => void)[],
    giveUp: (reason: string) => void,
  ): Promise<Promise<void>[]> {
    const { store } = this.#options;
    const ended = new Promise<void>((resolve) => ends.push(resolve));
    const begunAt = Date.now();
    const watch = setInterval(() => {
      if (Date.now() - begunAt > longestMs)
        giveUp(`Copying took longer than ${Math.round(longestMs / 1000)} seconds, so the server continued without it.`);
      if (store.pressure === 'full')
        giveUp('More messages come in than can wait while indices are copied. Try again when there are fewer.');
    }, fullCheckMs);
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const over = during(() => {
      begin();
      return ended;
    }).finally(() => clearInterval(watch));
    over.catch(() => undefined);
    await Promise.race([begun, over]);
    // The promise is wrapped in an array, because the caller would otherwise await it together with this function.
    return [over];
  }
}

function say(socket: Socket, answer: Answer): void {
  socket.write(`${JSON.stringify(answer)}\n`);
}
