/** Connects the program of a backup with the running server, with the protocol of control.ts. */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { JournalPlace } from '../store/types.js';
import { controlFile, type Answer, type ControlAddress } from './control.js';
import { CommandError } from '../foundation/command-error.js';
import { linesOf } from './lines.js';
import { errorOf } from '../foundation/caught.js';

type Told = Extract<Answer, { ok: true }>;

export interface Moment {
  /** Time of the backup, epoch milliseconds. */
  readonly at: number;
  /** First position of the journal that belongs to the backup. */
  readonly from: JournalPlace;
  /** End of the journal in the backup. */
  readonly end: JournalPlace;
}

const connectMs = 5_000;
const longestAnswer = 4 * 1024 * 1024;

/**
 * Reads the address of the running server; undefined: there is no file with an address, or it is damaged.
 * @throws CommandError when the user may not read the file
 */
async function addressOf(data: string): Promise<ControlAddress | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(join(data, controlFile), 'utf8'));
    const { port = 0, token } = Object(read) as Partial<ControlAddress>;
    const isAddress = Number.isInteger(port) && port > 0 && port < 65_536 && typeof token === 'string';
    return isAddress ? { port, token } : undefined;
  } catch (error) {
    const { code } = errorOf(error);
    if (code === 'EACCES' || code === 'EPERM')
      throw new CommandError(`${join(data, controlFile)} may not be read: run this as the user of the server.`);
    return undefined;
  }
}

function opened(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: connectMs });
    socket.once('connect', () => resolve(socket.setTimeout(0)));
    const failed = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    socket.once('error', failed);
    socket.once('timeout', failed);
  });
}

export class ServerLink {
  readonly #socket: Socket;
  readonly #answers: AsyncGenerator<Readonly<Record<string, unknown>>>;
  node = '';
  /** Names of the indices that are written to. */
  written: readonly string[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    this.#answers = linesOf(socket, longestAnswer);
  }

  /**
   * Connects with the server of a data directory; undefined: no server runs on it.
   * @throws CommandError when the server refuses, or when the user may not read the file with its address
   */
  static async open(data: string): Promise<ServerLink | undefined> {
    const address = await addressOf(data);
    const socket = address && (await opened(address.port));
    if (!socket) return undefined;
    const link = new ServerLink(socket);
    socket.write(`${JSON.stringify({ token: address.token })}\n`);
    const reply = await link.#answer().catch((error: unknown) => {
      if (error instanceof CommandError) throw error;
      return undefined;
    });
    if (!reply) {
      // Another program may listen on the port of a server that was killed.
      link.close();
      return undefined;
    }
    link.node = reply.node ?? '';
    link.written = reply.written ?? [];
    return link;
  }

  /** Pauses the writing of indices. */
  async hold(): Promise<void> {
    this.written = (await this.#ask('hold')).written ?? [];
  }

  /**
   * Pauses the writing of documents as well, and returns the time and the journal positions of the backup.
   * @throws CommandError when the server refuses, or is of another version
   */
  async moment(): Promise<Moment> {
    const { at, from, end } = await this.#ask('moment');
    if (at === undefined || !from || !end)
      throw new CommandError('The server is of another version than this program.');
    return { at, from, end };
  }

  /** Resumes writing. @throws CommandError when writing was not paused for the whole time */
  async goOn(): Promise<void> {
    await this.#ask('go on');
  }

  close(): void {
    this.#socket.destroy();
  }

  async #ask(step: string): Promise<Told> {
    this.#socket.write(`${JSON.stringify({ do: step })}\n`);
    return this.#answer();
  }

  async #answer(): Promise<Told> {
    const next = await this.#answers.next();
    if (next.done) throw new Error('The server has ended the connection.');
    // The type is asserted without a check, because the other side is the server whose port the control file names.
    const answer = next.value as Answer;
    if ('error' in answer) throw new CommandError(answer.error);
    return answer;
  }
}
