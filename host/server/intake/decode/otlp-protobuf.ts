/**
 * Decodes log records of an ExportLogsServiceRequest in protobuf
 * (https://github.com/open-telemetry/opentelemetry-proto, collector/logs/v1 and logs/v1).
 */
import { intakeTurn } from './intake-turn.js';
import { newFields } from './decoded.js';
import {
  noScope,
  resourceOf,
  scopeOf,
  type OtlpAttributes,
  type OtlpEntry,
  type OtlpRecord,
  type OtlpScope,
} from './otlp-record.js';
import { ProtobufReader, repeatedParts } from './protobuf.js';
import { maxValues, ValueBudget } from './value-budget.js';

const maxRepeated = 50_000;
function anyValue(bytes: Buffer, budget: ValueBudget, depth = 0): unknown {
  budget.spend(depth);
  const reader = new ProtobufReader(bytes);
  let value: unknown;
  while (reader.next()) {
    if (reader.field === 1) value = reader.text();
    else if (reader.field === 2) value = reader.uint() !== 0;
    else if (reader.field === 3) value = exact(reader.int64());
    else if (reader.field === 4) value = reader.double();
    else if (reader.field === 5) value = valuesOf(reader.part()).map((part) => anyValue(part, budget, depth + 1));
    else if (reader.field === 6) value = object(valuesOf(reader.part()), budget, depth + 1);
    else if (reader.field === 7) value = reader.part();
    else reader.skip();
  }
  return value;
}

const valuesOf = (list: Buffer) => repeatedParts(list, 1, maxValues);
const exact = (value: bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

function object(entries: readonly Buffer[], budget: ValueBudget, depth: number): unknown {
  const made: Record<string, unknown> = newFields();
  for (const entry of entries) {
    const [key, value] = keyValue(entry, budget, depth);
    made[key] = value;
  }
  return made;
}

function keyValue(bytes: Buffer, budget: ValueBudget, depth = 0): [string, unknown] {
  budget.spend(depth);
  const reader = new ProtobufReader(bytes);
  let key = '';
  let value: unknown;
  while (reader.next()) {
    if (reader.field === 1) key = reader.text();
    else if (reader.field === 2) value = anyValue(reader.part(), budget, depth);
    else reader.skip();
  }
  return [key, value];
}

function readScope(bytes: Buffer): OtlpScope {
  const reader = new ProtobufReader(bytes);
  const budget = new ValueBudget();
  let name = '';
  let version = '';
  const attributes: [string, unknown][] = [];
  while (reader.next()) {
    if (reader.field === 1) name = reader.text();
    else if (reader.field === 2) version = reader.text();
    else if (reader.field === 3) attributes.push(keyValue(reader.part(), budget));
    else reader.skip();
  }
  return scopeOf(name, version, attributes);
}

function recordOf(bytes: Buffer): OtlpRecord {
  const reader = new ProtobufReader(bytes);
  const budget = new ValueBudget();
  const attributes: [string, unknown][] = [];
  const record = {
    time: undefined as unknown,
    observedTime: undefined as unknown,
    severity: 0,
    severityText: '',
    body: undefined as unknown,
    attributes,
    traceId: '',
    spanId: '',
    flags: 0,
    eventName: '',
  };
  while (reader.next()) {
    if (reader.field === 1) record.time = reader.fixed64();
    else if (reader.field === 2) record.severity = reader.uint();
    else if (reader.field === 3) record.severityText = reader.text();
    else if (reader.field === 5) record.body = anyValue(reader.part(), budget);
    else if (reader.field === 6) attributes.push(keyValue(reader.part(), budget));
    else if (reader.field === 8) record.flags = reader.fixed32();
    else if (reader.field === 9) record.traceId = reader.part().toString('hex');
    else if (reader.field === 10) record.spanId = reader.part().toString('hex');
    else if (reader.field === 11) record.observedTime = reader.fixed64();
    else if (reader.field === 12) record.eventName = reader.text();
    else reader.skip();
  }
  return record;
}

function readAttributes(bytes: Buffer): OtlpAttributes {
  const budget = new ValueBudget();
  return repeatedParts(bytes, 1, maxValues).map((one) => keyValue(one, budget));
}

const repeated = (bytes: Buffer, field: number) => repeatedParts(bytes, field, maxRepeated);

/**
 * Yields the records of a request in protobuf.
 * @throws DecodeFailure when the request is invalid; an invalid record throws when it is decoded
 */
export async function* otlpEntriesOfProtobuf(body: Buffer): AsyncGenerator<OtlpEntry> {
  for (const resourceLogs of repeated(body, 1)) {
    if (intakeTurn.isOver) await intakeTurn.room();
    const [written] = repeatedParts(resourceLogs, 1, 1);
    const resource = resourceOf(written ? readAttributes(written) : []);
    for (const scopeLogs of repeated(resourceLogs, 2)) {
      if (intakeTurn.isOver) await intakeTurn.room();
      const [scope] = repeatedParts(scopeLogs, 1, 1).map(readScope);
      for (const record of repeated(scopeLogs, 2))
        yield {
          resource,
          scope: scope ?? noScope,
          record: () => recordOf(record),
          excerpt: () => record,
          bytes: record.length,
        };
    }
  }
}
