/**
 * Defines the interface of output types, and the settings of the queue that all types have (contract data-intake,
 * output_types).
 */
import {
  configProblem,
  missingFields,
  type ConfigField,
  type ConfigFields,
  type ConfigurableType,
  type ConfigValues,
} from '../../../../api/contract/config-fields.js';
import { configField } from '../../intake/config/config-field.js';
import { numberOr, type Attributes } from '../../foundation/attributes.js';
import type { AllowedTarget } from '../../outgoing/egress-guard.js';
import type { Sender } from '../../outgoing/sender.js';

export interface OutputType {
  readonly info: ConfigurableType;
  /**
   * Explains why a configuration is invalid, although its values have the types of the fields; undefined: it is valid.
   */
  readonly problem?: (configuration: Attributes) => string | undefined;
  /** Returns the URL that the output calls, which must be on the URL whitelist; undefined: the output calls no URL. */
  readonly url?: (configuration: Attributes) => string | undefined;
  /** Returns the largest number of messages that are sent together. */
  readonly batch?: (configuration: Attributes) => number;
  /** Creates the sender. @throws Error when it cannot be created at present, for instance because a file is missing */
  readonly sender: (configuration: Attributes, rooms: SenderRooms) => Sender | Promise<Sender>;
}

interface SenderRooms {
  /** Directory for the files of this output. */
  readonly directory: string;
  /** Checks the URL of the output; called each time that messages are sent. @throws Error when it must not be called */
  readonly open: () => Promise<AllowedTarget>;
}

export const outputTypeIds = {
  stdout: 'org.graylog2.outputs.LoggingOutput',
  gelf: 'org.graylog2.outputs.GelfOutput',
  discard: 'org.graylog2.outputs.DiscardMessageOutput',
  http: 'log-console.outputs.http.HttpOutput',
  syslog: 'log-console.outputs.syslog.SyslogOutput',
  file: 'log-console.outputs.file.FileOutput',
} as const;

export const MiB = 1024 * 1024;
/** Default limits of an output's queue: number of messages, and size on disk in MiB. */
const queueDefaults = { messages: 1_000_000, mebibytes: 256 } as const;
/** Largest limits of an output's queue that users can configure: number of messages, and size on disk in MiB. */
const queueMost = { messages: 100_000_000, mebibytes: 64 * 1024 } as const;

const queueFields: ConfigFields = {
  queue_messages: configField(
    'number',
    'Messages that may wait',
    'At most this many messages wait on disk while the receiver takes none. Messages that come when the queue is full are left out and counted.',
    queueDefaults.messages,
    { position: 150, attributes: ['only_positive'] },
  ),
  queue_mebibytes: configField(
    'number',
    'Space for what waits (MiB)',
    'The queue takes at most this much of the disk.',
    queueDefaults.mebibytes,
    { position: 151, attributes: ['only_positive'] },
  ),
};

export const queueLimits = (configuration: Attributes): { readonly messages: number; readonly bytes: number } => ({
  messages: Math.max(1, numberOr(configuration, 'queue_messages', queueDefaults.messages)),
  bytes: Math.max(1, numberOr(configuration, 'queue_mebibytes', queueDefaults.mebibytes)) * MiB,
});

function queueProblem(configuration: Attributes): string | undefined {
  const { messages, bytes } = queueLimits(configuration);
  if (messages > queueMost.messages) return `"queue_messages" must be at most ${queueMost.messages}`;
  if (bytes > queueMost.mebibytes * MiB) return `"queue_mebibytes" must be at most ${queueMost.mebibytes}`;
  return undefined;
}

export const bounded =
  (problem?: OutputType['problem']): NonNullable<OutputType['problem']> =>
  (configuration) =>
    problem?.(configuration) ?? queueProblem(configuration);

/** Creates the description of a type for the API. @param name title @param human_name short description */
export const described = (type: string, name: string, human_name: string, fields: ConfigFields): ConfigurableType => ({
  type,
  name,
  human_name,
  link_to_docs: '',
  requested_configuration: { ...fields, ...queueFields },
});

export const field = (
  type: ConfigField['type'],
  name: string,
  description: string,
  value: unknown,
  ...attributes: string[]
): ConfigField => configField(type, name, description, value, { attributes });
export const mandatory = (
  type: ConfigField['type'],
  name: string,
  description: string,
  value: unknown,
  extra: Parameters<typeof configField>[4] = {},
): ConfigField => configField(type, name, description, value, { mandatory: true, ...extra });

export const dropdown = (...values: readonly string[]) => ({
  values: Object.fromEntries(values.map((value) => [value, value])),
});

export const within = (configuration: Attributes, name: string, most: number): string | undefined => {
  const value = numberOr(configuration, name, 1);
  return value < 1 || value > most ? `"${name}" must be from 1 to ${most}` : undefined;
};

/** Explains which setting of an output is missing or invalid; undefined: all of them are valid. */
export function settingsProblem({ info, problem }: OutputType, values: ConfigValues): string | undefined {
  const { requested_configuration: fields } = info;
  const [missing] = missingFields(fields, values);
  if (missing !== undefined) return `"${missing}" is mandatory`;
  return configProblem(fields, values) ?? optionProblem(fields, values) ?? problem?.(values);
}

/** Explains which value is not one of the options of its field; undefined: all values are valid. */
function optionProblem(fields: ConfigFields, values: ConfigValues): string | undefined {
  for (const [name, { type, additional_info: info }] of Object.entries(fields)) {
    const value = values[name];
    if (type !== 'dropdown' || !info.values || typeof value !== 'string' || value === '') continue;
    if (!Object.hasOwn(info.values, value)) return `"${name}" must be one of ${Object.keys(info.values).join(', ')}`;
  }
  return undefined;
}
