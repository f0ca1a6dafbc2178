/** Defines errors of API requests, which determine the status and the body of the response (contract). */

/** Thrown by a handler; the response is `{type: "ApiError", message}` with the status. */
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

/** Thrown when a search names streams that the user may not read (contract search G2). */
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

/**
 * Thrown when a stored object, or all objects of a user together, exceed a size limit. The message names the limit and
 * a remedy.
 */
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

/** Thrown when fields of a request are invalid; `errors` contains the descriptions of the problems by field. */
export class FieldValidationError extends ApiError {
  constructor(readonly errors: Readonly<Record<string, readonly string[]>>) {
    super(400, 'Validation failed!');
  }

  override body(): object {
    const validation = Object.entries(this.errors).map(([field, texts]) => [field, texts.map((error) => ({ error }))]);
    return { type: 'ValidationApiError', message: this.message, validation_errors: Object.fromEntries(validation) };
  }
}

/** Thrown when one field is invalid; clients display the message unchanged, forms at the field. */
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
  /** Path of the field, separated by dots. */
  readonly path: string;
  readonly message: string;
}

/**
 * Thrown for invalid fields of an index set; their requests have their own error format (contract data-intake, errors).
 */
export class ConstraintError extends ApiError {
  constructor(readonly constraints: readonly Constraint[]) {
    super(400, constraints.map(({ path, message }) => `${path} ${message}`).join('; '));
  }

  override body(): object {
    return this.constraints;
  }
}

/**
 * Thrown when a definition or configuration is invalid; the body of the response is the result of the validation
 * (contract dashboards-sharing-alerts ERRORS).
 */
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
