import type { FailureCode } from '../../api/failures.js';

/**
 * Failure that an element itself finds, such as a missing id; the event `log-error` reports its code to the host page.
 */
export class ElementFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
