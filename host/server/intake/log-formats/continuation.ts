/** Lines that go on with the one before: what is indented, and what stack traces are made of. */

const traceLine =
  /^(?:\s|at [\w$.<>/]|Caused by: |Suppressed: |\.\.\. \d+ (?:more|common frames)|Traceback \(most recent call last\):|\}|\)$)/;
/** `java.lang.IllegalStateException: closed`, `ValueError: no`, `java.lang.Error`. */
const exceptionLine =
  /^(?:(?:[A-Za-z_$][\w$]{0,99}\.){0,20}[A-Z][\w$]{0,99}|(?:[A-Za-z_$][\w$]{0,99}\.){1,20})(?:Exception|Error|Throwable|Failure)(?::|$)/;
/** A place in a program, as traces name one after the other. */
const placeLine = /^\s+(?:at [\w$.<>/[(]|File "[^"]{1,300}", line \d)/;

export const goesOn = (line: string): boolean => traceLine.test(line) || exceptionLine.test(line);

/** Tells whether a line belongs to a stack trace and to nothing else. */
export const isPlace = (line: string): boolean => placeLine.test(line);
