/** Section of the query reference that explains a finding. It stands apart from the texts of the reference, which load on demand. */
import type { ReferenceSection } from './query-reference-texts.js';

/** The section that explains a finding. */
export function sectionOf(errorType: string): ReferenceSection['id'] {
  switch (errorType) {
    case 'UNKNOWN_FIELD':
      return 'fields';
    case 'INVALID_OPERATOR':
      return 'operators';
    case 'QUERY_PARSING_ERROR':
      return 'syntax';
    case 'UNDECLARED_PARAMETER':
    case 'EMPTY_PARAMETER':
    case 'PARAMETER_NOT_ALLOWED':
      return 'parameters';
    case 'INVALID_VALUE_TYPE':
      return 'types';
    default:
      return 'basics';
  }
}
