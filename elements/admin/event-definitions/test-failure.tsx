import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { formTexts } from './form-texts.js';

export interface TestFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/**
 * Shows why a definition could not be tested: the errors of its fields if the server has sent them, otherwise the
 * reason of the failure.
 */
export function TestFailure({ error, onRetry }: TestFailureProps): ReactNode {
  const named = Object.values(fieldErrorsOf(error) ?? {});
  return (
    <ErrorPanel
      title={formTexts.test.failed}
      errors={named.length > 0 ? [...new Set(named)] : [reasonOf(error)]}
      onRetry={onRetry}
    />
  );
}
