/** Rules for new passwords. Existing passwords stay valid; the rules apply when they are changed. */

const leastCharacters = 8;
const mostCharacters = 1024;

/** Passwords of eight or more characters that guessers try first, in lower case. */
const known: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 123123123
  11111111 111111111 00000000 88888888 87654321 987654321 0987654321 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qwertyui qwertyuiop
  qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 zaq12wsx q1w2e3r4 q1w2e3r4t5 abcd1234 abc12345 abcdefgh a1b2c3d4
  aa123456 iloveyou iloveyou1 sunshine princess football baseball superman starwars trustno1 whatever welcome1 welcome123
  letmein1 letmein123 changeme changeme1 changeme123 changeit default1 administrator admin123 admin1234 admin12345 adminadmin
  administrator1 root1234 rootroot testtest test1234 testtest1 guest123 secret123 temp1234 computer internet michelle jennifer
  dragon123 monkey123 graylog123 graylog1 elastic1 logconsole log-console opensearch password! password1! qwerty123! admin123!`.split(
    /\s+/,
  ),
);

/**
 * Checks a new password.
 * @returns the problem as the rest of a sentence; undefined: the password is acceptable
 */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'must not be empty';
  if (password.length > mostCharacters) return `must not be longer than ${mostCharacters} characters`;
  // The least length counts code points, not UTF-16 units.
  if ([...password].length < leastCharacters) return `must have at least ${leastCharacters} characters`;
  const isOneCharacter = new Set(password).size === 1;
  if (isOneCharacter || known.has(password.toLowerCase()))
    return 'must not be one of the passwords that are guessed first';
  return undefined;
}
