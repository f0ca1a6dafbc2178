/** Lists the locales in which dates and numbers can be formatted. */
import type { Locale } from '../../../api/contract/system.schema.js';

const tags =
  'ar-SA bg-BG ca-ES cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es-AR es-ES es-MX ' +
  'et-EE fi-FI fr-BE fr-CA fr-CH fr-FR he-IL hi-IN hr-HR hu-HU id-ID it-CH it-IT ja-JP ko-KR lt-LT lv-LV ms-MY nb-NO nl-BE ' +
  'nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-RS sv-SE th-TH tr-TR uk-UA vi-VN zh-CN zh-TW';

/**
 * Returns the locales by their tags. They are computed at each call, because computing the names would prolong the
 * start of the server.
 */
export function locales(): Record<string, Locale> {
  const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
  return Object.fromEntries(
    tags
      .split(' ')
      .map((language_tag) => [language_tag, { language_tag, display_name: names.of(language_tag) ?? language_tag }]),
  );
}
