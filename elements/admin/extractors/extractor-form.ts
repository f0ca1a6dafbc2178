/**
 * Defines the form of an extractor: its values, and their conversion from a stored extractor and to the request body.
 */
import type { ExtractorRequest, ExtractorSummary } from '../../../api/contract/extractors.js';
import { converterTypeOf } from '../../../api/extractors/converters.js';
import { initialConfig, type Config, type ConfigPart } from '../../../api/extractors/parts.js';
import { extractorTypeOf, type ExtractorType } from '../../../api/extractors/types/index.js';

export const partsOfType = (type: string): readonly ConfigPart[] => extractorTypeOf(type)?.parts ?? [];

/** Returns whether extractors of a type name their target fields themselves; they also have no converters. */
export const namesItsFields = (type: string): boolean => extractorTypeOf(type)?.namesItsFields === true;

export interface ConverterValues {
  readonly type: string;
  readonly config: Config;
  /** False keeps the typed values in the form but does not store the converter. */
  readonly on: boolean;
}

export interface ExtractorValues {
  readonly title: string;
  readonly target: string;
  readonly strategy: 'copy' | 'cut';
  readonly conditionType: 'none' | 'string' | 'regex';
  readonly conditionValue: string;
  readonly config: Config;
  readonly converters: readonly ConverterValues[];
}

/**
 * Returns the values of a new extractor, with the values that the address of the page contains as JSON. From its
 * configuration, only fields of the extractor type with values of the expected kind are used.
 */
export function draftedValues(type: ExtractorType, draft: string): ExtractorValues {
  const values = valuesOf(type);
  const given = recordIn(draft);
  const config = recordOf(given['config']);
  const taken = partsOfType(type).filter(({ name, initial }) => typeof config[name] === typeof initial);
  return {
    ...values,
    title: textOf(given['title']),
    target: namesItsFields(type) ? '' : fieldNameOf(textOf(given['target'])),
    config: { ...values.config, ...Object.fromEntries(taken.map(({ name }) => [name, config[name]])) },
    converters:
      given['number'] === true && !namesItsFields(type)
        ? [{ type: 'numeric', config: {}, on: true }]
        : values.converters,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // Cast: every object may be read as a record of unknown values.
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

export function valuesOf(type: ExtractorType, stored?: ExtractorSummary): ExtractorValues {
  return {
    title: stored?.title ?? '',
    target: stored?.target_field ?? '',
    strategy: stored?.cursor_strategy ?? 'copy',
    conditionType: stored?.condition_type ?? 'none',
    conditionValue: stored?.condition_value ?? '',
    config: { ...initialConfig(partsOfType(type)), ...stored?.extractor_config },
    converters: (stored?.converters ?? []).map(({ type: converter, config }) => ({
      type: converter,
      config: { ...initialConfig(converterTypeOf(converter).parts), ...config },
      on: true,
    })),
  };
}

/** Type, source field and position of an extractor, which the form cannot change. */
export interface ExtractorSubject {
  readonly type: ExtractorType;
  readonly field: string;
  readonly order: number;
}

export function requestOf({ type, field, order }: ExtractorSubject, values: ExtractorValues): ExtractorRequest {
  const named = namesItsFields(type);
  return {
    title: values.title.trim(),
    cursor_strategy: values.strategy,
    source_field: field,
    target_field: named ? '' : values.target,
    extractor_type: type,
    extractor_config: { ...values.config },
    converters: named
      ? []
      : values.converters.filter(({ on }) => on).map((one) => ({ type: one.type, config: { ...one.config } })),
    condition_type: values.conditionType,
    condition_value: values.conditionType === 'none' ? '' : values.conditionValue,
    order,
  };
}

/** Returns a typed text without the characters that are invalid in field names. */
export const fieldNameOf = (typed: string): string => typed.replace(/[^A-Za-z0-9_]/g, '');
