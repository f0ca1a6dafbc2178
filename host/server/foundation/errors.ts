/** The errors an API call may end with: one class per status, each with its body as the contract says. */

/** Thrown by a handler; becomes `{type: "ApiError", message}` with the status. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = new.target.name;
  }

  body(): object {
    return { type: 'ApiError', message: this.message };
  }
}

export class BadRequestError extends ApiError {
  constructor(message: string) {
    super(400, message);
  }
}

export class UnauthorizedError extends ApiError {
  constructor(message = 'Not signed in, or the session has expired.') {
    super(401, message);
  }
}

export class ForbiddenError extends ApiError {
  constructor(message = 'Not authorized') {
    super(403, message);
  }
}

/** A search names streams that the user may not read (contract search G2). */
export class MissingStreamPermissionError extends ApiError {
  constructor(readonly streams: readonly string[]) {
    super(403, 'Not authorized to access streams.');
  }

  override body(): object {
    return { type: 'MissingStreamPermission', message: this.message, streams: this.streams };
  }
}

export class NotFoundError extends ApiError {
  constructor(message: string) {
    super(404, message);
  }
}

export class ConflictError extends ApiError {
  constructor(message: string) {
    super(409, message);
  }
}

/** One thing, or all of a user's together, is larger than is kept. The message says what may be how large, and what to do. */
export class TooLargeError extends ApiError {
  constructor(message: string) {
    super(413, message);
  }
}

export class TooManyRequestsError extends ApiError {
  /** @param retryAfter seconds until the caller may try again */
  constructor(
    message: string,
    readonly retryAfter: number,
  ) {
    super(429, message);
  }
}

export class UnavailableError extends ApiError {
  constructor(message: string) {
    super(503, message);
  }
}

/** Field limits of a stored entity are broken (bean validation): field → what is wrong with it. */
export class FieldValidationError extends ApiError {
  constructor(readonly errors: Readonly<Record<string, readonly string[]>>) {
    super(400, 'Validation failed!');
  }

  override body(): object {
    const validation = Object.entries(this.errors).map(([field, texts]) => [field, texts.map((error) => ({ error }))]);
    return { type: 'ValidationApiError', message: this.message, validation_errors: Object.fromEntries(validation) };
  }
}

/** One field is refused in words that a client shows as they are; forms show them at the field. */
export class RefusedFieldError extends BadRequestError {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }

  override body(): object {
    return { ...super.body(), validation_errors: { [this.field]: [{ error: this.message }] } };
  }
}

export interface Constraint {
  /** Path of the field, with dots. */
  readonly path: string;
  readonly message: string;
}

/** An error of index sets in its own form (contract data-intake, errors). */
export class ConstraintError extends ApiError {
  constructor(readonly constraints: readonly Constraint[]) {
    super(400, constraints.map(({ path, message }) => `${path} ${message}`).join('; '));
  }

  override body(): object {
    return this.constraints;
  }
}

/** Semantic validation of definitions and configurations: the bare result, not wrapped (contract dashboards-sharing-alerts ERRORS). */
export class ValidationResultError extends ApiError {
  constructor(
    readonly errors: Readonly<Record<string, readonly string[]>>,
    readonly context: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(400, 'Validation failed');
  }

  override body(): object {
    return { failed: true, errors: this.errors, error_context: this.context };
  }
}
