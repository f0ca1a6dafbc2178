/**
 * The decorator "Pipeline Processor": runs one pipeline over the messages that a search has found (contract search D6).
 */
import type { Decorate, DecoratedMessage } from '../search/decorators.js';
import type { MessageFields } from '../../../api/contract/searches.js';
import type { PipelineEngine } from './engine.js';
import { trialRooms, tryMessage } from './evaluator.js';
import { PipelineFigures } from './figures.js';
import type { Message } from './message.js';
import { courseOf } from './plan.js';
import { planStored } from './planner.js';
import { Yielder } from '../foundation/yielding.js';
import { fieldsOfMessage, messageOfFields } from './wire-message.js';

const createdIndex = '[created from decorator]';

/**
 * Creates the decorator. A message that the pipeline drops is returned unchanged, because decorators do not hide
 * results. Messages that rules create follow at the end. An unknown pipeline changes nothing.
 */
export function pipelineDecorator(engine: PipelineEngine): Decorate {
  return async (messages, config) => {
    const document = engine.sources.pipelines.get(String(config['pipeline']));
    if (!document) return messages;
    await engine.plan();
    const planned = planStored(document, { sources: engine.sources, figures: new PipelineFigures() });
    const course = courseOf([planned]);
    const rooms = trialRooms(engine.rooms);
    const yielder = new Yielder();
    const decorated: DecoratedMessage[] = [];
    const created: DecoratedMessage[] = [];
    for (const found of messages) {
      const message = messageOfFields(found.message, [], Date.now());
      const run = await tryMessage(message, { rooms, course: { only: course } });
      decorated.push(message.isDropped ? found : { ...found, message: decoratedFields(found.message, message) });
      for (const made of run.messages)
        if (made !== message && !made.isDropped) created.push({ message: fieldsOfMessage(made), index: createdIndex });
      if (yielder.isOver) await yielder.pause();
    }
    return [...decorated, ...created];
  };
}

/**
 * Returns the fields after the pipeline has run. The streams, and the fields that begin with `_` and identify the
 * message, are kept.
 */
function decoratedFields(found: MessageFields, message: Message): MessageFields {
  const where = Object.entries(found).filter(([name]) => name.startsWith('_') || name === 'streams');
  return { ...fieldsOfMessage(message), ...Object.fromEntries(where) };
}
