/**
 * Translates names of months in dates of syslog to English. Systems that run in another language than English write
 * `12. Juni`, `févr. 12` or `mrt 12`.
 */

export const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Names of each month in German, French, Spanish, Dutch, Italian, Portuguese, Swedish, Danish and Norwegian, short and
 * long, as regular expressions. U+FFFD stands for a letter of ISO 8859-1 that was read as UTF-8.
 */
const namesOf: readonly string[] = [
  'jan(?:uari?|uar|vier|v|eiro)?|j[äa\ufffd]n(?:ner)?|ene(?:ro)?|gen(?:naio)?',
  'feb(?:ruari?|ruar|rero|braio)?|f[ée\ufffd]v(?:r|rier|ereiro)?',
  'm[äa\ufffd]r(?:z|s|zo|ço|t)?|mrz|mrt|maart|mars|marzo|março',
  'apr(?:il|ile)?|avr(?:il)?|abr(?:il)?',
  'mai|mei|maj|may(?:o)?|mag(?:gio)?|maio',
  'jun(?:i|io|ho)?|juin|giu(?:gno)?',
  'jul(?:i|io|ho)?|juil(?:let)?|lug(?:lio)?',
  'aug(?:ust|ustus|usti)?|ao[ûu\ufffd]t?|ago(?:sto)?',
  'sept?(?:ember|embre|iembre)?|set(?:tembre|embro)?',
  'okt(?:ober)?|oct(?:obre|ubre)?|ott(?:obre)?|out(?:ubro)?',
  'nov(?:ember|embre|iembre|embro)?',
  'de[czs](?:ember|embre|embro)?|d[ée\ufffd]c(?:embre)?|dic(?:iembre|embre)?|dez(?:ember|embro)?',
];

/** Weekdays in the languages of `namesOf`, short (two letters or more) and long. */
const weekdays = String.raw`(?:mo|di|mi|do|fr|sa|so|ma|wo|vr|za|zo|må|ti|on|to|lö|sö|lun|mar|mer|jeu|ven|sam|dim|mi[ée]|jue|vie|s[áa]b|dom|gio|seg|ter|qua|qui|sex|man|tir|ons|tor|fre|l[øö]r|s[øö]n|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)`;

/** Matches an optional weekday, an optional day and a month at the beginning, in front of a further number. */
const dateStart = new RegExp(
  String.raw`^[*.]?(?:${weekdays}[.,]{0,2} +)?(?:(\d{1,2})(?:\.|º|er)?[ /-]{0,2}(?:de )?)?(?:${namesOf.map((names) => `(${names})`).join('|')})\.?(?: de[l]? )?(?=[ /-]{0,3}\d)`,
  'iu',
);

/**
 * Rewrites the date at the beginning of a text to English and leaves out its weekday: `mer. 12 juin 2024 …` becomes `12
 * jun 2024 …`. Undefined: the text begins with no date in one of the languages, or needs no change.
 */
export function withEnglishMonth(text: string): string | undefined {
  const match = dateStart.exec(text);
  if (!match) return undefined;
  const [whole, day, ...names] = match;
  const month = months[names.findIndex((name) => name !== undefined)];
  const separator = /^\s/.test(text.slice(whole.length)) || whole.endsWith(' ') ? ' ' : '';
  const rest = text.slice(whole.length).replace(/^[ /-]+/, ' ');
  const english = `${day === undefined ? '' : `${day} `}${month}${rest.startsWith(' ') ? '' : separator}${rest}`;
  // For a text that is already English, `readDate` would call itself endlessly.
  return english === text ? undefined : english;
}
