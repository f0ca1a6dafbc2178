/**
 * Reads and writes the messages of OpAMP, the Open Agent Management Protocol, that this server uses
 * (https://github.com/open-telemetry/opamp-spec/blob/main/proto/opamp.proto). That file defines the field numbers.
 */
import type { ComponentHealth } from '../../../../api/contract/sidecars.schema.js';
import { numberField, partField, ProtobufReader, repeatedParts } from '../../intake/decode/protobuf.js';

/** AgentCapabilities that the server uses: AcceptsRemoteConfig, AcceptsRestartCommand. */
export const agentCapabilities = { acceptsRemoteConfig: 0x2, acceptsRestart: 0x400 } as const;
/** ServerCapabilities: AcceptsStatus, OffersRemoteConfig, AcceptsEffectiveConfig. */
const serverCapabilities = 0x1 | 0x2 | 0x4;
/** ServerToAgentFlags: ReportFullState. */
const reportFullState = 0x1;

const limits = { attributes: 200, text: 1000, health: 500, depth: 6, files: 50, fileBytes: 256 * 1024 } as const;

export interface RemoteConfigStatus {
  /** Hash of the remote configuration, hexadecimal. */
  readonly hash: string;
  /** RemoteConfigStatuses: 0 unset, 1 applied, 2 applying, 3 failed. */
  readonly status: number;
  readonly message: string;
}

export interface AgentToServer {
  readonly uid: Buffer;
  readonly sequence: number;
  readonly capabilities: number;
  readonly disconnects: boolean;
  /** Attributes of the agent; absent when they are unchanged. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly health?: ComponentHealth;
  readonly effective?: readonly { readonly name: string; readonly body: string }[];
  readonly remoteStatus?: RemoteConfigStatus;
}

/** Reads a message of an agent. @throws DecodeFailure for an invalid message */
export function readAgentMessage(bytes: Buffer): AgentToServer {
  const reader = new ProtobufReader(bytes);
  const message: { -readonly [Name in keyof AgentToServer]: AgentToServer[Name] } = {
    uid: Buffer.alloc(0),
    sequence: 0,
    capabilities: 0,
    disconnects: false,
  };
  while (reader.next()) {
    if (reader.field === 1) message.uid = reader.part();
    else if (reader.field === 2) message.sequence = reader.uint();
    else if (reader.field === 3) message.attributes = attributesOf(reader.part());
    else if (reader.field === 4) message.capabilities = reader.uint();
    else if (reader.field === 5) message.health = healthOf('', reader.part(), 0, { left: limits.health });
    else if (reader.field === 6) message.effective = effectiveOf(reader.part());
    else if (reader.field === 7) message.remoteStatus = remoteStatusOf(reader.part());
    else if (reader.field === 9) {
      reader.skip();
      message.disconnects = true;
    } else reader.skip();
  }
  return message;
}

const cut = (text: string): string => text.slice(0, limits.text);

/** Returns the identifying and other attributes of an AgentDescription as text. */
function attributesOf(bytes: Buffer): Record<string, string> {
  const found = new Map<string, string>();
  for (const list of [2, 1]) {
    for (const pair of repeatedParts(bytes, list, limits.attributes)) {
      let name = '';
      let value = '';
      const reader = new ProtobufReader(pair);
      while (reader.next()) {
        if (reader.field === 1) name = cut(reader.text());
        else if (reader.field === 2) value = cut(anyText(reader.part(), 0));
        else reader.skip();
      }
      if (name !== '') found.set(name, value);
    }
  }
  return Object.fromEntries(found);
}

/** Converts an AnyValue of OpenTelemetry to text; lists are joined by commas. */
function anyText(bytes: Buffer, depth: number): string {
  const reader = new ProtobufReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) return reader.text();
    if (reader.field === 2) return reader.uint() === 0 ? 'false' : 'true';
    if (reader.field === 3) return String(reader.int64());
    if (reader.field === 4) return String(reader.double());
    if (reader.field === 5 && depth < limits.depth)
      return repeatedParts(reader.part(), 1, limits.attributes)
        .map((item) => anyText(item, depth + 1))
        .join(',');
    reader.skip();
  }
  return '';
}

