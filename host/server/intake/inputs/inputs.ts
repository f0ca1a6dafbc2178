/**
 * Manages all inputs of the server: validates, stores, starts and stops them (contract data-intake, inputs and input
 * states).
 */
import { isDeepStrictEqual } from 'node:util';
import { serverLogInputId } from '../../../../api/contract/inputs.js';
import type { GrokPattern } from '../../../../api/contract/grok.js';
import type { InputCreateRequest, InputPreview, InputPreviewRequest } from '../../../../api/contract/inputs.schema.js';
import { newEntityId } from '../../foundation/ids.js';
import type { SecretBox } from '../../auth/secret-box.js';
import { entityCollection } from '../../documents/kinds.js';
import type { Log } from '../../log/log.js';
import type { Collection, Documents } from '../../store/types.js';
import type { Attributes } from '../../foundation/attributes.js';
import {
  checkConfiguration,
  ConfigurationError,
  firstInputs,
  merged,
  withRecognition,
} from '../types/configuration.js';
import { fileMemory } from '../files/file-memory.js';
import { FollowedInputs } from './followed-inputs.js';
import { UnknownInputError, type InputDocument } from './input-document.js';
import { keptForAnother, openedAttribute, sealedAttributes } from './input-secrets.js';
import { previewOf } from './input-preview.js';
import { mayBeSet } from '../decode/field-names.js';
import type { InputType } from '../types/input-type.js';
import { creatableTypes, inputTypeIds, inputTypesById } from '../types/input-types.js';
import type { ExtractorDocument } from './running-extractor.js';
import { RunningInput, type RunningInputRooms } from './running-input.js';

export { ConfigurationError };

export interface InputsOptions {
  readonly documents: Documents;
  readonly nodeId: string;
  readonly log: Log;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  readonly rooms: Omit<RunningInputRooms, 'files' | 'grokPatterns' | 'secretOf' | 'remarkOn' | 'onState'>;
  /** Called when the state of an input changes; the document is undefined if the input was deleted. */
  readonly onState: (input: RunningInput, document: InputDocument | undefined) => void;
}

const staticFieldName = /^[\w.\-@]+$/;
/** Id of the document which records that the first start has happened, with or without default inputs. */
const firstStartId = 'first_start';
const systemUser = 'admin';

export class Inputs {
  readonly #stored: Collection<InputDocument>;
  readonly #marks: Collection<{ id: string }>;
  readonly #running = new Map<string, RunningInput>();
  readonly #rooms: RunningInputRooms;
  readonly #followed: FollowedInputs;

