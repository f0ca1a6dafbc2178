/** Rule functions that create periods. Numbers beyond 32 bits become the nearest number of 32 bits. */
import { defineFunction, EvaluationError, parameter, prepared, type PipelineFunction } from '../function.js';
import { Period } from '../values.js';

const periodType = 'org.joda.time.Period';

const saturated = (value: bigint): number =>
  value > 2_147_483_647n ? 2_147_483_647 : value < -2_147_483_648n ? -2_147_483_648 : Number(value);

const periodOf = (name: string, make: (count: number) => Period): PipelineFunction =>
  defineFunction({
    name,
    parameters: [prepared(parameter('value', 'Long'), (value) => make(saturated(value)), periodType)],
    returns: 'Period',
    pure: true,
    description: `A period of so many ${name === 'millis' ? 'milliseconds' : name}.`,
    evaluate: ([value]) => value,
  });

const form =
  /^P(?:(-?\d{1,10})Y)?(?:(-?\d{1,10})M)?(?:(-?\d{1,10})W)?(?:(-?\d{1,10})D)?(?:T(?=[-\d])(?:(-?\d{1,10})H)?(?:(-?\d{1,10})M)?(?:(-?)(\d{1,10})(?:\.(\d{1,9}))?S)?)?$/i;

/** Parses a period of ISO 8601, such as `P1YT1M`. @throws EvaluationError for any other text */
function readPeriod(text: string): Period {
  const found = form.exec(text);
  if (!found || text.length < 3)
    throw new EvaluationError(`"${text.slice(0, 60)}" is no period of ISO 8601, such as P1DT12H.`);
  const [years, months, weeks, days, hours, minutes] = found
    .slice(1, 7)
    .map((digits) => saturated(BigInt(digits ?? 0)));
  const sign = found[7] === '-' ? -1 : 1;
  const seconds = sign * saturated(BigInt(found[8] ?? 0));
  const millis = sign * Number((found[9] ?? '').padEnd(3, '0').slice(0, 3));
  return new Period(years, months, weeks, days, hours, minutes, seconds, millis);
}

const period = defineFunction({
  name: 'period',
  parameters: [prepared(parameter('value', 'String', 'Period of ISO 8601, such as P1DT12H.'), readPeriod, periodType)],
  returns: 'Period',
  pure: true,
  description: 'Reads a period in the form of ISO 8601.',
  evaluate: ([value]) => value,
});

export const periodFunctions: readonly PipelineFunction[] = [
  periodOf('years', (count) => new Period(count)),
  periodOf('months', (count) => new Period(0, count)),
  periodOf('weeks', (count) => new Period(0, 0, count)),
  periodOf('days', (count) => new Period(0, 0, 0, count)),
  periodOf('hours', (count) => new Period(0, 0, 0, 0, count)),
  periodOf('minutes', (count) => new Period(0, 0, 0, 0, 0, count)),
  periodOf('seconds', (count) => new Period(0, 0, 0, 0, 0, 0, count)),
  periodOf('millis', (count) => new Period(0, 0, 0, 0, 0, 0, 0, count)),
  period,
];
