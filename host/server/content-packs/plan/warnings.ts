/** Warns about parts of planned entities that will not work although the entities can be installed. */
import type { PlannedParameter } from '../../../../api/contract/content-packs.schema.js';
import { listStreams } from '../../../../api/contract/streams.js';
import { adapterWarning, mailWarning, portWarning, usedPorts, type UsedPorts, type Warning } from '../checks.js';
import type { Api } from '../kind.js';
import { canonical } from '../values.js';
import type { Step } from './types.js';

/** Matches the ids of inputs in the queries and rules of an entity; ids have 24 hexadecimal digits. */
const inputIds = /gl2_source_input(?::|","inverted":(?:true|false),"type":"EXACT","value":)\\*"?([0-9a-f]{24})/g;

export class Warnings {
  readonly #api: Api;
  /** Ports of the inputs of this server and of the plan; they are read when the first input is examined. */
  #taken: Promise<UsedPorts> | undefined;
  /** Tells whether an entity of the pack has the id. */
  readonly #isInPack: (id: string) => boolean;
  #streams: Promise<ReadonlySet<string>> | undefined;

  constructor(api: Api, isInPack: (id: string) => boolean) {
    this.#api = api;
    this.#isInPack = isInPack;
  }

  /**
   * Adds the warnings to the plan.
   * @param used names of the parameters that provide values, by the path of the value
   */
  async add(step: Step, used: ReadonlyMap<string, string>, parameters: PlannedParameter[]): Promise<void> {
    const { data, planned } = step;
    const ids = new Set([...canonical(data).matchAll(inputIds)].map(([, id = '']) => id));
    for (const id of ids)
      planned.warnings.push(`It names the input ${id} of another server, and finds no messages of inputs of this one.`);
    const missing = await this.#missingStreams(step);
    if (missing > 0)
      planned.warnings.push(
        `It is limited to ${missing === 1 ? 'a stream' : `${missing} streams`} that neither the pack nor this server has.`,
      );
    const warning = await this.#ofKind(step);
    if (!warning) return;
    planned.warnings.push(warning.text);
    const parameter = parameters.find(({ name }) => name === used.get(warning.path));
    if (!parameter) return;
    parameter.warning = warning.text;
    parameter.suggestion = warning.suggestion;
  }

  async #ofKind({ kind, data, existing }: Step): Promise<Warning | undefined> {
    if (kind.type === 'input') {
      this.#taken ??= usedPorts(this.#api);
      return portWarning(data, await this.#taken, existing?.id);
    }
    if (kind.type === 'lookup_adapter') return adapterWarning(this.#api, data);
    return kind.type === 'notification' ? mailWarning(this.#api, data) : undefined;
  }

  /** Returns the number of streams that an entity names and that neither the pack nor the server has. */
  async #missingStreams({ kind, data }: Step): Promise<number> {
    const named = kind
      .references(data)
      .filter(({ type, id, optional }) => optional && type === 'stream' && !this.#isInPack(id));
    if (named.length === 0) return 0;
    this.#streams ??= this.#api.call(listStreams).then(({ streams }) => new Set(streams.map(({ id }) => id)));
    const known = await this.#streams;
    return named.filter(({ id }) => !known.has(id)).length;
  }
}
