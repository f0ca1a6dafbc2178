/**
 * Parses the prefixes that applications write before the text of a line: time, level, thread, process and logger name,
 * in any usual order. The message is the rest of the line.
 */
import { newFields, type DecodedMessage, type Fields } from '../decode/decoded.js';
import { setField } from '../decode/field-names.js';
import { levelOfLetter } from '../decode/level-letters.js';
import { isLevel, readLevel, setLevelName } from './levels.js';
import { believing, type LineContext, type LogFormat } from './log-format.js';
import { readTime, type WrittenTime } from './times.js';

/** Largest number of characters of a bracketed part of the prefix; a longer bracket belongs to the message. */
const mostBracketLength = 256;
const mostParts = 10;

const separator = /(?:[\s|]|-{1,3}(?=\s)|:(?=\s)){0,64}/y;
const processNumber = /(\d{1,7})(?:#(\d{1,7}))?:?(?=\s)/y;
/** Matches the level of PostgreSQL, which may be preceded by user and database: `ann@shop LOG:  text`. */
const databaseLevel =
  /(?:([\w.$-]{1,63})@([\w.$-]{1,63}) +)?(LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG)[1-5]?: {2}/y;
const loggerBehind = /\s{0,8}(?:\[[^\]]{0,100}\]\s{0,8}){0,2}[A-Za-z_][\w$.\-[\]/]{0,120}\s{0,60}:\s/y;
/** Matches the trace and span id that Spring Boot writes behind the thread when requests are traced. */
const traceAndSpan = /^([\da-f]{16,32})-([\da-f]{16})$/;
/** Matches the thread and the level letter of Android's logcat, which follow the process number. */
const threadAndLetter = /(\d{1,7}) +([VDIWEF]) (?=\S)/y;
/** Matches the `---` that Spring Boot writes behind the process. */
const dashes = /\s+---\s/y;
/**
 * Matches a logger name with dots, slashes or `$`, which is separated from the text by a colon, dashes or a bracket.
 */
