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
