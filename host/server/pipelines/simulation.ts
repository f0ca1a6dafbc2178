/** The simulator: runs a message through the pipelines of its streams, and traces each step. */
import type { SimulatedMessage, SimulationResponse } from '../../../api/contract/pipelines.js';
import type { PipelineEngine } from './engine.js';
import { courseOfRule, trialRooms, tryMessage } from './evaluator.js';
import type { FamilyObserver } from './family.js';
import { PipelineFigures } from './figures.js';
import type { Message } from './message.js';
import type { Place, PlannedRule } from './plan.js';
import { planAll } from './planner.js';
import type { ParsedRule } from './sources.js';
import { Yielder } from '../foundation/yielding.js';
import { errorOf } from '../foundation/caught.js';
import { changesOf, fieldsOfMessage, messageOfFields, timestampText } from './wire-message.js';

type Trace = SimulationResponse['simulation_trace'];

/** Largest number of steps of a trace; further steps are omitted. */
const mostSteps = 10_000;

function tracer(): { readonly trace: Trace; readonly say: (text: string) => void; readonly observer: FamilyObserver } {
  const begun = performance.now();
  const trace: Trace = [];
  const say = (message: string): void => {
    if (trace.length < mostSteps) trace.push({ time: Math.round((performance.now() - begun) * 1000), message });
  };
  const at = ({ pipeline }: Place, { name, rule }: PlannedRule): string =>
    `Rule '${name}' (${rule?.id ?? ''}) in Pipeline '${pipeline.title}' (${pipeline.id})`;
  const observer: FamilyObserver = {
    begin: ({ id }, { pipelines }, streams) => {
      const names = pipelines.map((pipeline) => `Pipeline '${pipeline.title}' (${pipeline.id})`);
      say(`Message ${id} running [${names.join(', ')}] for streams [${streams.join(', ')}]`);
    },
    enterStage: (number) => say(`Enter Stage ${number}`),
    exitStage: (number) => say(`Exit Stage ${number}`),
    evaluate: (place, planned) => say(`Evaluate ${at(place, planned)}`),
    evaluated: (place, planned, matched) =>
      say(`Evaluation ${matched ? 'satisfied' : 'not satisfied'} by ${at(place, planned)}`),
    execute: (place, planned) => say(`Execute ${at(place, planned)}`),
    executed: (place, planned) => say(`Finished execution of ${at(place, planned)}`),
    failed: ({ phase, place, planned, error }) =>
      say(
        `Failed ${phase === 'condition' ? 'evaluation' : 'execution'} of ${at(place, planned)}: ${errorOf(error).message}`,
      ),
    completed: ({ stage, pipeline }, goesOn) =>
      say(
        `Completed Stage ${stage.number} for Pipeline '${pipeline.title}' (${pipeline.id}), ${goesOn ? 'continuing' : 'NOT continuing'} to next stage`,
      ),
  };
  return { trace, say, observer };
}

/** Runs a message through the stored pipelines of its streams; nothing is stored, and metrics are not changed. */
export async function simulatePipelines(engine: PipelineEngine, message: Message): Promise<SimulationResponse> {
  const before = fieldsOfMessage(message);
  const plan = await planAll({ sources: engine.sources, figures: new PipelineFigures() }, new Yielder());
  const { trace, say, observer } = tracer();
  say('Starting message processing');
  const run = await tryMessage(message, {
    rooms: trialRooms(engine.rooms),
    course: { ofStreams: (streams) => plan.course(streams) },
    observer,
  });
  say('Finished message processing');
  const results = run.messages
    .filter(({ isDropped }) => !isDropped)
    .map((result) => {
      const fields = fieldsOfMessage(result);
      return { message: fields, index: '', highlight_ranges: null, decoration_stats: changesOf(before, fields) };
    });
  return { messages: results, simulation_trace: trace, took_microseconds: run.micros };
}

/** Runs a rule on a new message with the given text; a rule with errors leaves the message unchanged. */
export async function simulateRule(
  engine: PipelineEngine,
  parsed: ParsedRule,
  text: string,
): Promise<SimulatedMessage> {
  const message = messageOfFields({ message: text, source: '127.0.0.1' }, [], Date.now());
  const messages = parsed.compiled
    ? (
        await tryMessage(message, {
          rooms: trialRooms(engine.rooms),
          course: { only: courseOfRule({ ...parsed.compiled, id: 'simulated' }) },
        })
      ).messages
    : [message];
  const { _id: id, streams: _streams, ...fields } = fieldsOfMessage(message);
  return {
    id: String(id),
    message: String(fields['message']),
    source: String(fields['source']),
    timestamp: timestampText(message),
    fields: { _id: id, ...fields },
    streams: [...message.streams],
    field_names: Object.keys(fields),
    dropped: message.isDropped,
    created_messages: messages.filter((made) => made !== message).map(fieldsOfMessage),
  };
}
