/** Levels by their first letter, as Android, MongoDB, Google's and Ruby's loggers write them. */
const letters: ReadonlyMap<string, string> = new Map([
  ['V', 'VERBOSE'],
  ['D', 'DEBUG'],
  ['I', 'INFO'],
  ['W', 'WARN'],
  ['E', 'ERROR'],
  ['F', 'FATAL'],
]);

export const levelOfLetter = (letter: string): string | undefined => letters.get(letter);
