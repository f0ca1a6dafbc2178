/**
 * Records answers of the server as readable text, and compares the text with a stored one. Ids, times and secrets are
 * replaced by names, so that two runs record the same text. `UPDATE_ANSWERS=1` writes the texts instead of comparing.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '../../../../host/server/foundation/version.js';
import type { TestServer } from '../../../server.js';

export type Body = Readonly<Record<string, unknown>> | readonly unknown[] | string;
export interface Answer {
  readonly status: number;
  readonly text: string;
}

const longestLine = 110;
/** Members with durations, free space, unfinished tasks and free ports, which differ from run to run. */
const changingNumbers =
  /("(?:took_us|adapter_us|left_ms|age_ms|free_bytes|total_bytes|store_size_bytes|store_size|pending_tasks|bytes|took_microseconds|micros|micros_per_message|time)"|"port"(?=:[3-6]\d{4}\b)|"ttl"(?=:\d{10})):[\d.]+/g;

/** Prints a value as JSON; lists and objects that fit are on one line. */
function printed(value: unknown, indent = ''): string {
  const line = JSON.stringify(value) ?? 'nothing';
  if (line.length + indent.length <= longestLine || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => printed(one, deeper))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${printed(one, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`;
}

const time = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g;
const isTime = (name: string): boolean => name.replace(time, '<time>') === '<time>';

/**
 * Replaces each value by the name of its type, and each list by its first entry. Of a dictionary whose keys are times,
 * one entry is left; an empty dictionary gets the same shape, because nothing may have happened yet.
 */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  const entries = Object.entries(value).map(([name, one]) => [name, shapeOf(one)] as const);
  return entries.every(([name]) => isTime(name))
    ? { '<time>': entries[0]?.[1] ?? 'number' }
    : Object.fromEntries(entries);
}

const digest = (value: unknown): string =>
  `#${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)}`;

/** Returns a value as JSON; undefined is the only value without any. */
export const inText = (value: unknown): string => JSON.stringify(value);

/** Sorts every list in an answer whose order is not defined. */
export function inAnyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inAnyOrder).sort((a, b) => (inText(a) < inText(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inAnyOrder(one)]));
}

/** Largest number of entries of a list that is recorded as it is. */
const mostEntries = 10;

/**
 * Shortens long lists: entries that name an entity of the test stay, and one digest stands for all others. A text in
 * braces is the name of an entity (`AnswerRecord.readable`).
 */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const own = value.filter((one) => value.length <= mostEntries || /"\{\w+\}"/.test(JSON.stringify(one)));
    const others = value.filter((one) => !own.includes(one));
    return [
      ...own.map(shortened),
      ...(others.length > 0 ? [`${others.length} others ${digest(others.map(inText).sort())}`] : []),
    ];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/**
 * Shortens long answers that never change: a list becomes one digest, and so does each list and dictionary two levels
 * deep. Other values stay.
 */
export function digested(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) || depth === 2) return digest(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, digested(one, depth + 1)]));
}

/** Sends requests whose paths and bodies contain the names of entities in braces, and replaces ids in the answers. */
export class AnswerRecord {
  #server: TestServer;
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly sessions = new Map<string, string>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Sends later requests to another server, which has the same data. */
  moveTo(server: TestServer): void {
    this.#server = server;
  }

  /** Remembers the id of an entity by a name; a later id of the same name replaces it. */
  keep(name: string, id: string): void {
    this.#names.set(name, id);
    this.#ids.set(id, `{${name}}`);
  }

  idOf(name: string): string {
    return this.#names.get(name) ?? assert.fail(`{${name}} was not created`);
  }

  knows(name: string): boolean {
    return this.#names.has(name);
  }

