/** Lines that go on with the one before: what is indented, and what stack traces are made of. */

const traceLine =
  /^(?:\s|at [\w$.<>/]|Caused by: |Suppressed: |\.\.\. \d+ (?:more|common frames)|Traceback \(most recent call last\):|\}|\)$)/;
/** `java.lang.IllegalStateException: closed`, `ValueError: no`. */
const exceptionLine = /^(?:[A-Za-z_$][\w$]{0,99}\.){0,20}[A-Z][\w$]{0,99}(?:Exception|Error|Throwable|Failure)(?::|$)/;

export const goesOn = (line: string): boolean => traceLine.test(line) || exceptionLine.test(line);
