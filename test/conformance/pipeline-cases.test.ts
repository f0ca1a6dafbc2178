/**
 * Runs the cases of `pipeline-cases.json`. Each contains a rule and its exact result: the fields of the message, or the
 * errors of parsing the rule.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { courseOfRule, tryMessage } from '../../host/server/pipelines/evaluator.js';
import { functionCatalogue } from '../../host/server/pipelines/functions/catalogue.js';
import { readRule } from '../../host/server/pipelines/sources.js';
import { fieldsOfMessage, messageOfFields } from '../../host/server/pipelines/wire-message.js';
import { servicesOfTests } from '../host/server/pipelines/functions/call.js';

interface Case {
  readonly name: string;
  readonly rule: string;
  /** Fields of the message in addition to the mandatory ones. */
  readonly message?: Readonly<Record<string, unknown>>;
  readonly parse_errors?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly absent?: readonly string[];
  readonly condition?: boolean;
  readonly processing_error?: boolean;
}

interface Cases {
  readonly defaults: { readonly message: Readonly<Record<string, unknown>>; readonly clock: string };
  readonly cases: readonly Case[];
}

const { defaults, cases } = JSON.parse(
  readFileSync(new URL('./pipeline-cases.json', import.meta.url), 'utf8'),
) as Cases;
const now = Date.parse(defaults.clock);
const rooms = { services: servicesOfTests(), newId: () => 'made', now: () => now };

/** Converts integers of the type `bigint` to texts, as `pipeline-cases.json` contains them. */
const plain = (value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : Array.isArray(value) ? value.map(plain) : value;

async function run(one: Case): Promise<void> {
  const { compiled, errors } = readRule(one.rule, functionCatalogue);
  assert.deepEqual(
    [...new Set(errors.map(({ type }) => type))].sort(),
    [...(one.parse_errors ?? [])].sort(),
    JSON.stringify(errors),
  );
  if (!compiled) return;
  const message = messageOfFields({ ...defaults.message, ...one.message }, [], now);
  let matched = false;
  const { failures } = await tryMessage(message, {
    rooms,
    course: { only: courseOfRule({ ...compiled, id: 'rule' }) },
    observer: { evaluated: (_place, _planned, isMatch) => void (matched = isMatch) },
  });
  const fields = fieldsOfMessage(message);
  assert.equal(matched, one.condition ?? true, 'the condition has the expected result');
  assert.deepEqual(
    failures.map(({ text }) => text).length > 0,
    one.processing_error ?? false,
    failures.map(({ text }) => text).join(),
  );
  for (const [name, value] of Object.entries(one.fields ?? {})) assert.deepEqual(plain(fields[name]), value, name);
  for (const name of one.absent ?? []) assert.equal(fields[name], undefined, name);
}

for (const one of cases) test(`the rule of the case "${one.name}" has the expected result`, () => run(one));
