/** Finds the streams to which the rules of pipelines route messages, from the sources of the rules. */
import { parseRule, type CallExpression, type Expression, type RuleTree } from '../../api/pipeline-language/index.js';
import { expressionsOf } from '../../api/pipeline-language/walk.js';

interface RoutingPipeline {
  readonly id: string;
  /** Titles of the rules in each stage. */
  readonly stages: readonly { readonly rules: readonly string[] }[];
}

interface RoutingRule {
  readonly title: string | null;
  readonly source: string;
}

interface RoutedStream {
  readonly id: string;
  readonly title: string;
}

/**
 * Returns the pipelines whose rules call `route_to_stream` for a stream, as pipeline ids by stream id. The name or id
 * of the stream has to be a text in the rule, or a variable to which a text is assigned; computed names are unknown. If
 * several streams have the same title, the function routes to all of them. An id takes precedence over a name.
 */
export function routedStreams(
  pipelines: readonly RoutingPipeline[],
  rules: readonly RoutingRule[],
  streams: readonly RoutedStream[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const targets = new Map(rules.map(({ title, source }) => [title, targetsOf(source, streams)]));
  const routed = new Map<string, Set<string>>();
  for (const { id: pipelineId, stages } of pipelines)
    for (const title of stages.flatMap(({ rules: titles }) => titles))
      for (const streamId of targets.get(title) ?? []) {
        const known = routed.get(streamId);
        if (known) known.add(pipelineId);
        else routed.set(streamId, new Set([pipelineId]));
      }
  return routed;
}

/** Returns the ids of the streams to which a rule routes. Returns no ids if its source does not parse. */
function targetsOf(source: string, streams: readonly RoutedStream[]): readonly string[] {
  // Most rules do not route, and searching is much cheaper than parsing.
  if (!source.includes('route_to_stream')) return [];
  const parsed = parseRule(source);
  if (parsed.problem) return [];
  const { tree } = parsed;
  const targets: string[] = [];
  for (const call of expressionsOf(tree)) {
    if (call.kind !== 'call' || call.name !== 'route_to_stream') continue;
    const id = argumentOf(call, 'id', 1);
    const key = id ? 'id' : 'title';
    const wanted = textsOf(id ?? argumentOf(call, 'name', 0), tree);
    targets.push(...streams.filter((stream) => wanted.has(stream[key])).map((stream) => stream.id));
  }
  return targets;
}

function argumentOf({ named, positional }: CallExpression, name: string, place: number): Expression | undefined {
  return named ? named.find((one) => one.name === name)?.value : positional[place];
}

/**
 * Returns the texts that an argument may have: the text itself, or for a variable all texts that are assigned to it.
 */
function textsOf(argument: Expression | undefined, { statements }: RuleTree): ReadonlySet<string> {
  if (!argument) return new Set();
  const values =
    argument.kind === 'variable'
      ? statements.flatMap((one) => (one.kind === 'let' && one.name === argument.name ? [one.value] : []))
      : [argument];
  return new Set(values.flatMap((one) => (one.kind === 'literal' && typeof one.value === 'string' ? [one.value] : [])));
}
