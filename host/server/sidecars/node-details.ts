/**
 * Reads the details of a node from an agent's report. The report may come from any version of an agent, or from an
 * attacker. So missing values become null, values of the wrong type are dropped, and lists and texts are truncated.
 */
import type {
  CollectorStatus,
  CollectorStatusList,
  NodeDetails,
  NodeLogFile,
  NodeMetrics,
  StatusCode,
} from '../../../api/contract/sidecars.schema.js';
import { BadRequestError } from '../foundation/errors.js';
import { isObject } from '../foundation/is-object.js';

/** Limits of the stored details of a node: numbers of list entries, and numbers of characters of texts. */
const detailLimits = {
  tags: 100,
  tag: 100,
  logFiles: 200,
  path: 1000,
  collectors: 100,
  id: 255,
  message: 1000,
  verbose: 8000,
  disks: 100,
} as const;

type Given = Readonly<Record<string, unknown>>;

const text = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');
const textOrNull = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : null;
const number = (value: unknown): number => {
  const read = Number(value);
  return Number.isFinite(read) ? read : 0;
};
const list = (value: unknown, most: number): unknown[] =>
  Array.isArray(value) ? (value as unknown[]).slice(0, most) : [];

/** Returns a status code; a value that is no status code becomes 1 (unknown). */
const statusCode = (value: unknown): StatusCode => {
  const code = number(value ?? 1);
  return code === 0 || code === 2 || code === 3 ? code : 1;
};

function metricsOf(value: unknown): NodeMetrics | null {
  if (!isObject(value)) return null;
  const disks = list(value['disks_75'], detailLimits.disks).map((disk) => text(disk, detailLimits.path));
  return { disks_75: disks, cpu_idle: number(value['cpu_idle']), load_1: number(value['load_1']) };
}

function logFile(value: unknown): NodeLogFile[] {
  if (!isObject(value)) return [];
  return [
    {
      path: text(value['path'], detailLimits.path),
      mod_time: text(value['mod_time'], 50),
      size: number(value['size']),
      is_dir: value['is_dir'] === true,
    },
  ];
}

function collectorStatus(value: unknown): CollectorStatus[] {
  if (!isObject(value)) return [];
  return [
    {
      collector_id: text(value['collector_id'], detailLimits.id),
      status: statusCode(value['status']),
      message: text(value['message'], detailLimits.message),
      verbose_message: text(value['verbose_message'], detailLimits.verbose),
      configuration_id: textOrNull(value['configuration_id'], detailLimits.id),
    },
  ];
}

function statusOf(value: unknown): CollectorStatusList | null {
  if (!isObject(value)) return null;
  return {
    status: statusCode(value['status']),
    message: text(value['message'], detailLimits.message),
    collectors: list(value['collectors'], detailLimits.collectors).flatMap(collectorStatus),
  };
}

export const tagsOf = (value: unknown): string[] => [
  ...new Set(
    list(value, detailLimits.tags)
      .map((tag) => text(tag, detailLimits.tag))
      .filter((tag) => tag !== ''),
  ),
];

/** Returns the details of a node in their stored form. @throws BadRequestError if the operating system is missing */
export function nodeDetails(given: Given): NodeDetails {
  const system = text(given['operating_system'], detailLimits.id).trim();
  if (system === '') throw new BadRequestError('Request body "node_details.operating_system": must not be empty');
  const files = given['log_file_list'];
  return {
    operating_system: system,
    ip: textOrNull(given['ip'], 100),
    metrics: metricsOf(given['metrics']),
    log_file_list: Array.isArray(files) ? list(files, detailLimits.logFiles).flatMap(logFile) : null,
    status: statusOf(given['status']),
    tags: tagsOf(given['tags']),
    collector_configuration_directory: textOrNull(given['collector_configuration_directory'], detailLimits.path),
  };
}

/** Estimates the memory of a node's details in bytes. */
export function detailsBytes({ log_file_list: files, status, tags }: NodeDetails): number {
  let bytes = 500 + tags.length * 50;
  for (const { path } of files ?? []) bytes += 120 + path.length * 2;
  for (const one of status?.collectors ?? []) bytes += 200 + (one.message.length + one.verbose_message.length) * 2;
  return bytes;
}
