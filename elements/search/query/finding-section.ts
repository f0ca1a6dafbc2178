/**
 * Maps a validation finding to the section of the query reference that explains it. The mapping is separate from the
 * texts of the reference, because the texts are loaded on demand.
 */
import type { ReferenceSection } from './query-reference-texts.js';

/** Returns the id of the section that explains findings of a type; `basics` for other types. */
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
