/** Runs unsaved rules on many messages, and counts the messages in which each rule sets fields. Nothing is stored. */
import type { MessageFields } from '../../../../api/contract/searches.js';
import type { RuleHits } from '../../../../api/contract/rule-workbench.js';
import { Yielder } from '../../foundation/yielding.js';
import type { PipelineEngine } from '../engine.js';
import { courseOfRule, trialRooms, tryMessage } from '../evaluator.js';
import type { ParsedRule } from '../sources.js';
import { fieldsOfMessage, fieldsToProcess, messageOfFields } from '../wire-message.js';
import { reportedChanges } from './field-changes.js';

/** Time limit in milliseconds for one rule on all messages. */
const longestRunMs = 1000;

export async function countHits(
  engine: PipelineEngine,
  rules: readonly ParsedRule[],
  messages: readonly MessageFields[],
  signal: AbortSignal,
): Promise<RuleHits[]> {
  const counted: RuleHits[] = [];
  for (const rule of rules) counted.push(await hitsOf(engine, rule, messages, signal));
  return counted;
}

async function hitsOf(
  engine: PipelineEngine,
  { errors, compiled }: ParsedRule,
  messages: readonly MessageFields[],
  signal: AbortSignal,
): Promise<RuleHits> {
  const found: RuleHits = { errors: [...errors], tried: 0, hits: 0, failed: 0, example: {} };
  if (!compiled) return found;
  const rooms = trialRooms(engine.rooms);
  const course = { only: courseOfRule({ ...compiled, id: 'workbench' }) };
  const yielder = new Yielder();
  const begun = performance.now();
  for (const fields of messages) {
    if (signal.aborted || performance.now() - begun > longestRunMs) break;
    const message = messageOfFields(fieldsToProcess(fields), [], Date.now());
    const before = fieldsOfMessage(message);
    const { failures } = await tryMessage(message, { rooms, course });
    found.tried++;
    if (failures.length > 0) found.failed++;
    else {
      const { added, changed } = reportedChanges(before, fieldsOfMessage(message));
      const set = {
        ...added,
        ...Object.fromEntries(Object.entries(changed).map(([name, { after }]) => [name, after])),
      };
      if (Object.keys(set).length > 0 && ++found.hits === 1) found.example = set;
    }
    if (yielder.isOver) await yielder.pause();
  }
  return found;
}
