/**
 * Calls rule functions in tests: arguments are prepared as by the interpreter, and the services are those of an empty
 * server.
 */
import type { CallContext, PipelineFunction } from '../../../../../host/server/pipelines/function.js';
import { functionCatalogue } from '../../../../../host/server/pipelines/functions/catalogue.js';
import { noLookupTables } from '../../../../../host/server/pipelines/lookup-access.js';
import { Message } from '../../../../../host/server/pipelines/message.js';
import type { Services } from '../../../../../host/server/pipelines/services.js';
import { DateTime, type Value } from '../../../../../host/server/pipelines/values.js';

export const instant = Date.parse('2010-07-30T16:03:25.000Z');

export const messageOf = (
  fields: Readonly<Record<string, Value>> = {},
  streams: readonly string[] = ['default'],
): Message =>
  new Message(
    'id-1',
    new Map<string, Value>([
      ['message', 'test'],
      ['source', 'test'],
      ['timestamp', new DateTime(instant)],
      ...Object.entries(fields),
    ]),
    streams,
    'input-1',
  );

/** Side effects of a call. */
export interface Traces {
  readonly lines: string[];
  readonly counts: [name: string, by: bigint][];
  spent: number;
  /** Present time in epoch milliseconds. */
  readonly now: number;
}

export const newTraces = (): Traces => ({ lines: [], counts: [], spent: 0, now: instant });

/** Context of a call: it records side effects in `traces`, and cannot wait for lookups. */
class TestContext implements CallContext {
  readonly rule = { id: 'rule-1', title: 'r' };

  constructor(
    readonly message: Message,
    readonly services: Services,
    private readonly traces: Traces,
  ) {}

  now(): number {
    return this.traces.now;
  }

  createMessage(text: string, source: string, timestamp: DateTime): Message {
    const fields: [string, Value][] = [
      ['message', text],
      ['source', source],
      ['timestamp', timestamp],
    ];
    return new Message(`of ${this.message.id}`, new Map(fields), [], undefined);
  }

  cloneMessage(of: Message): Message {
    return of.copy(`copy of ${this.message.id}`, new Map());
  }

  waitFor<T>(key: string): T {
    throw new Error(`${this.rule.title} waits for ${key}.`);
  }

  spend(units: number): void {
    this.traces.spent += units;
  }
}

export function servicesOfTests(services: Partial<Services> = {}, traces = newTraces()): Services {
  return {
    defaultStreamId: 'default',
    streams: { byId: () => undefined, byTitle: () => [] },
    inputs: { running: () => undefined, byTitle: () => undefined },
    lookups: noLookupTables,
    grok: { has: () => false, compile: () => ({ match: () => undefined }) },
    threatSources: () => ({ tor: false, spamhaus: false, abuseCh: false, otx: false }),
    count: (name, by) => traces.counts.push([name, by]),
    log: { info: (text) => traces.lines.push(text), warn: (text) => traces.lines.push(text) },
    ...services,
  };
}

export const contextOf = (services: Partial<Services> = {}, message = messageOf(), traces = newTraces()): CallContext =>
  new TestContext(message, servicesOfTests(services, traces), traces);

export function functionNamed(name: string): PipelineFunction {
  const found = functionCatalogue.get(name);
  if (!found) throw new Error(`There is no function ${name}.`);
  return found;
}

/** Calls a rule function. @param args arguments by position; undefined: the argument is omitted */
export function call(name: string, args: readonly (Value | undefined)[], context: CallContext = contextOf()): Value {
  const called = functionNamed(name);
  const prepared = called.parameters.map(({ prepare }, index) => {
    const value = args[index];
    return prepare && value !== null && value !== undefined ? prepare(value) : value;
  });
  // The parameter types differ per function, so the argument list cannot be typed statically, hence the cast.
  return called.evaluate(prepared as never[], context) ?? null;
}

/** Calls a rule function and returns the text of its error; undefined: the call succeeded. */
export function failureOf(
  name: string,
  args: readonly (Value | undefined)[],
  context?: CallContext,
): string | undefined {
  try {
    call(name, args, context);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