function healthOf(name: string, bytes: Buffer, depth: number, budget: { left: number }): ComponentHealth {
  const health: ComponentHealth = { name: cut(name), healthy: false, status: '', last_error: '', components: [] };
  const reader = new ProtobufReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) health.healthy = reader.uint() !== 0;
    else if (reader.field === 3) health.last_error = cut(reader.text());
    else if (reader.field === 4) health.status = cut(reader.text());
    else if (reader.field === 6) {
      const [key, value] = entryOf(reader.part());
      budget.left -= 1;
      if (budget.left >= 0 && depth < limits.depth) health.components.push(healthOf(key, value, depth + 1, budget));
    } else reader.skip();
  }
  return health;
}

/** Reads an entry of a map from text to a message. */
function entryOf(bytes: Buffer): [key: string, value: Buffer] {
  let key = '';
  let value: Buffer = Buffer.alloc(0);
  const reader = new ProtobufReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) key = reader.text();
    else if (reader.field === 2) value = reader.part();
    else reader.skip();
  }
  return [key, value];
}

function effectiveOf(bytes: Buffer): { name: string; body: string }[] {
  const files: { name: string; body: string }[] = [];
  let left: number = limits.fileBytes;
  for (const map of repeatedParts(bytes, 1, 1)) {
    for (const entry of repeatedParts(map, 1, limits.files)) {
      const [name, file] = entryOf(entry);
      const [body = Buffer.alloc(0)] = repeatedParts(file, 1, 1);
      const kept = body.subarray(0, Math.max(0, left));
      left -= kept.length;
      files.push({ name: cut(name), body: kept.toString('utf8') });
    }
  }
  return files;
}

function remoteStatusOf(bytes: Buffer): RemoteConfigStatus {
  let [hash, status, message] = ['', 0, ''];
  const reader = new ProtobufReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) hash = reader.part().subarray(0, 64).toString('hex');
    else if (reader.field === 2) status = reader.uint();
    else if (reader.field === 3) message = reader.text().slice(0, 8000);
    else reader.skip();
  }
  return { hash, status, message };
}

export interface RemoteConfig {
  readonly files: readonly { readonly name: string; readonly body: string }[];
  /** Hash of the configuration, hexadecimal. */
  readonly hash: string;
}

export interface ServerToAgent {
  readonly uid: Buffer;
  readonly fullState?: boolean;
  readonly remoteConfig?: RemoteConfig | undefined;
  readonly restart?: boolean;
  /** Reason why the agent's message could not be used. */
  readonly error?: string;
}

export function writeServerMessage({ uid, fullState, remoteConfig, restart, error }: ServerToAgent): Buffer {
  const parts = [partField(1, uid)];
  // ServerErrorResponse with the type BadRequest.
  if (error !== undefined) parts.push(partField(2, Buffer.concat([numberField(1, 1), partField(2, error)])));
  if (remoteConfig && restart !== true) {
    const files = remoteConfig.files.map(({ name, body }) => {
      const file = Buffer.concat([partField(1, body), partField(2, 'text/yaml')]);
      return partField(1, Buffer.concat([partField(1, name), partField(2, file)]));
    });
    const map = Buffer.concat(files);
    parts.push(partField(3, Buffer.concat([partField(1, map), partField(2, Buffer.from(remoteConfig.hash, 'hex'))])));
  }
  if (fullState === true) parts.push(numberField(6, reportFullState));
  parts.push(numberField(7, serverCapabilities));
  // A command (restart is type 0) is sent alone, because agents ignore all other members of a message with a command.
  if (restart === true) parts.push(partField(9, numberField(1, 0)));
  return Buffer.concat(parts);
}