  /** Replaces names in braces by ids. Braces after a sign, such as `${source}`, and names without an id stay. */
  filled(text: string): string {
    return text.replace(/(?<![$%(])\{([a-z]\w*)\}/gi, (whole, name: string) => this.#names.get(name) ?? whole);
  }

  async send(by: string, call: string, body?: Body): Promise<Answer> {
    const [method = '', path = ''] = this.filled(call).split(' ');
    const session = this.sessions.get(by);
    const response = await this.#server.call(path, {
      method,
      ...(session !== undefined && { session }),
      ...(typeof body === 'string' && { body: this.filled(body) }),
      headers: {
        'X-Graylog-Sidecar-Version': path.endsWith('/node-c') ? '1.6.0' : '1.5.6',
        ...(typeof body === 'string' && { 'Content-Type': 'text/plain' }),
      },
      // Filling in names changes only strings.
      // Cast: `JSON.parse` returns `any`.
      ...(typeof body === 'object' && { json: JSON.parse(this.filled(JSON.stringify(body))) as unknown }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Replaces the parts that differ between two runs: ids by names, and times near the present by `<time>`. */
  readable(text: string): string {
    const now = Date.now();
    const isNear = (at: number): boolean => Math.abs(at - now) < 2 * 86_400_000;
    const { port } = new URL(this.#server.url);
    return (
      text
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}/g, (id) => this.#ids.get(id) ?? '<id>')
        .replace(time, (at) => (isNear(Date.parse(at)) ? '<time>' : at))
        .replace(/\b[12]\d{12}\b/g, (at) => (isNear(Number(at)) ? '0' : at))
        .replace(/\b[0-9a-f]{32,}\b/g, '<hash>')
        .replace(changingNumbers, '$1:0')
        // The states of a node in the last hours; a part of an hour may end during the test.
        .replace(
          /"history":"([-a-z]+)([-a-z])"/g,
          (_all, past: string, now: string) => `"history":"${'-'.repeat(past.length)}${now}"`,
        )
        .replace(/("bin_dir":)"[^"]*"/, '$1"<directory>"')
        .replace(/"(running|runnable)"(?=,"next_time")/g, '"<running or not>"')
        .replace(/("triggered_at":)(null|"<time>")/g, '$1"<time or null>"')
        .replace(/"token":"[\w-]{30,}"/g, '"token":"<token>"')
        .replace(/"id":"[\w-]{24}"/g, '"id":"<id>"')
        .replaceAll(version, '<version>')
        .replaceAll(this.#server.data, '<data>')
        .replaceAll(`:${port}`, ':<port>')
    );
  }

  /** Returns status and body of an answer as readable text. */
  told({ status, text }: Answer, change: (value: unknown) => unknown = shortened): string {
    const readable = this.readable(text);
    if (readable === '') return String(status);
    let value: unknown;
    try {
      value = JSON.parse(readable);
    } catch {
      return `${status} ${readable}`;
    }
    return `${status} ${printed(change(value))}`;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members that identify an entry of a list, the first that is a text or a number. */
const keys = ['id', 'username', 'name', 'title', 'index_name', 'node_id', 'version'];
function keyOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const known = keys.map((name) => entry[name]).filter((value) => value !== '<id>');
  const key = known.find((value) => typeof value === 'string' || typeof value === 'number');
  return key === undefined ? undefined : String(key);
}

/** Returns the entries of a list by their keys; undefined: the entries have none, or two have the same. */
function keyed(list: readonly unknown[]): Map<string, unknown> | undefined {
  const found = new Map(list.flatMap((entry) => (keyOf(entry) === undefined ? [] : [[String(keyOf(entry)), entry]])));
  return found.size === list.length ? found : undefined;
}

/** Returns the entries of a list, as JSON, that another list does not have as often. */
function without(list: readonly unknown[], other: readonly unknown[]): string[] {
  const left = other.map(inText);
  return list.map(inText).filter((entry) => {
    const at = left.indexOf(entry);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Lists the differences of two values, one line for each: `streams[{mill}].disabled: true → false`. */
export function differences(before: unknown, after: unknown, place = ''): string[] {
  const [old, now] = [inText(before), inText(after)];
  if (old === now) return [];
  const parts = (
    from: ReadonlyMap<string, unknown>,
    to: ReadonlyMap<string, unknown>,
    placeOf: (key: string) => string,
  ): string[] => [
    ...[...from.keys()].filter((key) => !to.has(key)).map((key) => `${placeOf(key)} removed`),
    ...[...to].flatMap(([key, value]) =>
      from.has(key) ? differences(from.get(key), value, placeOf(key)) : [`${placeOf(key)} added: ${inText(value)}`],
    ),
  ];
  if (Array.isArray(before) && Array.isArray(after)) {
    const [from, to] = [keyed(before), keyed(after)];
    if (from && to && from.size + to.size > 0) {
      const lines = parts(from, to, (key) => `${place}[${key}]`);
      return lines.length > 0 ? lines : [`${place} order: ${[...to.keys()].join(', ')}`];
    }
    const [gone, come] = [without(before, after), without(after, before)];
    if (gone.length + come.length > 0)
      return [...gone.map((one) => `${place} removed: ${one}`), ...come.map((one) => `${place} added: ${one}`)];
  }
  if (isRecord(before) && isRecord(after))
    return parts(new Map(Object.entries(before)), new Map(Object.entries(after)), (key) =>
      place === '' ? key : `${place}.${key}`,
    );
  return [`${place}: ${old ?? 'nothing'} → ${now ?? 'nothing'}`];
}

/**
 * Compares sections of text with the stored ones. Each section has a title line.
 * @param name name of the file beside the tests
 */
export function compareRecord(name: string, sections: ReadonlyMap<string, string>): void {
  const path = fileURLToPath(new URL(name, import.meta.url));
  if (process.env['UPDATE_ANSWERS'] === '1') {
    writeFileSync(path, [...sections].map(([title, text]) => `=== ${title}\n${text}\n`).join('\n'));
    return;
  }
  const stored = new Map(
    readFileSync(path, 'utf8')
      .split(/^=== /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end), section.slice(end + 1).trimEnd()] as const;
      }),
  );
  const wrong = [...sections].flatMap(([title, text]) => {
    const wanted = stored.get(title);
    return wanted === text
      ? []
      : [`${title}\n${differenceOf(wanted?.split('\n') ?? ['nothing is stored'], text.split('\n'))}`];
  });
  const missing = [...stored.keys()].filter((title) => !sections.has(title));
  assert.ok(
    wrong.length + missing.length === 0,
    `${name} differs; UPDATE_ANSWERS=1 records the answers again.\n${[...wrong, ...missing].slice(0, 20).join('\n\n')}`,
  );
}

/** Returns the lines that are only in one of two texts, with signs before them. */
function differenceOf(before: readonly string[], after: readonly string[]): string {
  const [only, also] = [new Set(before), new Set(after)];
  const lines = [
    ...before.filter((line) => !also.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !only.has(line)).map((line) => `+ ${line}`),
  ];
  return (lines.length > 0 ? lines.slice(0, 30) : ['the same lines in another order']).join('\n');
}
