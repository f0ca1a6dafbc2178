/** Rule functions that write to the server's log and count metrics. */
import { defineFunction, EvaluationError, optional, parameter, type PipelineFunction } from '../function.js';
import { Message } from '../message.js';
import { textOf } from '../value-text.js';
import type { Value } from '../values.js';
import { needed } from './bounds.js';

const longestLine = 10_000;

const inner = (value: Value): string => (value === null ? 'null' : (textOf(value) ?? value.constructor.name));

function described(value: Value): string {
  if (!(value instanceof Message)) return inner(value);
  return [...value.entries()].map(([name, field]) => `${name}: ${inner(field)}`).join(' | ');
}

const debug = defineFunction({
  name: 'debug',
  parameters: [parameter('value', 'Object')],
  returns: 'Void',
  description: 'Writes a value to the log of the server; of a message, all its fields.',
  evaluate([value], { services, rule }) {
    // Line breaks are replaced, so that a value cannot look like further log lines.
    const text = described(value).replace(/[\r\n]+/g, ' ');
    services.log.info(`Rule "${rule.title}": ${text.length > longestLine ? `${text.slice(0, longestLine)}…` : text}`);
  },
});

const longestName = 200;

/** Returns a metric name unchanged. @throws EvaluationError when it is invalid */
function metricName(name: string): string {
  if (name === '' || name.length > longestName || /[\s\p{Cc}]/u.test(name))
    throw new EvaluationError(
      `"${name.slice(0, 60)}" is no name of a counter: 1 to ${longestName} characters without spaces.`,
    );
  return name;
}

const metricCounterInc = defineFunction({
  name: 'metric_counter_inc',
  parameters: [
    { ...parameter('name', 'String'), transformedType: 'com.codahale.metrics.Counter' },
    optional('value', 'Long', 'Default: 1; it may be negative.'),
  ],
  returns: 'Void',
  description: 'Adds to the counter org.graylog.rulemetrics.<name>.',
  evaluate([name, value], { services }) {
    services.count(metricName(needed(name, 'name')), value ?? 1n);
  },
});

export const debuggingFunctions: readonly PipelineFunction[] = [debug, metricCounterInc];
