/** Describes errors of content packs with their position: entity and path. */
import { ApiError } from '../foundation/errors.js';

export interface PackPlace {
  readonly entity?: { readonly id: string; readonly type: string; readonly title: string };
  /** Path of the value, such as `configuration.port`. */
  readonly path?: string;
}

export class PackError extends ApiError {
  constructor(
    message: string,
    readonly place: PackPlace = {},
    status = 400,
  ) {
    super(status, message);
  }

  override body(): object {
    return { type: 'ApiError', message: this.message, ...this.place };
  }
}

/** Thrown when an entity refers to another entity that the pack does not contain. */
export class MissingReference extends PackError {
  /**
   * @param path path of the reference, such as `config.streams[0]`
   * @param kind kind of the missing entity as users read it, such as `stream`
   * @param reference the reference as written: an id in a pack, a name in a provisioned file
   */
  constructor(
    readonly path: string,
    readonly kind: string,
    readonly reference: unknown,
  ) {
    super(`${path}: the pack holds no ${kind} ${JSON.stringify(reference)}.`, { path });
  }
}

/**
 * Throws the errors of a validation as one error; does nothing when there are no errors.
 * @param errors texts of the errors by field
 * @param besides fields whose errors are ignored
 * @throws PackError with all texts, and the first wrong field as path
 */
export function throwFirst(errors: Readonly<Record<string, readonly string[]>>, besides: readonly string[] = []): void {
  const found = Object.entries(errors).filter(([field]) => !besides.includes(field));
  const [path] = found[0] ?? [];
  if (path === undefined) return;
  throw new PackError(found.map(([field, texts]) => `${field}: ${texts.join(' ')}`).join('; '), { path });
}
