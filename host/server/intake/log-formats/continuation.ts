/**
 * Recognises lines that continue the line before: indented lines, closing braces, names of exceptions and other parts
 * of stack traces.
 */

const traceLine =
  /^(?:\s|at [\w$.<>/]|Caused by: |Suppressed: |\.\.\. \d+ (?:more|common frames)|Traceback \(most recent call last\):|\}|\)$)/;
/** Matches `java.lang.IllegalStateException: closed`, `ValueError: no`, `java.lang.Error`. */
const exceptionLine =
  /^(?:(?:[A-Za-z_$][\w$]{0,99}\.){0,20}[A-Z][\w$]{0,99}|(?:[A-Za-z_$][\w$]{0,99}\.){1,20})(?:Exception|Error|Throwable|Failure)(?::|$)/;
/** Matches a frame of a stack trace, of Java or Python. */
const placeLine = /^\s+(?:at [\w$.<>/[(]|File "[^"]{1,300}", line \d)/;

export const goesOn = (line: string): boolean => traceLine.test(line) || exceptionLine.test(line);

/** Tells whether a line is a frame of a stack trace. */
export const isPlace = (line: string): boolean => placeLine.test(line);
