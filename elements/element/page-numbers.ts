/** Formats numbers in the language that the page sets with `configure({ locale })`; the default is English. */
import { pageDefaults } from './page-defaults.js';

const english = 'en-US';

/**
 * Returns whether numbers are written as in English, where the suffixes of compact notation are known: K, M, B and T.
 */
export const isEnglish = (): boolean => (pageDefaults().locale ?? english).startsWith('en');

/** Returns a function that formats numbers; it follows a later change of the language. */
export function pageNumbers(options: Intl.NumberFormatOptions): (value: number | bigint) => string {
  let format: Intl.NumberFormat | undefined;
  let made: string | undefined;
  return (value) => {
    const locale = pageDefaults().locale ?? english;
    if (!format || made !== locale) {
      format = new Intl.NumberFormat(locale, options);
      made = locale;
    }
    return format.format(value);
  };
}
