/** Tests the texts of findings in rules, and the names of their quick fixes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { found, rule } from './diagnosed-rules.js';

/** Rules with a finding: the condition, the actions, and the texts of the finding and its quick fix. */
const cases: readonly (readonly [condition: string, actions: string, expected: string])[] = [
  [
    '$message.flag',
    '',
    'warning | never true | never-true | A condition must be a Boolean, this is a value of any type: it counts as false. | Compare with true',
  ],
  [
    '$message.a > $message.b',
    '',
    'warning | fails on text | fails-on-text | Two values of any type can only be compared when both are numbers of the same kind. | Wrap both in to_long()',
  ],
  [
    '$message.code == 504',
    '',
    'warning | may never be equal | may-never-be-equal | Whole numbers of JSON messages arrive with 32 bits, and a text is no number: neither is ever equal to 504. | Wrap in to_long()',
  ],
  [
    '$message.a != "x"',
    '',
    'hint | false without the field | false-without-the-field | A message without $message.a does not meet this condition: "!=" is false when its left side is missing. | Be true without the field as well',
  ],
  [
    'true',
    'remove_field("a.b");',
    'hint | a dot matches every character | a-dot-matches-every-character | The name is a regular expression: every field whose whole name matches it is removed. | Mean the dot itself',
  ],
  [
    'true',
    'route_to_stream("Slow request");',
    'warning | unknown stream | unknown-stream | There is no stream "Slow request": the function does nothing. | Use "Slow requests"',
  ],
  [
    'true',
    'route_to_stream("Nothing like it");',
    'warning | unknown stream | unknown-stream | There is no stream "Nothing like it": the function does nothing. | ',
  ],
  [
    'true',
    'set_field("x", lookup_value("owner", "k"));',
    'warning | unknown lookup table | unknown-lookup-table | There is no lookup table "owner": the lookup finds nothing. | Use "owners"',
  ],
  [
    'true',
    'set_field("x", grok("%{NUMBR:n}", "1"));',
    'warning | unknown grok pattern | unknown-grok-pattern | There is no grok pattern "NUMBR": the function fails. | Use "NUMBER"',
  ],
  [
    'true',
    'set_field("x", $message.a + $message.b);',
    'warning | fails on text and whole numbers | fails-on-text-and-whole-numbers | Two values of any type are computed as Doubles: "+" fails on everything else. | Wrap both in to_string()',
  ],
  ['true', 'let a = 1;', 'hint | unused variable | unused-variable | The variable "a" is never read. | Remove it'],
  [
    'true',
    'let a = -(1 + 2);',
    'hint | unused variable | unused-variable | The variable "a" is never read. | Remove it',
  ],
  [
    'true',
    'let a = 1 + to_long($message.b);',
    'hint | unused variable | unused-variable | The variable "a" is never read. | Remove it with its call',
  ],
  [
    'true',
    'lowercase(to_string($message.user));',
    'warning | result not used | result-not-used | lowercase() gives a new value and leaves the message as it is, so its result is lost. | Store it in user',
  ],
  [
    'true',
    'grok("%{IP:ip}", to_string($message.a));',
    'warning | result not used | result-not-used | grok() gives a new value and leaves the message as it is, so its result is lost. | Store it as fields',
  ],
  [
    'true',
    'drop_message();\nset_field("a", 1);',
    'warning | has no effect | has-no-effect | The message was already dropped, so this change is lost. | Remove it',
  ],
];

describe('a finding', () => {
  for (const [condition, actions, expected] of cases)
    it(`states the fault and names its quick fix: ${condition}, ${actions}`, () => {
      const [first] = found(rule(condition, actions));
      assert.equal([first?.kind, first?.title, first?.code, first?.text, first?.fix?.label].join(' | '), expected);
    });
});
