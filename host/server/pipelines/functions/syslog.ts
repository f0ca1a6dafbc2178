/** Rule functions on syslog priorities (RFC 5424 §6.2.1). */
import { defineFunction, EvaluationError, parameter, type PipelineFunction } from '../function.js';
import { Bean, Integer, type Value } from '../values.js';
import { shown, wholeNumber } from './bounds.js';

const facilities = [
  'kern',
  'user',
  'mail',
  'daemon',
  'auth',
  'syslog',
  'lpr',
  'news',
  'uucp',
  'clock',
  'authpriv',
  'ftp',
  'ntp',
  'log audit',
  'log alert',
  'cron',
  'local0',
  'local1',
  'local2',
  'local3',
  'local4',
  'local5',
  'local6',
  'local7',
];
const levels = ['Emergency', 'Alert', 'Critical', 'Error', 'Warning', 'Notice', 'Informational', 'Debug'];
const unknown = 'Unknown';

const nameOf = (names: readonly string[], number: number | undefined): string =>
  (number === undefined ? undefined : names[number]) ?? unknown;

interface Priority {
  readonly facility: number;
  readonly level: number;
}

/** Splits a syslog priority into facility and level. @throws EvaluationError when the value is no integer of 32 bits */
function priorityOf(value: Value): Priority {
  const number = wholeNumber(value);
  if (number === undefined)
    throw new EvaluationError(`${shown(value)} is no priority of syslog: it must be a whole number.`);
  return { facility: number >> 3, level: number & 7 };
}

const value = parameter('value', 'Object');

export const syslogFunctions: readonly PipelineFunction[] = [
  defineFunction({
    name: 'expand_syslog_priority',
    parameters: [value],
    returns: 'SyslogPriority',
    description: 'Facility and level of a priority of syslog as numbers: properties facility and level.',
    evaluate([given]) {
      const { facility, level } = priorityOf(given);
      return new Bean(
        'SyslogPriority',
        new Map([
          ['level', Integer.of(level)],
          ['facility', Integer.of(facility)],
        ]),
      );
    },
  }),
  defineFunction({
    name: 'expand_syslog_priority_as_string',
    parameters: [value],
    returns: 'SyslogPriorityAsString',
    description: 'Facility and level of a priority of syslog by their names: properties facility and level.',
    evaluate([given]) {
      const { facility, level } = priorityOf(given);
      return new Bean(
        'SyslogPriorityAsString',
        new Map([
          ['level', nameOf(levels, level)],
          ['facility', nameOf(facilities, facility)],
        ]),
      );
    },
  }),
  defineFunction({
    name: 'syslog_facility',
    parameters: [value],
    returns: 'String',
    description: 'Name of a facility of syslog by its number; others are "Unknown".',
    evaluate: ([given]) => nameOf(facilities, wholeNumber(given)),
  }),
  defineFunction({
    name: 'syslog_level',
    parameters: [value],
    returns: 'String',
    description: 'Name of a level of syslog by its number; others are "Unknown".',
    evaluate: ([given]) => nameOf(levels, wholeNumber(given)),
  }),
];
