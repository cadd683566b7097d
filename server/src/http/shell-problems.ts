import type { ProblemTexts } from './problems.ts'

/** The problems of the HTTP shell, and those that several rooms answer with. */
export const shellProblems = {
  ValidationFailed: {
    title: 'The request is not of the form this operation takes',
    meaning:
      'One or more parts of the request are missing, unknown, of the wrong type or out of range. All of them (the first 100, if there are more) are listed in `errors`.',
    remedy:
      'Correct every entry of `errors`: `pointer` says where (a JSON pointer into the body, or ?name for a query parameter), `code` and `message` say what is wrong.',
  },
  MalformedJson: {
    title: 'The body is not readable JSON',
    meaning: 'The body could not be read as JSON in UTF-8, or is nested more than 32 levels deep.',
    remedy: 'Send one JSON value in UTF-8.',
  },
  Unauthenticated: {
    title: 'Not signed in',
    meaning: 'The request carries no credential, or one that is unknown, expired or revoked.',
    remedy:
      'Get a token at /oauth/token and send it as `Authorization: Bearer …`, or send an API key the same way.',
  },
  Forbidden: {
    title: 'Not allowed',
    meaning: 'The caller is signed in but lacks the permission named in `permission`.',
    remedy: 'Ask an administrator for a role that has the permission, or use another credential.',
  },
  CsrfMissing: {
    title: 'The CSRF token is missing or wrong',
    meaning: 'A write with the session cookie must prove that it comes from the page that signed in.',
    remedy: 'Send the `csrfToken` of GET /session as the header X-CSRF-Token.',
  },
  NotFound: {
    title: 'There is no such record',
    meaning:
      'No record has this identifier, or it is outside the caller’s scope; the answer is the same for both.',
    remedy: 'Check the identifier and the scope of the credential (GET /me).',
  },
  RouteNotFound: {
    title: 'There is no such operation',
    meaning: 'No operation has this path.',
    remedy: 'Look the path up at /docs.',
  },
  MethodNotAllowed: {
    title: 'The path does not take this method',
    meaning: 'The path exists, with other methods. The header Allow lists them.',
    remedy: 'Use one of the methods in Allow.',
  },
  NotAcceptable: {
    title: 'The answer cannot be given in that form',
    meaning: 'Operations answer application/json; lists also text/csv.',
    remedy: 'Send an Accept header that includes application/json, or leave it out.',
  },
  InvalidTransition: {
    title: 'The record’s state does not allow this',
    meaning:
      'The record is in a state from which this step is not possible. `from` and `to` name the states.',
    remedy: 'Read the record again and decide by its present state.',
  },
  NotEditable: {
    title: 'The record can no longer be changed',
    meaning: 'The record, or the field, is fixed in its present state.',
    remedy: 'Read the record again; a correction may need an operation of its own.',
  },
  DuplicateNumber: {
    title: 'The number is taken',
    meaning:
      'Another record of this kind has this number, code or name (letter case does not count). `existing` names it where the caller may see it.',
    remedy: 'Use another number, or change the record that has it.',
  },
  RequestInProgress: {
    title: 'The same request is still running',
    meaning: 'A request with this Idempotency-Key has not finished yet.',
    remedy: 'Wait a moment and send the same request with the same key again.',
  },
  PreconditionFailed: {
    title: 'The record has changed',
    meaning: 'The ETag in If-Match is not the record’s present one. Nothing was changed.',
    remedy: 'Read the record again, apply the change to what it is now, and send its new ETag.',
  },
  PayloadTooLarge: {
    title: 'The body is too large',
    meaning: 'The body is larger than this operation takes.',
    remedy: 'Send at most 1 MiB; a file of at most 25 MiB, which is 34 MiB as base64 in JSON.',
  },
  UnsupportedMediaType: {
    title: 'The body has a type this operation does not take',
    meaning:
      'Operations take application/json; PATCH also application/merge-patch+json. Of files, pdf, jpg, png, tif and docx are taken, and what a file holds, the ending of its name and its declared type have to agree; `seen` says what it was.',
    remedy: 'Set Content-Type to the type of the body you send; of a file, correct its name or its type.',
  },
  UnknownReference: {
    title: 'The request names a record that does not exist',
    meaning:
      'One or more identifiers in the body name no record that the caller can see. They are listed in `errors`.',
    remedy: 'Correct the identifiers at the pointers in `errors`.',
  },
  DateRangeInvalid: {
    title: 'The dates are in the wrong order',
    meaning: 'The expiration date is before the effective date.',
    remedy: 'Send an expiration date on or after the effective date, or null for no end.',
  },
  IdempotencyKeyReused: {
    title: 'The Idempotency-Key belongs to another request',
    meaning: 'This key was used before with another method, path, query or body.',
    remedy: 'Use a new key for a new request; repeat a request unchanged to have its answer again.',
  },
  Locked: {
    title: 'Someone else is working on this',
    meaning: 'Another caller holds the lock of the record.',
    remedy: 'Wait until the lock is released or has run out.',
  },
  PreconditionRequired: {
    title: 'A header is required here',
    meaning: 'This operation moves money: it needs an Idempotency-Key, so that a retry cannot do it twice.',
    remedy: 'Send a new, random Idempotency-Key with each new request, and the same one with a retry.',
  },
  TooManyRequests: {
    title: 'Too many requests',
    meaning: 'The caller, or the address before sign-in, has used up its requests for now.',
    remedy: 'Wait as many seconds as Retry-After says.',
  },
  InternalError: {
    title: 'Something went wrong on our side',
    meaning: 'The service failed; nothing was changed. The log has the details under the request id.',
    remedy: 'Try again. If it stays, report the request id.',
  },
  NotReady: {
    title: 'The service cannot answer just now',
    meaning: 'The service is starting, stopping, or has as much to do as it can.',
    remedy: 'Try again after the seconds in Retry-After.',
  },
} as const satisfies ProblemTexts
