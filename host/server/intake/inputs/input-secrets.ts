/** Encrypts and decrypts values of an input's configuration (contract data-intake, "Secrets of inputs"). */
import type { SecretBox } from '../../auth/secret-box.js';
import type { Attributes } from '../../foundation/attributes.js';
import type { InputType } from '../types/input-type.js';

const purposeOf = (inputId: string, name: string): string => `input ${inputId} ${name}`;

/**
 * Explains why a stored secret must be entered again; undefined: the stored secrets may be kept. A secret is sent only
 * to the server for which it was entered, and not without TLS if it was entered for a connection with TLS.
 */
export function keptForAnother(
  type: InputType | undefined,
  stored: Attributes,
  attributes: Attributes,
): string | undefined {
  const isOpen = stored['tls'] === true && attributes['tls'] !== true;
  if (originOf(stored) === originOf(attributes) && !isOpen) return undefined;
  const kept = Object.entries(type?.info.requested_configuration ?? {}).find(
    ([name, { is_encrypted: encrypted }]) => encrypted && attributes[name] && attributes[name] === stored[name],
  );
  return (
    kept &&
    `"${kept[0]}" must be entered again, as ${isOpen ? 'it would go without TLS' : 'the address is another one'}`
  );
}

/**
 * Returns the server to which an input sends its secrets; undefined: senders connect to the input, or the URL is
 * invalid.
 */
function originOf(attributes: Attributes): string | undefined {
  const { target_url: url, broker_hostname: host, broker_port: port, bootstrap_server: brokers } = attributes;
  if (typeof host === 'string') return `${host}:${String(port)}`;
  if (typeof brokers === 'string') return brokers;
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Returns the attributes with new secrets encrypted; secrets that equal the stored ones are already encrypted. */
export async function sealedAttributes(
  box: Pick<SecretBox, 'seal'>,
  inputId: string,
  type: InputType | undefined,
  stored: Attributes,
  attributes: Attributes,
): Promise<Record<string, unknown>> {
  const sealed: Record<string, unknown> = { ...attributes };
  for (const [name, { is_encrypted: encrypted }] of Object.entries(type?.info.requested_configuration ?? {})) {
    const value = attributes[name];
    if (!encrypted || typeof value !== 'string' || value === '' || value === stored[name]) continue;
    sealed[name] = await box.seal(value, purposeOf(inputId, name));
  }
  return sealed;
}

/** Returns a decrypted attribute; empty when it is not set. @throws SecretError when it cannot be decrypted */
export async function openedAttribute(
  box: Pick<SecretBox, 'open'>,
  inputId: string,
  attributes: Attributes,
  name: string,
): Promise<string> {
  const value = attributes[name];
  return typeof value === 'string' && value !== '' ? box.open(value, purposeOf(inputId, name)) : '';
}
