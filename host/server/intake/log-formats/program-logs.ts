/** Parses lines of programs with a prefix of their own: klog of Kubernetes, Go's standard logger, Redis. */
import { newFields, type DecodedMessage } from '../decode/decoded.js';
import { fieldName, setField } from '../decode/field-names.js';
import { levelOfLetter } from '../decode/level-letters.js';
import { setLevelName } from './levels.js';
import { believing, type LineContext, type LogFormat } from './log-format.js';
import { quotedText, trailingPairs } from './logfmt.js';
import { readTime } from './times.js';

const klogForm = /^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d{6} +(\d{1,10}) ([\w.-]{1,100}):(\d{1,7})\] ?/;
const goForm = /^(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?) ([\w./-]{1,200}\.go):(\d{1,7}): /;
const redisForm = /^(\d{1,10}):([XCSM]) (?=\d)/;
const redisSign = / ([.*#-]) /y;
/** Matches the line that Redis writes when it receives a signal, with seconds since 1970. */
const redisSignal = /^(\d{1,10}):signal-handler \((\d{10})\) /;
/** Levels by the marks that Redis writes for debug, verbose, notice and warning. */
const redisLevels: Readonly<Record<string, string>> = { '.': 'debug', '-': 'info', '*': 'notice', '#': 'warning' };
const redisRoles: Readonly<Record<string, string>> = { X: 'sentinel', C: 'child', S: 'replica', M: 'master' };

/** Returns a message whose text begins at an offset; if no text is left, the whole line is the message. */
function messageFrom(line: string, at: number, timestamp: number, fields: DecodedMessage['fields']): DecodedMessage {
  const text = line.slice(at);
  return { timestamp, message: text.trim() === '' ? line : text, fields };
}

function readKlog(line: string, context: LineContext): DecodedMessage | undefined {
  const [whole, letter = '', thread = '', file = '', number = ''] = klogForm.exec(line) ?? [];
  const time = whole === undefined ? undefined : readTime(line, 1, context);
  const level = levelOfLetter(letter);
  if (whole === undefined || !time || level === undefined) return undefined;
  const fields = newFields();
  setLevelName(fields, level);
  setField(fields, 'thread', thread);
  setField(fields, 'file', file);
  setField(fields, 'line_number', Number(number));
  // Structured messages of klog are `"text" key="value" …`.
  const text = quotedText(line, whole.length);
  const pairs = text && trailingPairs(line.slice(text.end));
  if (!text || !pairs) return messageFrom(line, whole.length, time.instant, fields);
  for (const [name, value] of pairs)
    if (fields[fieldName(name)] === undefined) setField(fields, fieldName(name), value);
  return { timestamp: time.instant, message: text.value, fields };
}

function readGo(line: string, context: LineContext): DecodedMessage | undefined {
  const [whole, , file = '', number = ''] = goForm.exec(line) ?? [];
  const time = whole === undefined ? undefined : readTime(line, 0, context);
  if (whole === undefined || !time) return undefined;
  const fields = newFields();
  setField(fields, 'file', file);
  setField(fields, 'line_number', Number(number));
  return messageFrom(line, whole.length, time.instant, fields);
}

function readRedis(line: string, context: LineContext): DecodedMessage | undefined {
  const [whole, process = '', role = ''] = redisForm.exec(line) ?? [];
  const signal = redisSignal.exec(line);
  if (signal) {
    const about = newFields();
    setField(about, 'process_id', signal[1] ?? '');
    setLevelName(about, 'warning');
    return messageFrom(line, signal[0].length, Number(signal[2]) * 1000, about);
  }
  const time = whole === undefined ? undefined : readTime(line, whole.length, context);
  if (!time) return undefined;
  redisSign.lastIndex = time.end;
  const sign = redisSign.exec(line)?.[1];
  if (sign === undefined) return undefined;
  const fields = newFields();
  setField(fields, 'process_id', process);
  setField(fields, 'role', redisRoles[role] ?? role);
  setLevelName(fields, redisLevels[sign] ?? 'info');
  return messageFrom(line, redisSign.lastIndex, time.instant, fields);
}

export const klog: LogFormat = { title: 'klog', dated: true, read: believing(readKlog) };
export const goLogger: LogFormat = { title: 'logger of Go', dated: true, read: believing(readGo) };
export const redis: LogFormat = { title: 'Redis', dated: true, read: believing(readRedis) };
