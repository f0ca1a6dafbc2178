/**
 * Sends HTTP notifications: the payload of the contract as JSON (v1), or a user-defined text with user-defined headers
 * (v2, which the reference server does not have).
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { stringifyJson } from '../../../../../api/json.js';
import { placeIn } from '../../../outgoing/egress-guard.js';
import { flag, refuse, text, type Fields, type Problems, type StoredConfig } from '../fields.js';
import type { NotificationKind, Secrets, NotificationAttempt } from '../kind.js';
import { modelOf, payloadOf } from '../model.js';
import type { Escape } from '../templates/render.js';
import { rendered } from './email.js';
import { addressProblem, originOf, postTo } from './post.js';

const common: Fields = {
  url: { kind: 'text', otherwise: '' },
  basic_auth: { kind: 'secret' },
  api_key: { kind: 'text', otherwise: '' },
  api_secret: { kind: 'secret' },
  skip_tls_verification: { kind: 'boolean', otherwise: false },
};

function check(config: StoredConfig, entered: Secrets): Problems {
  const problems: Problems = {};
  const address = addressProblem(text(config, 'url'));
  if (address !== undefined) refuse(problems, 'url', address);
  const hasKey = text(config, 'api_key') !== '';
  const hasSecret = text(config, 'api_secret') !== '' || entered['api_secret'] !== undefined;
  if (hasSecret && !hasKey) refuse(problems, 'api_key', 'A secret needs the name of its key.');
  if (hasKey && !hasSecret) refuse(problems, 'api_secret', 'A key needs its secret.');
  return problems;
}

const destination = (config: StoredConfig): string =>
  JSON.stringify([originOf(text(config, 'url')), flag(config, 'skip_tls_verification')]);

const basic = (word: string): string => `Basic ${Buffer.from(word).toString('base64')}`;

/** Returns the address; a secret that does not go into a header is added to its query. */
function urlOf({ config, secrets }: NotificationAttempt, isHeader: boolean): URL {
  const url = new URL(text(config, 'url'));
  const secret = secrets['api_secret'];
  if (secret !== undefined && !isHeader) url.searchParams.append(text(config, 'api_key'), secret);
  return url;
}

export const http: NotificationKind = {
  type: 'http-notification-v1',
  fields: common,
  destination,
  check,
  tell: async (attempt) => {
    const { config, secrets, job } = attempt;
    const url = urlOf(attempt, false);
    const word = secrets['basic_auth'];
    const message = {
      url,
      entered: text(config, 'url'),
      headers: { 'Content-Type': 'application/json', ...(word !== undefined && { Authorization: basic(word) }) },
      body: stringifyJson(payloadOf(job)),
      verify: !flag(config, 'skip_tls_verification'),
      to: placeIn(url),
    };
    await postTo(message, attempt);
  },
};

const contents: Readonly<Record<string, { readonly type: string; readonly escape: Escape }>> = {
  JSON: { type: 'application/json', escape: 'json' },
  FORM_DATA: { type: 'application/x-www-form-urlencoded', escape: 'url' },
  PLAIN_TEXT: { type: 'text/plain; charset=utf-8', escape: 'none' },
};
const mostHeaders = 50;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that the server sets itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

interface Headers {
  readonly headers: Record<string, string>;
  /** Description of a problem without configured values; absent: the headers are valid. */
  readonly problem?: string;
}

/** Parses headers, one `Name: value` per line; lines without text are ignored. */
function headersOf(lines: string): Headers {
  const headers: Record<string, string> = {};
  const given = lines.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (given.length > mostHeaders) return { headers, problem: `There are at most ${mostHeaders} headers.` };
  for (const [index, line] of given.entries()) {
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(0, at)).trim();
    const value = line.slice(at + 1).trim();
    if (at < 1 || !headerName.test(name))
      return { headers, problem: `Line ${index + 1} is no header, such as X-Name: value.` };
    if (ownHeaders.has(name.toLowerCase())) return { headers, problem: `The header ${name} is set by the server.` };
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return { headers, problem: `The value of ${name} has characters that no header has.` };
    headers[name] = value;
  }
  return { headers };
}

export const customHttp: NotificationKind = {
  type: 'http-notification-v2',
  fields: {
    ...common,
    api_key_as_header: { kind: 'boolean', otherwise: false },
    method: { kind: 'choice', among: ['POST', 'PUT', 'GET'], otherwise: 'POST' },
    content_type: { kind: 'choice', among: Object.keys(contents), otherwise: 'JSON' },
    body_template: { kind: 'template', otherwise: '' },
    time_zone: { kind: 'text', otherwise: 'UTC', longest: 100 },
    headers: { kind: 'text', otherwise: '', isSensitive: true },
    secret_headers: { kind: 'secret' },
  },
  destination,
  check: (config, entered) => {
    const problems = check(config, entered);
    for (const [name, lines] of [
      ['headers', text(config, 'headers')],
      ['secret_headers', entered['secret_headers'] ?? ''],
    ] as const) {
      const { problem } = headersOf(lines);
      if (problem !== undefined) refuse(problems, name, problem);
    }
    if (flag(config, 'api_key_as_header') && headersOf(`${text(config, 'api_key')}: x`).problem !== undefined)
      refuse(problems, 'api_key', 'It must be the name of a header.');
    return problems;
  },
  tell: async (attempt) => {
    const { config, secrets, job } = attempt;
    const asHeader = flag(config, 'api_key_as_header');
    const url = urlOf(attempt, asHeader);
    const method = text(config, 'method');
    const { type, escape } = contents[text(config, 'content_type')] ?? {
      type: 'application/json',
      escape: 'json' as const,
    };
    const template = text(config, 'body_template');
    const body =
      method === 'GET'
        ? ''
        : template.trim() === ''
          ? stringifyJson(payloadOf(job))
          : rendered(template, modelOf(job, text(config, 'time_zone')), escape);
    const [word, secret] = [secrets['basic_auth'], secrets['api_secret']];
    const headers: OutgoingHttpHeaders = {
      ...(method !== 'GET' && { 'Content-Type': type }),
      ...headersOf(text(config, 'headers')).headers,
      ...headersOf(secrets['secret_headers'] ?? '').headers,
      ...(word !== undefined && { Authorization: basic(word) }),
      ...(secret !== undefined && asHeader && { [text(config, 'api_key')]: secret }),
    };
    const verify = !flag(config, 'skip_tls_verification');
    await postTo({ url, entered: text(config, 'url'), method, headers, body, verify, to: placeIn(url) }, attempt);
  },
};
