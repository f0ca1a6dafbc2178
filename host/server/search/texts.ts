/**
 * Error texts of searches. The console shows them unchanged. An error that the reference server also reports has the
 * wording of the reference server.
 */
const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MiB`;

export const texts = {
  unableToSearch: (reason: string) => `Unable to perform search query: ${reason}`,
  cannotParse: (reason: string) => `Cannot parse query, cause: ${reason}`,
  numericExpected: (field: string, type: string) => `Expected numeric type on field [${field}], but got [${type}].`,
  dateExpected: (field: string, type: string) =>
    `Field [${field}] of type [${type}] is not supported for aggregation [date_histogram].`,
  unknownSearchType: (type: string) =>
    `Unknown search type '${type}': this server executes messages, pivot and events.`,
  unknownSeries: (type: string) => `Unknown series type '${type}'.`,
  seriesNeedsField: (type: string) => `Series ${type} needs a field.`,
  percentileRange: 'A percentile needs a number from 0 to 100.',
  unknownGroup: (type: string) => `Unknown group type '${type}'.`,
  tooManyGroups: (limit: number, count: number) => `A pivot has at most ${limit} groups, got ${count}.`,
  tooManySeries: (limit: number, count: number) => `A pivot has at most ${limit} series, got ${count}.`,
  tooManyPercentileValues: (limit: number, count: number) =>
    `Percentiles of ${count} values are more than this server computes at once (${Math.floor(limit)}); narrow the time range, or ask for fewer of them.`,
  tooManySearchTypes: (limit: number, count: number) =>
    `A search executes at most ${limit} search types, got ${count}.`,
  tooManyDecorators: (limit: number, count: number) =>
    `A page of messages is changed by at most ${limit} decorators, got ${count}.`,
  tooManySearches: (limit: number) =>
    `${limit} of your searches are waiting already. Wait until some are finished, or cancel them.`,
  tooManyExports: (limit: number) =>
    `${limit} of your exports are waiting already. Wait until some are finished, or cancel them.`,
  noSelection: 'Name a time range or a query that selects the messages to compare with the rest.',
  tooManyPatterns: (limit: number) =>
    `${limit} of your requests for patterns are waiting already. Wait until some are finished, or hang up.`,
  resultTooLarge: (limit: number) =>
    `The result of this search is larger than ${mebibytes(limit)}. Ask for fewer messages or fields at once, or narrow the time range or the query; an export has no such limit.`,
  heldTooLarge: (limit: number) =>
    `The results of your running searches are together larger than ${mebibytes(limit)}. Wait until some are finished, or ask for less at once.`,
  serverTooLarge: (limit: number) =>
    `The results of all running searches are together larger than ${mebibytes(limit)}. Try again when some are finished, or ask for less at once.`,
  largePatterns: 'the regular expressions of the query are too large together; write fewer, or fewer repetitions',
  tooManyConditions: (limit: number) =>
    `The query needs more than ${limit} comparisons: its words, times the fields that each is searched in, times the indices of the time range. Name the fields, use fewer words, or narrow the time range.`,
  tooManyQueryTexts: (limit: number) => `A search type has at most ${limit} query texts and filters.`,
  longQueryTexts: (limit: number) => `The query and its filters have together more than ${limit} characters.`,
  manyQueryClauses: (limit: number) => `The query and its filters have together more than ${limit} clauses.`,
  tooManyQueries: (limit: number, count: number) => `A search has at most ${limit} queries, got ${count}.`,
  tooManyStreams: (limit: number, count: number) => `At most ${limit} streams can be named at once, got ${count}.`,
  longPattern: (limit: number, length: number) =>
    `A regular expression has at most ${limit} characters, got ${length}.`,
  groupNeedsField: 'A group of values needs a field.',
  badInterval: (text: string) => `'${text}' is no interval: a number above 0 and one of s, m, h, d, w, M, y.`,
  tooManyBuckets: (limit: number, count: number) =>
    `Trying to create too many buckets. Must be less than or equal to: [${limit}] but was [${count}].`,
  resultWindow: (limit: number, wanted: number) =>
    `Result window is too large, from + size must be less than or equal to: [${limit}] but was [${wanted}].`,
  rangeLimit: 'Search out of allowed time range limit',
  searchTypeRangeLimit: (type: string) => `Search type '${type}' out of allowed time range limit`,
  unboundParameter: (name: string) => `Unbound required parameter used: ${name}`,
  noSearch: (id: string) => `No search found with id <${id}>.`,
  noJob: (id: string) => `Search job with id <${id}> does not exist.`,
  noMessage: (id: string, index: string) => `Message ${id} does not exist in index ${index}`,
  messageDenied: (id: string) => `Not authorized to access message ${id}`,
  offsetRangeTarget: (id: string) => `Search type <${id}>, to which an offset range refers, does not exist.`,
  rangeBothForms: 'A relative range has either "range" or "from", not both.',
  rangeToWithoutFrom: 'A relative range with "to" needs "from".',
  rangeToAfterFrom: 'In a relative range "to" must not be greater than "from".',
  rangeMissing: 'A relative range needs "range" or "from".',
  badInstant: (text: string) => `'${text}' is no instant; expected for example 2024-03-01T10:15:00.000Z.`,
  rangeBackwards: 'The time range ends before it begins.',
  badKeyword: (text: string) => `Could not parse '${text}' as a time range.`,
  badTimezone: (name: string) => `Unknown time zone '${name}'.`,
  eventsNotForGuests: 'Events are not part of this embed token.',
  exportOneQuery: 'Only a search with exactly one query can be exported.',
  exportMessages: 'Only search types of type messages can be exported.',
  noSearchType: (id: string) => `Search type <${id}> does not exist.`,
  exportInvalid: (reason: string) => `Request validation failed: ${reason}`,
  noExport: (id: string) => `Export job ${id} does not exist.`,
  suggestUnknown: (field: string) => `No message of the time range and streams has a field ${field}.`,
  unsupportedFullText: (field: string) => `Field ${field} is full text: its values cannot be suggested.`,
} as const;

/** Explanations of the validation (contract search Q1–Q5). */
export const validationTexts = {
  titles: {
    UNKNOWN_FIELD: 'Unknown field',
    QUERY_PARSING_ERROR: 'Query parsing error',
    INVALID_OPERATOR: 'Invalid operator',
    UNDECLARED_PARAMETER: 'Undeclared parameter',
    INVALID_VALUE_TYPE: 'Invalid value type',
    EMPTY_PARAMETER: 'Empty parameter',
  },
  unknownField: (name: string) => `Query contains unknown field: ${name}`,
  invalidOperator: (operator: string) =>
    `Query contains invalid operator "${operator}". All AND / OR / NOT operators have to be written uppercase`,
  invalidValue: (field: string, type: string, value: string) =>
    `Type of ${field} is ${type}, cannot use value ${value}`,
  emptyParameter: (name: string) => `Parameter is bound to an empty value: ${name}`,
} as const;
