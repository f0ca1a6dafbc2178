/** Date patterns of Joda-Time: formatting, parsing, and errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DateFormatError } from '../../../../host/server/date-formats/format.js';
import { datePrinter } from '../../../../host/server/date-formats/print.js';
import { dateReader } from '../../../../host/server/date-formats/read.js';
import { exactZone, zoneOrUtc } from '../../../../host/server/date-formats/zones.js';

const instant = Date.parse('2018-01-18T10:42:23.055Z');

const printed: readonly (readonly [pattern: string, locale: string, zone: string, text: string])[] = [
  ["yyyy-MM-dd'T'HH:mm:ss.SSSZZ", 'en', 'Europe/Berlin', '2018-01-18T11:42:23.055+01:00'],
  ['yyyy-MM-dd HH:mm:ssZ', 'en', 'UTC', '2018-01-18 10:42:23+0000'],
  ['yy y yyyyy', 'en', 'UTC', '18 2018 02018'],
  ['EEE, d MMM yyyy h:mm a', 'en', 'America/New_York', 'Thu, 18 Jan 2018 5:42 AM'],
  ['EEEE d. MMMM', 'de', 'UTC', 'Donnerstag 18. Januar'],
  ['d MMMM', 'ru', 'UTC', '18 января'],
  ["D e w xxxx C G k K 'o''clock' ''", 'en', 'UTC', "18 4 3 2018 20 AD 10 10 o'clock '"],
  ['S SS SSSSSS', 'en', 'UTC', '0 05 055000'],
  ['ZZZ z', 'en', 'Asia/Manila', 'Asia/Manila PST'],
  ['z', 'en', 'Europe/Berlin', 'CET'],
  ['zzzz', 'en', 'Europe/Berlin', 'Central European Standard Time'],
];

test('a date pattern prints an instant by every letter, in the language and the zone', () => {
  for (const [pattern, locale, zone, text] of printed) {
    assert.equal(datePrinter(pattern, locale)(instant, zone), text, pattern);
  }
});

const options = { currentYear: 2026 };

const read: readonly (readonly [text: string, pattern: string, locale: string, zone: string, iso: string])[] = [
  ['2010-07-30T18:03:25+02:00', "yyyy-MM-dd'T'HH:mm:ssZZ", 'en', 'UTC', '2010-07-30T16:03:25.000Z'],
  ['2010-07-30T16:03:25Z', "yyyy-MM-dd'T'HH:mm:ssZZ", 'en', 'Asia/Manila', '2010-07-30T16:03:25.000Z'],
  ['2018-01-18T11:42:23.555', "yyyy-MM-dd'T'HH:mm:ss.SSS", 'en', 'Europe/Berlin', '2018-01-18T10:42:23.555Z'],
  ['20180118114223', 'yyyyMMddHHmmss', 'en', 'UTC', '2018-01-18T11:42:23.000Z'],
  ['18/Jan/2018:11:42:23 -0500', 'dd/MMM/yyyy:HH:mm:ss Z', 'en', 'UTC', '2018-01-18T16:42:23.000Z'],
  ['18 JANUARY 2018', 'd MMM yyyy', 'en', 'UTC', '2018-01-18T00:00:00.000Z'],
  ['24 Juni 2018', 'dd MMM yyyy', 'de', 'UTC', '2018-06-24T00:00:00.000Z'],
  ['3 Mär 2018', 'd MMM yyyy', 'de-DE', 'UTC', '2018-03-03T00:00:00.000Z'],
  ['juil. 14 2018', 'MMM d yyyy', 'fr', 'UTC', '2018-07-14T00:00:00.000Z'],
  ['Jan 18 11:42:23', 'MMM dd HH:mm:ss', 'en', 'UTC', '2000-01-18T11:42:23.000Z'],
  ['11:42', 'HH:mm', 'en', 'UTC', '1970-01-01T11:42:00.000Z'],
  ['12:05 AM', 'hh:mm a', 'en', 'UTC', '1970-01-01T00:05:00.000Z'],
  ['12:05 pm', 'hh:mm a', 'en', 'UTC', '1970-01-01T12:05:00.000Z'],
  ['24:05', 'kk:mm', 'en', 'UTC', '1970-01-01T00:05:00.000Z'],
  ['45', 'yy', 'en', 'UTC', '2045-01-01T00:00:00.000Z'],
  ['46', 'yy', 'en', 'UTC', '1946-01-01T00:00:00.000Z'],
  ['2046', 'yy', 'en', 'UTC', '2046-01-01T00:00:00.000Z'],
  ['180118', 'yyMMdd', 'en', 'UTC', '2018-01-18T00:00:00.000Z'],
  ['2018-W03-4', "xxxx-'W'ww-e", 'en', 'UTC', '2018-01-18T00:00:00.000Z'],
  ['2018-018', 'yyyy-DDD', 'en', 'UTC', '2018-01-18T00:00:00.000Z'],
  ['Mon 18 01 2018', 'EEE dd MM yyyy', 'en', 'UTC', '2018-01-15T00:00:00.000Z'],
  ['2018-07-01 12:00 EDT', 'yyyy-MM-dd HH:mm z', 'en', 'UTC', '2018-07-01T16:00:00.000Z'],
  ['2018-07-01 12:00 Europe/Berlin', 'yyyy-MM-dd HH:mm ZZZ', 'en', 'UTC', '2018-07-01T10:00:00.000Z'],
  ['1.5', 's.S', 'en', 'UTC', '1970-01-01T00:00:01.500Z'],
  ['2018-10-28 02:30', 'yyyy-MM-dd HH:mm', 'en', 'Europe/Berlin', '2018-10-28T00:30:00.000Z'],
];

test('a date pattern reads a text; missing fields are those of Joda-Time', () => {
  for (const [text, pattern, locale, zone, iso] of read) {
    const found = dateReader(pattern, locale, options)(text, zone);
    assert.equal(new Date(found).toISOString(), iso, `${text} by ${pattern}`);
  }
});

const refused: readonly (readonly [text: string, pattern: string, zone: string])[] = [
  ['2018-02-30', 'yyyy-MM-dd', 'UTC'],
  ['2018-13-01', 'yyyy-MM-dd', 'UTC'],
  ['2018-01-18 ', 'yyyy-MM-dd', 'UTC'],
  ['2018-01', 'yyyy-MM-dd', 'UTC'],
  ['24:00', 'HH:mm', 'UTC'],
  ['18 Foo 2018', 'd MMM yyyy', 'UTC'],
  ['2018-03-25 02:30', 'yyyy-MM-dd HH:mm', 'Europe/Berlin'],
  ['8', 'yyMM', 'UTC'],
  ['x'.repeat(2_000), 'yyyy', 'UTC'],
];

test('a date pattern refuses texts of another form and dates that do not exist', () => {
  for (const [text, pattern, zone] of refused) {
    assert.throws(() => dateReader(pattern, 'en', options)(text, zone), DateFormatError, `${text} by ${pattern}`);
  }
});

test('date patterns with unknown letters, open quotes, no content or too much content are refused', () => {
  for (const pattern of ['', 'yyyy-bb', "yyyy 'T", 'J', 'y'.repeat(600)]) {
    assert.throws(() => datePrinter(pattern, 'en'), DateFormatError, pattern);
  }
});

test('rule functions accept zone names in any letter case and treat unknown ones as UTC; `exactZone` accepts only exact names', () => {
  const zones: readonly (readonly [string | null, string])[] = [
    ['europe/MoSCOw', 'Europe/Moscow'],
    ['Etc/gmt-14', 'Etc/GMT-14'],
    ['CET', 'CET'],
    ['invalid', 'UTC'],
    ['', 'UTC'],
    [null, 'UTC'],
    ['__proto__', 'UTC'],
    ['constructor', 'UTC'],
    ['Etc/UTC', 'UTC'],
  ];
  for (const [name, zone] of zones) assert.equal(zoneOrUtc(name), zone, String(name));
  assert.equal(exactZone('europe/berlin'), undefined);
  assert.equal(exactZone('Europe/Berlin'), 'Europe/Berlin');
  assert.equal(exactZone('+02:00'), '+02:00');
  assert.equal(exactZone('toString'), undefined);
});