  constructor(private readonly options: InputsOptions) {
    const { documents } = options;
    this.#stored = entityCollection<InputDocument>(documents, 'input');
    this.#marks = documents.collection<{ id: string }>('intake_marks');
    const patterns = entityCollection<GrokPattern>(documents, 'grok_pattern');
    this.#rooms = {
      ...options.rooms,
      grokPatterns: () => patterns.all(),
      secretOf: ({ id, attributes }, name) => openedAttribute(options.secrets, id, attributes, name),
      remarkOn: (id) => this.#followed.remarkOn(id),
      files: fileMemory(documents, (id) => this.#stored.get(id) !== undefined),
      onState: (input) => options.onState(input, this.#stored.get(input.id)),
    };
    this.#followed = new FollowedInputs({
      stored: this.#stored,
      files: this.#rooms.files,
      log: options.log,
      make: (id, title, type, configuration) => this.#makeOwn(id, title, type, configuration),
      start: (document) => this.#start(document),
      end: async (id) => {
        await this.#running.get(id)?.stop();
        this.#running.delete(id);
        await this.#stored.delete(id);
      },
    });
  }

  /** Input types of which users may create inputs. */
  get types(): readonly InputType[] {
    return creatableTypes;
  }

  typeOf(id: string): InputType | undefined {
    return inputTypesById.get(id);
  }

  all(): readonly InputDocument[] {
    return this.#stored.all();
  }

  /** Returns a stored input. @throws UnknownInputError when no input has the id */
  get(id: string): InputDocument {
    const document = this.#stored.get(id);
    if (!document) throw new UnknownInputError(`There is no input with the id ${id}.`);
    return document;
  }

  running(id: string): RunningInput | undefined {
    return this.#running.get(id);
  }

  /**
   * Returns a decrypted value of an input's configuration; empty when the value is not set.
   * @throws SecretError when decrypting fails
   */
  secretOf(input: InputDocument, name: string): Promise<string> {
    return this.#rooms.secretOf(input, name);
  }

  runningInputs(): Iterable<RunningInput> {
    return this.#running.values();
  }

  /**
   * Creates the default inputs on a first start and the inputs of `--follow`, and starts all inputs that should run.
   * @param first true: a first start creates default inputs
   * @param follow paths, directories and globs of `--follow`
   * @param lines configuration of the inputs of `--follow`: how lines are joined and decoded
   */
  async startAll(first: boolean, follow: readonly string[], lines: Attributes): Promise<void> {
    if (!this.#marks.get(firstStartId)) {
      if (first) await this.#makeFirst();
      // A first start without default inputs counts as well: later starts do not create them.
      else await this.#marks.put({ id: firstStartId });
    }
    await this.#keepLines();
    await this.#followed.make(follow, lines);
    const wanted = this.#stored.all().filter(({ desired_state }) => desired_state === 'RUNNING');
    await Promise.all(wanted.map((document) => this.#start(document)));
  }

  /**
   * Completes inputs that were stored by an earlier version, which had no format recognition. Recognition is enabled
   * for them, except for inputs with extractors, because extractors expect unchanged lines.
   */
  async #keepLines(): Promise<void> {
    for (const { id, type, attributes, extractors = [] } of this.#stored.all()) {
      const changed = withRecognition(inputTypesById.get(type), attributes, extractors.length === 0);
      if (changed !== attributes) await this.#change(id, { attributes: changed });
    }
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.values()].map((input) => input.stop()));
  }

  /**
   * Stores and starts a new input.
   * @throws ConfigurationError when the request is invalid; UnknownInputError for an unknown type
   */
  async create(request: InputCreateRequest, creator: string): Promise<InputDocument> {
    const made = this.#document(newEntityId(), request, creator);
    this.#check(made);
    const attributes = withRecognition(inputTypesById.get(made.type), made.attributes, true);
    const document = await this.#sealed({ ...made, attributes }, {});
    await this.#stored.put(document);
    await this.#start(document);
    return document;
  }

  /**
   * Returns some messages that an input with this configuration would produce now.
   * @throws ConfigurationError when the request is invalid or the type has no preview; UnknownInputError for an unknown
   * type
   */
  async preview({ type, configuration, text }: InputPreviewRequest, signal: AbortSignal): Promise<InputPreview> {
    const document = this.#document('', { title: type, type, global: true, configuration }, systemUser);
    this.#check(document);
    const { readable, now } = this.#rooms;
    const known = inputTypesById.get(type);
    if (!known) throw new UnknownInputError(`There is no input type ${type}.`);
    return previewOf(known, withRecognition(known, document.attributes, true), text, { readable, now, signal });
  }

  /**
   * Tells whether an update would make an input read other files.
   * @throws UnknownInputError when no input has the id
   */
  readsOthers(id: string, { type, configuration }: InputCreateRequest): boolean {
    const old = this.get(id);
    if (type !== inputTypeIds.files) return false;
    return old.type !== type || !isDeepStrictEqual(configuration['path'], old.attributes['path']);
  }

  /**
   * Updates an input; its static fields and extractors are kept. An input that should run is restarted, unless it runs
   * and its type and configuration are unchanged.
   * @throws UnknownInputError for an unknown id or type; ConfigurationError when the request is invalid
   */
  async update(id: string, request: InputCreateRequest): Promise<InputDocument> {
    const old = this.get(id);
    const sameType = old.type === request.type;
    const stored = sameType ? old.attributes : {};
    const changed: InputDocument = {
      ...this.#document(id, request, old.creator_user_id),
      attributes: merged(inputTypesById.get(request.type), stored, request.configuration),
      static_fields: old.static_fields,
      ...(old.extractors && { extractors: old.extractors }),
      created_at: old.created_at,
      desired_state: old.desired_state,
    };
    this.#check(changed);
    const wrong = keptForAnother(inputTypesById.get(changed.type), stored, changed.attributes);
    if (wrong !== undefined) throw new ConfigurationError(`Invalid configuration: ${wrong}.`);
    const document = await this.#sealed(changed, stored);
    await this.#stored.put(document);
    // A change of the title must not interrupt connections.
    const runs = sameType && ['RUNNING', 'FAILING'].includes(this.#running.get(id)?.state ?? '');
    const asBefore = runs && isDeepStrictEqual(document.attributes, old.attributes);
    if (document.desired_state === 'RUNNING' && !asBefore) await this.#start(document);
    return document;
  }

  /** Stops and deletes an input. @throws UnknownInputError when no input has the id */
  async delete(id: string): Promise<void> {
    this.get(id);
    const running = this.#running.get(id);
    await this.#stored.delete(id);
    await running?.stop();
    this.#running.delete(id);
    await this.#rooms.files.forget(id);
  }

  /**
   * Starts or restarts an input; the server also starts it at its own next starts.
   * @throws UnknownInputError when no input has the id
   */
  async start(id: string): Promise<void> {
    const document = await this.#change(id, { desired_state: 'RUNNING' });
    await this.#start(document);
  }

  /** Stops an input; later server starts do not start it again. @throws UnknownInputError when no input has the id */
  async stop(id: string): Promise<void> {
    await this.#change(id, { desired_state: 'STOPPED' });
    await this.#running.get(id)?.stop();
  }

  /**
   * Adds or replaces a static field.
   * @throws UnknownInputError for an unknown id; ConfigurationError for an invalid name
   */
  async addStaticField(id: string, name: string, value: string): Promise<void> {
    const { static_fields } = this.get(id);
    if (!staticFieldName.test(name)) {
      throw new ConfigurationError(`Invalid key: "${name}" may only hold letters, digits and _ . - @.`);
    }
    if (!mayBeSet(name)) throw new ConfigurationError(`Cannot add static field: "${name}" is reserved.`);
    await this.#changeStaticFields(id, { ...static_fields, [name]: value });
  }

  /**
   * Removes a static field.
   * @returns false: the input has no static field with this name
   * @throws UnknownInputError when no input has the id
   */
  async removeStaticField(id: string, name: string): Promise<boolean> {
    const { static_fields } = this.get(id);
    if (!Object.hasOwn(static_fields, name)) return false;
    const rest = Object.fromEntries(Object.entries(static_fields).filter(([key]) => key !== name));
    await this.#changeStaticFields(id, rest);
    return true;
  }

  /**
   * Changes the extractors of an input immediately and without interrupting connections.
   * @throws UnknownInputError when no input has the id, and the errors of `change`
   */
  async changeExtractors(
    id: string,
    change: (old: readonly ExtractorDocument[]) => readonly ExtractorDocument[],
  ): Promise<void> {
    const document = await this.#stored.update(id, (old) => ({ ...old, extractors: change(old.extractors ?? []) }));
    if (!document) throw new UnknownInputError(`There is no input with the id ${id}.`);
    this.#running.get(id)?.extractors.set(document.extractors ?? []);
  }

  /** Changes the static fields immediately and without interrupting connections. */
  async #changeStaticFields(id: string, fields: Record<string, string>): Promise<void> {
    await this.#change(id, { static_fields: fields });
    this.#running.get(id)?.receiver?.setStaticFields(fields);
  }

  async #change(id: string, change: Partial<InputDocument>): Promise<InputDocument> {
    const document = await this.#stored.update(id, (old) => ({ ...old, ...change }));
    if (!document) throw new UnknownInputError(`There is no input with the id ${id}.`);
    return document;
  }

  #document(id: string, request: InputCreateRequest, creator: string): InputDocument {
    return {
      id,
      title: request.title.trim(),
      type: request.type,
      global: request.global,
      node: request.global ? null : (request.node ?? this.options.nodeId),
      attributes: merged(inputTypesById.get(request.type), {}, request.configuration),
      static_fields: {},
      creator_user_id: creator,
      created_at: new Date(this.#rooms.now()).toISOString(),
      desired_state: 'RUNNING',
      content_pack: null,
    };
  }

  async #sealed(document: InputDocument, stored: InputDocument['attributes']): Promise<InputDocument> {
    const { id, type, attributes } = document;
    const sealed = await sealedAttributes(this.options.secrets, id, inputTypesById.get(type), stored, attributes);
    return { ...document, attributes: sealed };
  }

  #check({ title, type, attributes, node }: InputDocument): void {
    const known = inputTypesById.get(type);
    if (!known?.creatable) throw new UnknownInputError(`There is no input type ${type}.`);
    if (title === '') throw new ConfigurationError('An input needs a title.');
    if (node !== null && node !== this.options.nodeId) throw new ConfigurationError(`There is no node ${node}.`);
    checkConfiguration(known, attributes, this.#rooms);
  }

  async #start(document: InputDocument): Promise<void> {
    const input = this.#running.get(document.id) ?? new RunningInput(document.id, this.#rooms);
    this.#running.set(document.id, input);
    await input.start(document, inputTypesById.get(document.type));
  }

  async #makeFirst(): Promise<void> {
    for (const { title, type, attributes } of firstInputs(inputTypesById)) {
      const request = { title, type, global: true, configuration: attributes };
      await this.#stored.put(this.#document(newEntityId(), request, systemUser));
    }
    const log = { title: 'Server log', type: inputTypeIds.serverLog, global: true, configuration: {} };
    await this.#stored.put(this.#document(serverLogInputId, log, systemUser));
    await this.#marks.put({ id: firstStartId });
  }

  /** Follows files of `--follow` that have appeared since the server's start, and reads new compressed files. */
  followNew(names: readonly string[], lines: Attributes): Promise<void> {
    return this.#followed.followNew(names, lines);
  }

  /**
   * Stores an input that the server itself creates; for an existing id, the given part of the configuration is
   * replaced.
   */
  async #makeOwn(id: string, title: string, type: string, configuration: InputDocument['attributes']) {
    const changed = await this.#stored.update(id, (old) => ({
      ...old,
      attributes: { ...old.attributes, ...configuration },
    }));
    if (changed) return changed;
    const made = this.#document(id, { title, type, global: false, configuration: { ...configuration } }, systemUser);
    await this.#stored.put(made);
    return made;
  }
}