const loggerName = /([A-Za-z_][\w$]{0,99}(?:[.$/][\w$\-[\]]{1,99}){1,20})\s*(?:\s--?\s|:(?=\s|$)|(?=\s\[))/y;
/** Matches the logger in the console output of zap, which separates its columns by tabs. */
const tabbedName = /([A-Za-z_][\w.$\-/]{0,199})\t(?=\S)/y;
const anyName = /([A-Za-z_][\w.$\-/]{0,199})\s*\s--?\s/y;
const tagName = /([^\s:][^\s:]{0,99})\s*: /y;
/** Matches the logger in Python's `INFO:root:text`. */
const nameBetween = /:([A-Za-z_][\w.]{0,99}):/y;
/** Matches class and line, such as `:FastLeaderElection@774`, which ZooKeeper writes after the thread. */
const classAndLine = /^:([A-Z][\w$]{0,99})@(\d{1,7})$/;
/** Matches the level letter that glog and klog write in front of the time: `I0102 15:04:05`. */
const letterBefore = /([IWEF])(?=\d{4} \d\d:)/y;
const processBefore = /(\d{1,7}):[A-Z] (?=\d)/y;
/** Matches the name of the file from which a line was copied, in front of the line. */
const fileBefore = /[\w\-/]{0,100}\.log[\w\-.:]{0,100}\s+/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * Returns the position after the bracketed text that begins at `at`, including nested brackets; undefined: no bracket
 * begins there, or it is not closed within `mostBracketLength` characters.
 */
function bracketEnd(text: string, at: number): number | undefined {
  if (text[at] !== '[') return undefined;
  let depth = 0;
  const latest = Math.min(text.length, at + mostBracketLength);
  for (let place = at; place < latest; place += 1) {
    if (text[place] === '[') depth += 1;
    else if (text[place] === ']') depth -= 1;
    if (depth === 0) return place + 1;
  }
  return undefined;
}

class PrefixReader {
  readonly fields: Fields = newFields();
  level: string | undefined;
  #at: number;
  #parts = 0;
  /** True when `---` follows the process number, as in Spring Boot. */
  #dashed = false;

  constructor(
    private readonly line: string,
    at: number,
  ) {
    this.#at = at;
  }

  /** Reads the parts of the prefix. @returns position in the line at which the message begins */
  read(): number {
    while (this.#parts < mostParts) {
      const begin = this.#afterSeparator();
      // A dash between spaces after the level ends the prefix.
      if (this.level !== undefined && /^\s*-\s/.test(this.line.slice(this.#at, begin))) return begin;
      this.#at = begin;
      if (!(this.#readLevel() || this.#readBracket() || this.#readNumbers() || this.#readLogger())) return begin;
      this.#parts += 1;
    }
    return this.#afterSeparator();
  }

  #afterSeparator(): number {
    separator.lastIndex = this.#at;
    separator.exec(this.line);
    return separator.lastIndex;
  }

  #take(match: RegExpExecArray | null, ...names: readonly string[]): boolean {
    if (!match) return false;
    names.forEach((name, at) => {
      const value = match[at + 1];
      if (value !== undefined) setField(this.fields, name, value);
    });
    this.#at += match[0].length;
    return true;
  }

  #readLevel(): boolean {
    if (this.level !== undefined) return false;
    const database = 'process_id' in this.fields ? matchAt(databaseLevel, this.line, this.#at) : null;
    if (database) {
      this.level = database[3];
      return this.#take(database, 'database_user', 'database');
    }
    const found = readLevel(this.line, this.#at);
    if (!found) return false;
    this.level = found.name;
    this.#at = found.end;
    this.#take(matchAt(nameBetween, this.line, this.#at), 'logger');
    return true;
  }

  #readBracket(): boolean {
    const end = bracketEnd(this.line, this.#at);
    if (end === undefined) return false;
    const inner = this.line.slice(this.#at + 1, end - 1).trim();
    if (!this.#setBracket(inner, end)) return false;
    this.#at = end;
    return true;
  }

  /** Sets fields from the text in a bracket. @returns false: the bracket is part of the message */
  #setBracket(inner: string, end: number): boolean {
    const { fields } = this;
    const [first = '', second] = inner.split(':', 2);
    const level = isLevel(inner) ? inner : second !== undefined && isLevel(second) ? second : undefined;
    if (level !== undefined && this.level === undefined) {
      this.level = level;
      if (level !== inner) setField(fields, 'module', first);
      return true;
    }
    const process = /^(?:pid )?(\d{1,7})(?::tid (\d{1,20}))?$/.exec(inner);
    if (process && !('process_id' in fields)) {
      setField(fields, 'process_id', process[1] ?? '');
      setField(fields, 'thread', process[2] ?? '');
      return true;
    }
    if (this.#dashed && 'thread' in fields && !('logger' in fields)) return this.#setSpringBracket(inner, end);
    if ('thread' in fields || 'logger' in fields || inner === '' || /^(?:client|req-|remote) ?/.test(inner))
      return false;
    // ZooKeeper writes class and line of the logger after the thread.
    const place = inner.slice(inner.lastIndexOf(':'));
    const [, logger, line] = classAndLine.exec(place) ?? [];
    if (logger === undefined) setField(fields, 'thread', inner);
    else {
      setField(fields, 'thread', inner.slice(0, -place.length));
      setField(fields, 'logger', logger);
      setField(fields, 'line_number', Number(line));
    }
    return true;
  }

  /**
   * Sets fields from the second or third bracket of Spring Boot's `[application] [thread] [trace]`. The first bracket
   * was read as the thread; it becomes the application when a further bracket is followed by a logger. Otherwise only
   * an empty bracket, and a bracket with trace and span id, belong to the prefix.
   * @returns false: the bracket is part of the message
   */
  #setSpringBracket(inner: string, end: number): boolean {
    const { fields } = this;
    if (inner !== '' && !('application_name' in fields) && matchAt(loggerBehind, this.line, end)) {
      setField(fields, 'application_name', String(fields['thread']));
      fields['thread'] = inner;
      return true;
    }
    const [, trace, span] = traceAndSpan.exec(inner) ?? [];
    if (trace === undefined) return inner === '';
    setField(fields, 'trace_id', trace);
    setField(fields, 'span_id', span ?? '');
    return true;
  }

  /** Reads process and thread numbers (`12#3`). After the level, a number without a thread must precede `---`. */
  #readNumbers(): boolean {
    if ('logger' in this.fields) return false;
    const letter = this.level === undefined ? matchAt(threadAndLetter, this.line, this.#at) : null;
    if (letter?.[2] !== undefined && 'process_id' in this.fields) {
      this.level = levelOfLetter(letter[2]);
      this.#take(letter, 'thread');
      this.#take(matchAt(tagName, this.line, this.#at), 'logger');
      return true;
    }
    const number = matchAt(processNumber, this.line, this.#at);
    if (!number || 'process_id' in this.fields) return false;
    if (this.level !== undefined && !number[0].includes('#')) {
      if (!matchAt(dashes, this.line, this.#at + number[0].length)) return false;
      this.#dashed = true;
    }
    return this.#take(number, 'process_id', 'thread');
  }

  #readLogger(): boolean {
    if ('logger' in this.fields) return false;
    if (this.level !== undefined) {
      const tabbed = this.line[this.#at - 1] === '\t' ? matchAt(tabbedName, this.line, this.#at) : null;
      const name = tabbed ?? matchAt(loggerName, this.line, this.#at) ?? matchAt(anyName, this.line, this.#at);
      return this.#take(name, 'logger');
    }
    // A name before the level is the logger only if the level follows it immediately.
    const name = matchAt(anyName, this.line, this.#at);
    if (!name || !readLevel(this.line, this.#at + name[0].length)) return false;
    return this.#take(name, 'logger');
  }
}

interface Beginning {
  readonly time: WrittenTime;
  /** File name that precedes the time; at most one of `file`, `letter` and `process` is present. */
  readonly file?: string | undefined;
  readonly letter?: string | undefined;
  readonly process?: string | undefined;
}

function timeAfter(line: string, at: number, context: LineContext): WrittenTime | undefined {
  const time = readTime(line, at, context);
  return time && (time.end >= line.length || /[\s\]|:,-]/.test(line.charAt(time.end))) ? time : undefined;
}

function beginning(line: string, context: LineContext): Beginning | undefined {
  const bracketed = line.startsWith('[');
  const time = timeAfter(line, bracketed ? 1 : 0, context);
  if (time) {
    if (!bracketed) return { time };
    return line[time.end] === ']' ? { time: { ...time, end: time.end + 1 } } : undefined;
  }
  for (const [name, pattern] of [
    ['letter', letterBefore],
    ['process', processBefore],
    ['file', fileBefore],
  ] as const) {
    const before = matchAt(pattern, line, 0);
    const behind = before && timeAfter(line, before[0].length, context);
    if (behind) return { time: behind, [name]: (before[1] ?? before[0]).trim() };
  }
  return undefined;
}

function readPrefix(line: string, found: Beginning | undefined): DecodedMessage | undefined {
  const { time, file, letter = '', process } = found ?? {};
  const after = time?.end ?? 0;
  const reader = new PrefixReader(line, after);
  reader.level = levelOfLetter(letter);
  const begin = reader.read();
  const named = reader.level !== undefined;
  // Without a level, the meaning of the other parts is uncertain, so they stay in the message.
  const fields = named ? reader.fields : newFields();
  if (reader.level !== undefined) setLevelName(fields, reader.level);
  else if (!time) return undefined;
  if (file !== undefined) setField(fields, 'log_file', file);
  if (process !== undefined) setField(fields, 'process_id', process);
  const text = named ? line.slice(begin) : line.slice(after).trimStart();
  const message = text.trim() === '' ? line : text;
  return time ? { timestamp: time.instant, message, fields } : { message, fields };
}

/** Recognises lines that begin with a time, possibly behind a level letter, a process number or a file name. */
export const timed: LogFormat = {
  title: 'time and level',
  dated: true,
  read: believing((line, context) => {
    const found = beginning(line, context);
    return found && readPrefix(line, found);
  }),
};

/** Recognises lines without a time that begin with a level, or with a bracket and a level. */
export const levelled: LogFormat = {
  title: 'level',
  dated: false,
  read: (line) => (/^(?:\[|[A-Z]{3,11}\b)/.test(line) ? readPrefix(line, undefined) : undefined),
};
