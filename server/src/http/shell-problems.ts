import type { ProblemTexts } from './problems.ts'

/** The problems of the HTTP shell, and those that several rooms answer with. */
export const shellProblems = {
  ValidationFailed: {
    title: 'The request is not valid',
    meaning:
      'One or more parts of the request are missing, unknown, of the wrong type or out of range. `errors` lists all of them, or the first 100.',
    remedy:
      'Correct every entry of `errors`. `pointer` says where it is (a JSON pointer into the body, or ?name for a query parameter); `code` and `message` say what is wrong.',
  },
  MalformedJson: {
    title: 'The body is not valid JSON',
    meaning: 'The body is not JSON in UTF-8, or it is nested more than 32 levels deep.',
    remedy: 'Send one JSON value in UTF-8.',
  },
  Unauthenticated: {
    title: 'Not signed in',
    meaning: 'The request has no credential, or the credential is unknown, expired or revoked.',
    remedy:
      'Get a token from POST /oauth/token and send it as `Authorization: Bearer …`. An API key is sent the same way.',
  },
  Forbidden: {
    title: 'Permission denied',
    meaning: 'The caller is signed in but does not have the permission named in `permission`.',
    remedy: 'Ask an administrator for a role that has this permission, or use another credential.',
  },
  CsrfMissing: {
    title: 'The CSRF token is missing or wrong',
    meaning: 'A write that uses the session cookie must send the CSRF token of that session.',
    remedy: 'Send the `csrfToken` from GET /session in the header X-CSRF-Token.',
  },
  NotFound: {
    title: 'The record was not found',
    meaning:
      'No record has this identifier, or the record is outside the caller’s scope. The answer is the same for both.',
    remedy: 'Check the identifier, and the scope of the credential (GET /me).',
  },
  RouteNotFound: {
    title: 'The operation was not found',
    meaning: 'No operation has this path.',
    remedy: 'Look up the path at /docs.',
  },
  MethodNotAllowed: {
    title: 'The path does not support this method',
    meaning: 'The path exists, but not with this method. The header Allow lists the methods it supports.',
    remedy: 'Use one of the methods in Allow.',
  },
  NotAcceptable: {
    title: 'The answer is not available in the requested format',
    meaning: 'Operations answer application/json. Lists also answer text/csv.',
    remedy: 'Send an Accept header that includes application/json, or leave it out.',
  },
  InvalidTransition: {
    title: 'The status of the record does not allow this step',
    meaning: 'The record cannot go from its present status to the requested one. `from` and `to` name both.',
    remedy: 'Read the record again and choose a step that its status allows.',
  },
  NotEditable: {
    title: 'The record can no longer be changed',
    meaning: 'The record, or the field, is fixed in its present status.',
    remedy: 'Read the record again. A correction may need another operation.',
  },
  DuplicateNumber: {
    title: 'The number is already in use',
    meaning:
      'Another record of this kind has the same number, code or name; upper and lower case count as the same. `existing` names that record if the caller may see it.',
    remedy: 'Use another number, or change the record that has it.',
  },
  RequestInProgress: {
    title: 'The same request is still running',
    meaning: 'An earlier request with this Idempotency-Key has not finished yet.',
    remedy: 'Wait a moment, then send the same request with the same key again.',
  },
  PreconditionFailed: {
    title: 'The record has changed',
    meaning: 'The ETag in If-Match is not the current ETag of the record. Nothing was changed.',
    remedy: 'Read the record again, apply your change to it, and send the new ETag.',
  },
  ExpectationFailed: {
    title: 'The expectation is not known',
    meaning: 'The request has an Expect header with a value other than 100-continue.',
    remedy: 'Leave the Expect header out.',
  },
  RequestTimeout: {
    title: 'The body did not arrive in time',
    meaning:
      'The headers of the request arrived, but its body came too slowly, or too many unfinished requests were open.',
    remedy: 'Send the request again, all of it at once. A body must arrive at 1 KiB per second or more.',
  },
  PayloadTooLarge: {
    title: 'The body is too large',
    meaning: 'The body is larger than this operation allows.',
    remedy:
      'Send at most 1 MiB. A file may have up to 25 MiB, which is 34 MiB when it is sent as base64 in JSON.',
  },
  UnsupportedMediaType: {
    title: 'The content type is not supported',
    meaning:
      'Operations accept application/json; PATCH also accepts application/merge-patch+json. Files may be pdf, jpg, png, tif or docx, and the content, the file name extension and the declared type must match; `seen` says what was found.',
    remedy:
      'Set Content-Type to the type of the body. For a file, correct its name or its type so that they match its content.',
  },
  UnknownReference: {
    title: 'The request refers to a record that does not exist',
    meaning:
      'One or more identifiers in the body match no record that the caller can see. `errors` lists them.',
    remedy: 'Correct the identifiers at the pointers in `errors`.',
  },
  DateRangeInvalid: {
    title: 'The dates are in the wrong order',
    meaning: 'The end date is before the start date.',
    remedy: 'Send an end date on or after the start date, or null for no end.',
  },
  IdempotencyKeyReused: {
    title: 'The Idempotency-Key was used for another request',
    meaning: 'This key was already used with another method, path, query or body.',
    remedy: 'Use a new key for a new request. To get the first answer again, repeat the request unchanged.',
  },
  Locked: {
    title: 'The record is locked by another user',
    meaning: 'Another caller holds the lock of the record.',
    remedy: 'Wait until the lock is released or expires.',
  },
  PreconditionRequired: {
    title: 'An Idempotency-Key is required',
    meaning:
      'The request moves money or changes the state of a record; `moves` says which. It needs an Idempotency-Key so that a retry cannot do it twice.',
    remedy: 'Send a new, random Idempotency-Key with each new request, and the same key with each retry.',
  },
  TooManyRequests: {
    title: 'Too many requests',
    meaning: 'The caller, or the address before sign-in, has reached its request limit.',
    remedy: 'Wait the number of seconds in Retry-After, then try again.',
  },
  InternalError: {
    title: 'Something went wrong on our side',
    meaning: 'The service failed. Nothing was changed. The log has the details under the request id.',
    remedy: 'Try again. If the error continues, report the request id.',
  },
  NotReady: {
    title: 'The service is not available right now',
    meaning: 'The service is starting, stopping or overloaded.',
    remedy: 'Wait the number of seconds in Retry-After, then try again.',
  },
  InsufficientStorage: {
    title: 'The disk of the service is full',
    meaning:
      'The disk of the database or of the files has no space left, so nothing of this request was saved. What was saved before is safe.',
    remedy:
      'Tell the operator to make space. The service goes on by itself as soon as there is some; then send the same request again.',
  },
} as const satisfies ProblemTexts
