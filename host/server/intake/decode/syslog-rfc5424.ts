/** Parses syslog messages of RFC 5424: `<PRI>1 TIME HOST APP PROCID MSGID STRUCTURED-DATA MESSAGE`. */
import { fraction, fromIso } from './instants.js';
import { utc } from './time-zone.js';

interface StructuredElement {
  readonly id: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

export interface Rfc5424 {
  /** Epoch milliseconds; undefined: NILVALUE or invalid (`writtenTime` distinguishes the two). */
  readonly timestamp: number | undefined;
  readonly writtenTime: string | undefined;
  readonly host: string | undefined;
  readonly application: string | undefined;
  readonly processId: string | undefined;
  readonly messageId: string | undefined;
  readonly structured: readonly StructuredElement[];
  /** Structured data as written; empty for NILVALUE. */
  readonly structuredText: string;
  readonly message: string;
}

const header = /^1 +(\S+) +(\S+) +(\S+) +(\S+) +(\S+)(?: +|$)/;
/**
 * Matches a version, a time and a host, because some devices follow only this part of the header of RFC 5424. There is
 * no host if a JSON object, an element in brackets, or the name of a program with its colon follows the time.
 */
const shortHeader =
  /^\d{1,2} +(\d{10}(?:\.\d{1,9})?|\d{13}|\d{4}-\d\d-\d\dT\S+) +(?:(?=[{[<]|[A-Za-z][\w./-]{0,60}(?:\[\d{1,10}\])?: |(?:CEF|LEEF): ?\d)|(\S+) +(?=\S))/;
/** Matches the version and a time with slashes or spaces, or without the `T` of ISO 8601. */
const otherTime = /^1 +(\d{4})[/-](\d\d)[/-](\d\d)[ T](\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(?: ?([+-]\d\d:?\d\d|Z))?(?= )/i;
const nil = (value: string | undefined) => (value === '-' ? undefined : value);

interface Scan {
  readonly text: string;
  at: number;
}

/** Largest number of structured data elements in one message. */
const mostElements = 500;
const mostParameters = 2_000;

const nameEnd = /[\s=\]"]/g;

function readName(scan: Scan): string {
  nameEnd.lastIndex = scan.at;
  const end = nameEnd.exec(scan.text)?.index ?? scan.text.length;
  const name = scan.text.slice(scan.at, end);
  scan.at = end;
  return name;
}

/**
 * Reads a value after its opening quote; `\"`, `\\` and `\]` are escapes, any other backslash is an ordinary character
 * (RFC 5424 §6.3.3). Returns undefined when the closing quote is missing.
 */
function readValue(scan: Scan): string | undefined {
  const { text } = scan;
  for (let end = scan.at; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 0x5c) end += 1;
    else if (code === 0x22) {
      const value = text.slice(scan.at, end);
      scan.at = end + 1;
      return value.includes('\\') ? value.replace(/\\(["\\\]])/g, '$1') : value;
    }
  }
  return undefined;
}

const skipBlanks = (scan: Scan) => {
  while (scan.text[scan.at] === ' ') scan.at += 1;
};

function readElement(scan: Scan): StructuredElement | undefined {
  scan.at += 1;
  const id = readName(scan);
  if (id === '') return undefined;
  const parameters: [string, string][] = [];
  for (;;) {
    skipBlanks(scan);
    if (scan.text[scan.at] === ']') {
      scan.at += 1;
      return { id, parameters };
    }
    const name = readName(scan);
    if (name === '' || !scan.text.startsWith('="', scan.at)) return undefined;
    scan.at += 2;
    const value = readValue(scan);
    if (value === undefined || parameters.length >= mostParameters) return undefined;
    parameters.push([name, value]);
  }
}

/**
 * Returns the structured data at the beginning of a text and their end; undefined: the text has none, or invalid ones.
 */
function readStructured(text: string): { elements: StructuredElement[]; end: number } | undefined {
  if (text.startsWith('-') && (text.length === 1 || text[1] === ' ')) return { elements: [], end: 1 };
  const scan: Scan = { text, at: 0 };
  const elements: StructuredElement[] = [];
  while (scan.text[scan.at] === '[') {
    // No sender writes so many elements: the text only looks like structured data.
    if (elements.length >= mostElements) return undefined;
    const element = readElement(scan);
    if (!element) return undefined;
    elements.push(element);
  }
  return elements.length === 0 ? undefined : { elements, end: scan.at };
}

/** Reads the time of a header: ISO 8601, or seconds or milliseconds since 1970; undefined: the text is no such time. */
function timeOf(written: string): number | undefined {
  const [, seconds, decimals, milliseconds] = /^(?:(\d{10})(?:\.(\d{1,9}))?|(\d{13}))$/.exec(written) ?? [];
  if (milliseconds !== undefined) return Number(milliseconds);
  return seconds === undefined ? fromIso(written, utc) : Number(seconds) * 1000 + fraction(decimals);
}

/**
 * Reads a line that begins like RFC 5424 without following it. For instance, Meraki writes `1 1707651503.749102738 MX84
 * flows src=…`. Time and host are read, and the text behind them becomes the message. Returns undefined when the line
 * does not begin with a version and a valid time.
 */
function parseShort(text: string): Rfc5424 | undefined {
  const match = shortHeader.exec(text);
  if (!match) return undefined;
  const [whole, time = '', host] = match;
  const timestamp = timeOf(time);
  if (timestamp === undefined) return undefined;
  return {
    timestamp,
    writtenTime: time,
    host: nil(host),
    application: undefined,
    processId: undefined,
    messageId: undefined,
    structured: [],
    structuredText: '',
    message: text.slice(whole.length),
  };
}

/**
 * Parses a message of RFC 5424.
 * @param line the text behind the PRI
 * @returns undefined: the header follows neither RFC 5424 nor the short form that `parseShort` reads
 */
export function parseRfc5424(line: string): Rfc5424 | undefined {
  const text = line.replace(otherTime, '1 $1-$2-$3T$4$5');
  const match = header.exec(text);
  if (!match) return parseShort(text);
  const [whole, time, host, application, processId, messageId] = match;
  const rest = text.slice(whole.length);
  const data = readStructured(rest);
  // If no valid structured data follow, the words at the positions of process id and message id may belong to the text.
  // A time in seconds since 1970 also shows that the line does not follow RFC 5424.
  const isForeign =
    !data &&
    (/^\d{10}(?:\.|$)/.test(time ?? '') ||
      /=/.test(`${processId}${messageId}`) ||
      (rest !== '' && !/^[[-]/.test(rest) && !/^(?:-|\d+)$/.test(processId ?? '')));
  if (isForeign) return parseShort(text);
  const structuredText = data && data.elements.length > 0 ? rest.slice(0, data.end) : '';
  // One space separates data and message; a byte order mark declares the message as UTF-8 (RFC 5424 §6.4). When rsyslog
  // forwards a message that came in the format of RFC 3164, it also writes the space behind the tag, so two spaces are
  // removed. Three spaces or more are an indentation.
  const message = rest.slice(data?.end ?? 0).replace(/^ ?(?: (?! ))?(?:\ufeff|\u00ef\u00bb\u00bf)?/, '');
  const writtenTime = nil(time);
  return {
    timestamp: writtenTime === undefined ? undefined : timeOf(writtenTime),
    writtenTime,
    host: nil(host),
    application: nil(application),
    processId: nil(processId),
    messageId: nil(messageId),
    structured: data?.elements ?? [],
    structuredText,
    message,
  };
}
