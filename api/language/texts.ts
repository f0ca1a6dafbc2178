/** Texts with which the parser explains errors in queries. */
export const texts = {
  incomplete: 'incomplete query, query ended unexpectedly',
  unexpected: (found: string) => `unexpected ${found}`,
  openQuote: 'the quotation mark " is never closed; write \\" for the character itself',
  openRegexp:
    'a / starts a regular expression, and this one is never closed; write \\/ or use quotation marks for the character itself',
  openParenthesis: 'the parenthesis ( is never closed',
  strayParenthesis: 'there is no ( for this )',
  emptyParentheses: 'there is nothing between the parentheses',
  operatorWithoutLeft: (operator: string) => `there is nothing on the left side of ${operator}`,
  operatorWithoutRight: (operator: string) => `there is nothing to the right of ${operator}`,
  secondColon: 'a value holds a : here; write \\: or use quotation marks for the character itself',
  strayColon: 'there is no field name before this :',
  signedValue: (sign: string) =>
    `a value cannot start with ${sign}; write \\${sign} or use quotation marks for the character itself`,
  range: 'a range is written [from TO to] or {from TO to}',
  strayBracket: (bracket: string) =>
    `unexpected ${bracket}; write \\${bracket} or use quotation marks for the character itself`,
  boost: 'a number must follow ^; write \\^ for the character itself',
  strayTilde: 'there is no word before this ~; write \\~ for the character itself',
  escape: 'a character must follow the backslash; write \\\\ for a backslash itself',
  tooDeep: (limit: number) => `parentheses are nested deeper than ${limit} levels`,
  tooLong: (limit: number) => `the query has more than ${limit} characters`,
  tooManyClauses: (limit: number) => `the query has more than ${limit} clauses`,
  fractionalEdits: 'fractional edit distances are not allowed',
  leadingWildcard: (pattern: string) => `'${pattern}': * or ? is not allowed as the first character of a term`,
  badRegexp: (pattern: string, reason: string) => `/${pattern}/ is not a regular expression: ${reason}`,
} as const;
