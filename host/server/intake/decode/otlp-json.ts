/**
 * Decodes log records of an ExportLogsServiceRequest in JSON
 * (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding: lowerCamelCase, ids in hexadecimal).
 */
import { longIntegers } from '../../../../api/integer-places.js';
import { DecodeFailure, newFields } from './decoded.js';
import { jsonExcerpt, jsonObjectLater, own, type JsonObject } from './json-object.js';
import {
  resourceOf,
  scopeOf,
  type OtlpAttributes,
  type OtlpEntry,
  type OtlpRecord,
  type OtlpScope,
} from './otlp-record.js';
import { ValueBudget } from './value-budget.js';
import { isObject } from '../../foundation/is-object.js';
import { intakeTurn } from './intake-turn.js';

const text = (object: JsonObject, name: string): string => {
  const value = own(object, name);
  return typeof value === 'string' ? value : '';
};

/**
 * Returns the items of a list; an empty list if the member is missing.
 * @throws DecodeFailure when the member is no list
 */
function list(object: JsonObject, name: string): readonly unknown[] {
  const value = own(object, name);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new DecodeFailure(`"${name}" must be a list.`);
  return value;
}

/**
 * Converts a number that is written as text; integers beyond 2^53 of up to 19 digits become bigint. Other values are
 * returned unchanged.
 */
function numberOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (!/^-?\d{1,19}$/.test(value)) return Number.isFinite(Number(value)) ? Number(value) : value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

function anyValue(value: unknown, budget: ValueBudget, depth = 0): unknown {
  budget.spend(depth);
  if (!isObject(value)) return undefined;
  for (const name of ['stringValue', 'boolValue'] as const) if (Object.hasOwn(value, name)) return value[name];
  for (const name of ['intValue', 'doubleValue'] as const) if (Object.hasOwn(value, name)) return numberOf(value[name]);
  const bytes = own(value, 'bytesValue');
  if (typeof bytes === 'string') return Buffer.from(bytes, 'base64');
  const array = own(value, 'arrayValue');
  if (isObject(array)) return list(array, 'values').map((one) => anyValue(one, budget, depth + 1));
  const entries = own(value, 'kvlistValue');
  if (!isObject(entries)) return undefined;
  const made: Record<string, unknown> = newFields();
  for (const [key, one] of attributesOf(entries, 'values', budget, depth + 1)) made[key] = one;
  return made;
}

function attributesOf(object: JsonObject, name: string, budget: ValueBudget, depth = 0): OtlpAttributes {
  return list(object, name)
    .filter(isObject)
    .map((one) => [text(one, 'key'), anyValue(own(one, 'value'), budget, depth)] as const);
}

function recordOf(value: unknown): OtlpRecord {
  if (!isObject(value)) throw new DecodeFailure('A log record must be an object.');
  const budget = new ValueBudget();
  const severity = numberOf(own(value, 'severityNumber'));
  const flags = numberOf(own(value, 'flags'));
  return {
    time: own(value, 'timeUnixNano'),
    observedTime: own(value, 'observedTimeUnixNano'),
    severity: typeof severity === 'number' ? severity : 0,
    severityText: text(value, 'severityText'),
    body: anyValue(own(value, 'body'), budget),
    attributes: attributesOf(value, 'attributes', budget),
    traceId: text(value, 'traceId'),
    spanId: text(value, 'spanId'),
    flags: typeof flags === 'number' ? flags : 0,
    eventName: text(value, 'eventName'),
  };
}

function objectOf(object: JsonObject, name: string): JsonObject {
  const value = own(object, name);
  return isObject(value) ? value : {};
}

function readScope(scopeLogs: JsonObject): OtlpScope {
  const scope = objectOf(scopeLogs, 'scope');
  return scopeOf(text(scope, 'name'), text(scope, 'version'), attributesOf(scope, 'attributes', new ValueBudget()));
}

/** Puts long integers of a JSON text in quotes, because `JSON.parse` would round them. */
function quoted(json: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const [start, next] of longIntegers(json)) {
    parts.push(json.slice(end, start), '"', json.slice(start, next), '"');
    end = next;
  }
  return end === 0 ? json : parts.join('') + json.slice(end);
}

/**
 * Yields the records of a request in JSON.
 * @throws DecodeFailure when the request is invalid; an invalid record throws when it is decoded
 */
export async function* otlpEntriesOfJson(body: Buffer): AsyncGenerator<OtlpEntry> {
  for (const resourceLogs of list(await jsonObjectLater(quoted(body.toString('utf8'))), 'resourceLogs').filter(
    isObject,
  )) {
    if (intakeTurn.isOver) await intakeTurn.room();
    const resource = resourceOf(attributesOf(objectOf(resourceLogs, 'resource'), 'attributes', new ValueBudget()));
    for (const scopeLogs of list(resourceLogs, 'scopeLogs').filter(isObject)) {
      if (intakeTurn.isOver) await intakeTurn.room();
      const scope = readScope(scopeLogs);
      for (const record of list(scopeLogs, 'logRecords'))
        yield {
          resource,
          scope,
          record: () => recordOf(record),
          excerpt: () => jsonExcerpt(record),
          bytes: 0,
        };
    }
  }
}
