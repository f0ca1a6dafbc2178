/**
 * Error for an invalid source of a pipeline or rule: status 400 with the list of errors as body (contract
 * administration, errors).
 */
import type { ParseError } from '../../../api/contract/pipelines.js';
import { ApiError } from '../foundation/errors.js';

export class SourceErrors extends ApiError {
  constructor(readonly errors: readonly ParseError[]) {
    super(400, errors.map(({ reason }) => reason).join('; '));
  }

  override body(): object {
    return this.errors;
  }
}
