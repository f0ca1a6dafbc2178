/** Runs decorators, which change the display of found messages one after another (contract search D2–D7). */
import type { DecorationStats, Decorator, MessageFields, ResultMessage } from '../../../api/contract/searches.js';
import { replacedWithin } from '../foundation/bounded-text.js';

export const decoratorTypes = {
  syslogSeverity: 'org.graylog2.decorators.SyslogSeverityMapperDecorator',
  formatString: 'org.graylog2.decorators.FormatStringDecorator',
  lookupTable: 'org.graylog2.decorators.LookupTableDecorator',
  link: 'org.graylog2.decorators.LinkFieldDecorator',
  pipeline: 'org.graylog.plugins.pipelineprocessor.PipelineProcessorMessageDecorator',
} as const;

export interface DecoratedMessage {
  readonly message: MessageFields;
  readonly index: string;
}

/**
 * Implements a decorator: returns changed copies of a batch of messages, and possibly additional messages, whose index
 * is `[created from decorator]`. It must not modify the messages that it is given.
 */
export type Decorate = (
  messages: readonly DecoratedMessage[],
  config: Readonly<Record<string, unknown>>,
) => readonly DecoratedMessage[] | Promise<readonly DecoratedMessage[]>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function eachMessage(
  change: (message: MessageFields, config: Readonly<Record<string, unknown>>) => MessageFields,
): Decorate {
  return (messages, config) => messages.map((entry) => ({ ...entry, message: change(entry.message, config) }));
}

/** Largest number of characters of a format string; longer format strings are cut. */
const longestFormat = 4096;
/** Largest number of characters of a formatted text. */
const longestText = 65_536;
/** Largest number of characters that a chain of decorators may add to one batch of messages. */
const mostMade = 16 * 1024 * 1024;

const severities = ['Emergency', 'Alert', 'Critical', 'Error', 'Warning', 'Notice', 'Informational', 'Debug'];

const syslogSeverity = eachMessage((message, config) => {
  const level = message[text(config['source_field']) || 'level'];
  const name = /^[0-7]$/.test(String(level)) ? severities[Number(level)] : undefined;
  return name === undefined
    ? message
    : { ...message, [text(config['target_field']) || 'severity']: `${name} (${String(level)})` };
});

const formatString = eachMessage((message, config) => {
  const format = (text(config['format_string']) || '${source} - ${message}').slice(0, longestFormat);
  let complete = true;
  const shown = new Map<string, string>();
  const valueOf = (_whole = '', inner = ''): string => {
    const name = inner.trim();
    const value = message[name];
    if (value === undefined || value === null) {
      complete = false;
      return '';
    }
    const known = shown.get(name) ?? shownText(value);
    shown.set(name, known);
    return known;
  };
  const formatted = replacedWithin(format, /\$\{([^}]+)\}/g, valueOf, longestText);
  const requireAll = config['require_all_fields'] === true || config['require_all_fields'] === 'true';
  return requireAll && !complete ? message : { ...message, [text(config['target_field']) || 'message']: formatted };
});

function shownText(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.join(', ')}]`
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

const link = eachMessage((message, config) => {
  const field = text(config['link_field']) || 'message';
  const value = message[field];
  return typeof value === 'string' && isWebAddress(value)
    ? { ...message, [field]: { type: 'a', href: value } }
    : message;
});

/** Tells whether a text is an address of http or https; other schemes could run a script. */
function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s"'<>]+$/i.test(value)) return false;
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

/**
 * Decorators that need only the message. Other parts of the server (pipelines, lookup tables) register their decorators
 * when they open.
 */
export const builtInDecorators: ReadonlyMap<string, Decorate> = new Map([
  [decoratorTypes.syslogSeverity, syslogSeverity],
  [decoratorTypes.formatString, formatString],
  [decoratorTypes.link, link],
]);

/**
 * Applies decorators to a batch of messages in their order.
 * @param known decorators by type; unknown types leave messages unchanged
 * @param failed called when the chain fails; the messages are then returned undecorated
 */
export async function decorate(
  messages: readonly ResultMessage[],
  decorators: readonly Decorator[],
  known: ReadonlyMap<string, Decorate>,
  failed: (error: unknown) => void,
): Promise<ResultMessage[]> {
  if (decorators.length === 0) return [...messages];
  const ordered = [...decorators].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const before = new Map(messages.map((message) => [keyOf(message), message]));
  let made = 0;
  try {
    let current: readonly DecoratedMessage[] = messages;
    for (const { type, config } of ordered) {
      const before = current;
      current = (await known.get(type)?.(current, config)) ?? current;
      made += madeBetween(before, current);
      if (made > mostMade) throw new Error(`Together they make more than ${mostMade} characters of text.`);
    }
    return current.map(({ message, index }) => {
      const original = before.get(keyOf({ message, index }));
      return {
        highlight_ranges: original?.highlight_ranges ?? null,
        message,
        index,
        decoration_stats: changesOf(original?.message ?? {}, message),
      };
    });
  } catch (error) {
    failed(error);
    return [...messages];
  }
}

/** Counts the characters of the texts that one decorator has set. */
function madeBetween(before: readonly DecoratedMessage[], after: readonly DecoratedMessage[]): number {
  let characters = 0;
  for (const [at, { message }] of after.entries()) {
    const old = before[at]?.message;
    if (old === message) continue;
    for (const [name, value] of Object.entries(message))
      if (typeof value === 'string' && value !== old?.[name]) characters += value.length;
  }
  return characters;
}

const keyOf = ({ index, message }: DecoratedMessage): string => `${index} ${String(message['_id'])}`;

function changesOf(before: MessageFields, after: MessageFields): DecorationStats {
  const stats: DecorationStats = { added_fields: {}, changed_fields: {}, removed_fields: {} };
  for (const [name, value] of Object.entries(after)) {
    if (!(name in before)) stats.added_fields[name] = value;
    else if (before[name] !== value) stats.changed_fields[name] = { before: before[name], after: value };
  }
  for (const [name, value] of Object.entries(before)) if (!(name in after)) stats.removed_fields[name] = value;
  return stats;
}
