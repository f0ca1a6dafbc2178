/**
 * Reads and writes extractor files, a format that servers exchange (contract data-intake, "Extractor export format").
 */
import type { ExtractorRequest, ExtractorSummary } from '../../../api/contract/extractors.js';
import { isObject } from '../../../api/is-object.js';

const most = 500;

/**
 * Returns the content of the file with extractors.
 * @param version version of the server that exports the extractors
 */
export function exportText(extractors: readonly ExtractorSummary[], version: string): string {
  const entries = extractors.map((one) => ({
    title: one.title,
    extractor_type: one.type,
    converters: one.converters,
    order: one.order,
    cursor_strategy: one.cursor_strategy,
    source_field: one.source_field,
    target_field: one.target_field,
    extractor_config: one.extractor_config,
    condition_type: one.condition_type,
    condition_value: one.condition_value,
  }));
  return JSON.stringify({ extractors: entries, version }, undefined, 2);
}

export type FileProblem = 'notJson' | 'noExtractors' | 'tooMany';

export interface ReadFile {
  readonly requests: readonly ExtractorRequest[];
  /** Positions of the invalid entries in the file, counted from 1. */
  readonly unreadable: readonly number[];
}

/** Returns the extractors in a file, or the problem of the file; the server validates each extractor on import. */
export function readExtractors(text: string): ReadFile | FileProblem {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return 'notJson';
  }
  const entries: unknown = isObject(content) ? content['extractors'] : undefined;
  if (!Array.isArray(entries) || entries.length === 0) return 'noExtractors';
  if (entries.length > most) return 'tooMany';
  const requests: ExtractorRequest[] = [];
  const unreadable: number[] = [];
  entries.forEach((entry: unknown, at) => {
    const request = requestOfEntry(entry);
    if (request) requests.push(request);
    else unreadable.push(at + 1);
  });
  return { requests, unreadable };
}

type Entry = Readonly<Record<string, unknown>>;
const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

function requestOfEntry(entry: unknown): ExtractorRequest | undefined {
  if (!isObject(entry)) return undefined;
  const type = entry['extractor_type'] ?? entry['type'];
  const config = entry['extractor_config'] ?? {};
  const converters = entry['converters'] ?? [];
  if (typeof type !== 'string' || !isObject(config) || !Array.isArray(converters)) return undefined;
  const order = entry['order'];
  return {
    title: textOf(entry['title'], ''),
    extractor_type: type,
    extractor_config: { ...config },
    converters: converters.filter(isConverter).map((one) => ({ type: one.type, config: { ...one.config } })),
    cursor_strategy: textOf(entry['cursor_strategy'], 'copy'),
    source_field: textOf(entry['source_field'], ''),
    target_field: textOf(entry['target_field'], ''),
    condition_type: textOf(entry['condition_type'], 'none'),
    condition_value: textOf(entry['condition_value'], ''),
    order: Number.isSafeInteger(order) ? Number(order) : 0,
  };
}

const isConverter = (value: unknown): value is { readonly type: string; readonly config?: Entry } =>
  isObject(value) && typeof value['type'] === 'string' && (isObject(value['config']) || value['config'] == null);
