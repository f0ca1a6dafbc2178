/** Rule functions on JSON: parse_json, flatten_json, select_jsonpath. */
import { jsonPath, type JsonPath } from '../../json-path/json-path.js';
import { JsonPathError } from '../../json-path/path-parts.js';
import { defineFunction, EvaluationError, optional, parameter, prepared, type CallContext } from '../function.js';
import { JsonTextError, readJsonTree } from '../json-tree.js';
import { jsonText, textOf } from '../value-text.js';
import { Integer, isList, isMap, JsonNode, type JsonTree, type MapValue, type Value } from '../values.js';
import { mostElements } from './bounds.js';

const isContainer = (tree: JsonTree): boolean => isList(tree) || isMap(tree);

/** Removes lists and objects that are `depth` levels below the root, or deeper. */
function cutOff(tree: JsonTree, depth: number): JsonTree {
  const isKept = (child: JsonTree): boolean => depth > 1 || !isContainer(child);
  if (isList(tree)) return tree.filter(isKept).map((child) => cutOff(child, depth - 1));
  if (!isMap(tree)) return tree;
  const kept = [...tree].filter(([, child]) => isKept(child));
  return new Map(kept.map(([name, child]) => [name, cutOff(child, depth - 1)]));
}

/** Parses a JSON text; undefined: the text is empty, or it is null or no JSON, which is logged. */
function parsed(text: string | null, context: CallContext, name: string): JsonTree {
  if (text === '') return undefined;
  try {
    if (text === null) throw new JsonTextError('The text is null.');
    context.spend(text.length);
    return readJsonTree(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    context.services.log.warn(`${name} in the rule "${context.rule.title}": ${error.message}`);
    return undefined;
  }
}

const parseJson = defineFunction({
  name: 'parse_json',
  parameters: [
    parameter('value', 'String'),
    optional('depth', 'Long', 'Lists and objects at this level below the root, from 1, and deeper are left out.'),
  ],
  returns: 'JsonNode',
  description: 'Parses a text as JSON. A text that is none gives a missing node, and a line in the log of the server.',
  evaluate([value, depth], context) {
    const tree = parsed(value, context, 'parse_json');
    return new JsonNode(depth !== null && depth !== undefined && depth > 0n ? cutOff(tree, Number(depth)) : tree);
  },
});

const listHandlers = ['json', 'flatten', 'ignore'] as const;
type ListHandler = (typeof listHandlers)[number];

class Flattening {
  readonly fields = new Map<string, JsonTree>();

  constructor(
    private readonly handler: ListHandler,
    private readonly asTexts: boolean,
    private readonly context: CallContext,
  ) {}

  add(name: string, tree: JsonTree): void {
    if (tree === null || tree === undefined) return;
    if (isMap(tree)) {
      for (const [key, child] of tree) this.add(`${name}_${key}`, child);
    } else if (!isList(tree)) this.#set(name, this.asTexts ? (textOf(tree as Value) ?? '') : tree);
    else if (this.handler === 'json') this.#set(name, jsonText(tree));
    else if (this.handler === 'flatten') {
      tree.forEach((child, index) => this.add(`${name}_${index}`, child));
    }
  }

  #set(name: string, tree: JsonTree): void {
    if (this.fields.size >= mostElements)
      throw new EvaluationError(`The JSON text has more than ${mostElements} values.`);
    this.context.spend(name.length + (typeof tree === 'string' ? tree.length : 1));
    this.fields.set(name, tree);
  }
}

const flattenJson = defineFunction({
  name: 'flatten_json',
  parameters: [
    parameter('value', 'String'),
    parameter(
      'array_handler',
      'String',
      'Lists: json keeps them as JSON text, flatten makes a value of each element, ignore drops them.',
    ),
    optional('stringify', 'Boolean', 'Turns every value into text.'),
  ],
  returns: 'JsonNode',
  description: 'Parses a text as a JSON object and makes one level of it: {"a":{"b":1}} becomes {"a_b":1}.',
  evaluate([value, arrayHandler, stringify], context) {
    const handler = listHandlers.find((one) => one === arrayHandler);
    const warn = (what: string): null => {
      context.services.log.warn(`flatten_json in the rule "${context.rule.title}": ${what}`);
      return null;
    };
    if (handler === undefined)
      return warn(
        `"${(arrayHandler ?? 'null').slice(0, 60)}" is no way to handle lists: it must be ${listHandlers.join(', ')}.`,
      );
    const tree = parsed(value, context, 'flatten_json');
    if (tree === undefined) return null;
    if (!isMap(tree)) return warn('The text is no JSON object.');
    const flattening = new Flattening(handler, stringify === true, context);
    for (const [name, child] of tree) flattening.add(name, child);
    return new JsonNode(flattening.fields);
  },
});

const numberOf = (leaf: unknown): number | bigint | undefined =>
  leaf instanceof Integer ? leaf.value : typeof leaf === 'number' || typeof leaf === 'bigint' ? leaf : undefined;

/** Compiles JSON paths. @throws EvaluationError when a path is invalid */
function compiledPaths(paths: MapValue): ReadonlyMap<string, JsonPath> {
  return new Map(
    [...paths].map(([name, path]) => {
      if (typeof path !== 'string') throw new EvaluationError(`The JSON path of "${name}" is no text.`);
      return [name, pathErrors(() => jsonPath(path, { numberOf, count: Integer.of }))];
    }),
  );
}

function pathErrors<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof JsonPathError) throw new EvaluationError(error.message);
    throw error;
  }
}

/**
 * Converts selected JSON to a value: scalars become plain values, objects JSON nodes, and lists lists of JSON nodes.
 */
function selected(tree: JsonTree): Value {
  if (tree === undefined) return null;
  if (isList(tree)) return tree.map((child) => new JsonNode(child));
  // Cast: a tree that is neither missing nor a list nor an object is a scalar, which is a value.
  return isMap(tree) ? new JsonNode(tree) : (tree as Value);
}

const selectJsonPath = defineFunction({
  name: 'select_jsonpath',
  parameters: [
    parameter('json', 'JsonNode'),
    prepared(parameter('paths', 'Map', 'Name → JSON path, as in {title: "$.book[0].title"}.'), compiledPaths),
  ],
  returns: 'Map',
  description: 'Selects values of a JSON tree by JSON paths. A path that leads nowhere gives null.',
  evaluate([json, paths], context) {
    if (json === null || paths === null) return new Map();
    const found = new Map<string, Value>();
    for (const [name, path] of paths) {
      const value = selected(pathErrors(() => path.find(json.tree)) as JsonTree);
      context.spend(isList(value) ? value.length : 1);
      found.set(name, value);
    }
    return found;
  },
});

export const jsonFunctions = [parseJson, flattenJson, selectJsonPath];
