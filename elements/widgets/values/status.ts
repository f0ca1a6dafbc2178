/** Recognises HTTP status codes: single codes, and classes such as `4xx`. */

/**
 * Returns true if the name of a field suggests that it holds HTTP status codes: `status`, `http_response_code`,
 * `sc-status`, `http.response.status_code`.
 */
export function isStatusField(field: string): boolean {
  return /status|resp(?:onse)?[_.-]?code|http[_.-]?code|(?:^|[_.-])resp(?:onse)?$/i.test(field);
}

/**
 * Returns the status code at the beginning of a value, or the first code of a class (400 for `4xx`); undefined for any
 * other value.
 */
export function statusOf(value: unknown): number | undefined {
  const found = /^([1-5])(\d\d|xx)(?=\s|$)/i.exec(
    typeof value === 'number' ? String(value) : String(value ?? '').trim(),
  );
  return found ? Number(found[1]) * 100 + (Number(found[2]) || 0) : undefined;
}
