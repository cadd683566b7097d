import { cancelProblems } from './cancel-problems.ts'
import { contractProblems } from './contract-problems.ts'

/** One row for each way a request can fail: what the caller sees, and what the page of the code explains. */
interface ProblemRow {
  readonly status: number
  readonly title: string
  readonly meaning: string
  readonly remedy: string
}

/** The one table of problems. A code that is not here cannot be answered. */
export const problems = {
  ValidationFailed: {
    status: 400,
    title: 'The request is not of the form this operation takes',
    meaning:
      'One or more parts of the request are missing, unknown, of the wrong type or out of range. All of them (the first 100, if there are more) are listed in `errors`.',
    remedy:
      'Correct every entry of `errors`: `pointer` says where (a JSON pointer into the body, or ?name for a query parameter), `code` and `message` say what is wrong.',
  },
  CriteriaInvalid: {
    status: 400,
    title: 'The criteria are no rule',
    meaning:
      'The text is not of the language of criteria (CEL over the variables of rating), names what does not exist, compares what cannot be compared, gives no truth value, or goes beyond a bound. `position` (characters from 0, the end not in it) says where and `expected` what would be right there; `limit` names the bound: length, depth, macro or regex. Of a group, `text` is what it says and `errors` points to the criterion.',
    remedy: 'Correct the text at `position`; POST /Rates/criteria/evaluations tries a rule out.',
  },
  MissingParameters: {
    status: 400,
    title: 'Parameters are missing that the product needs',
    meaning:
      'What a quote needs is set by the administrator for each type of product. `missing` lists what is not there; names with | between them are alternatives, those with + belong together.',
    remedy: 'Send every parameter in `missing`.',
  },
  MalformedJson: {
    status: 400,
    title: 'The body is not readable JSON',
    meaning: 'The body could not be read as JSON in UTF-8, or is nested more than 32 levels deep.',
    remedy: 'Send one JSON value in UTF-8.',
  },
  Unauthenticated: {
    status: 401,
    title: 'Not signed in',
    meaning: 'The request carries no credential, or one that is unknown, expired or revoked.',
    remedy:
      'Get a token at /oauth/token and send it as `Authorization: Bearer …`, or send an API key the same way.',
  },
  TotpRequired: {
    status: 401,
    title: 'A one-time code is needed',
    meaning: 'This user signs in with a password and a one-time code; the code is missing or wrong.',
    remedy: 'Send the current code of the authenticator as `totp` with the user name and password.',
  },
  Forbidden: {
    status: 403,
    title: 'Not allowed',
    meaning: 'The caller is signed in but lacks the permission named in `permission`.',
    remedy: 'Ask an administrator for a role that has the permission, or use another credential.',
  },
  CsrfMissing: {
    status: 403,
    title: 'The CSRF token is missing or wrong',
    meaning: 'A write with the session cookie must prove that it comes from the page that signed in.',
    remedy: 'Send the `csrfToken` of GET /session as the header X-CSRF-Token.',
  },
  MoreThanOwn: {
    status: 403,
    title: 'More than the caller has',
    meaning:
      'A key, client or user would get permissions or scopes that the caller itself does not have. `beyond` lists them.',
    remedy: 'Ask for a subset of your own permissions and scopes.',
  },
  OwnRights: {
    status: 403,
    title: 'Nobody changes their own rights',
    meaning: 'A user tried to change its own groups, scopes or status.',
    remedy: 'Ask another administrator to make the change.',
  },
  NotFound: {
    status: 404,
    title: 'There is no such record',
    meaning:
      'No record has this identifier, or it is outside the caller’s scope; the answer is the same for both.',
    remedy: 'Check the identifier and the scope of the credential (GET /me).',
  },
  NoPlansFound: {
    status: 404,
    title: 'Nothing is offered for this',
    meaning:
      'No plan qualifies. `reasons` says for each what failed: the rule, the value seen, the value needed, and whether the input or the configuration is at fault.',
    remedy: 'Correct the input where it is at fault; else ask the administrator with the `quoteId`.',
  },
  RouteNotFound: {
    status: 404,
    title: 'There is no such operation',
    meaning: 'No operation has this path.',
    remedy: 'Look the path up at /docs.',
  },
  MethodNotAllowed: {
    status: 405,
    title: 'The path does not take this method',
    meaning: 'The path exists, with other methods. The header Allow lists them.',
    remedy: 'Use one of the methods in Allow.',
  },
  NotAcceptable: {
    status: 406,
    title: 'The answer cannot be given in that form',
    meaning: 'Operations answer application/json; lists also text/csv.',
    remedy: 'Send an Accept header that includes application/json, or leave it out.',
  },
  InvalidTransition: {
    status: 409,
    title: 'The record’s state does not allow this',
    meaning:
      'The record is in a state from which this step is not possible. `from` and `to` name the states.',
    remedy: 'Read the record again and decide by its present state.',
  },
  NotEditable: {
    status: 409,
    title: 'The record can no longer be changed',
    meaning: 'The record, or the field, is fixed in its present state.',
    remedy: 'Read the record again; a correction may need an operation of its own.',
  },
  DuplicateNumber: {
    status: 409,
    title: 'The number is taken',
    meaning:
      'Another record of this kind has this number, code or name (letter case does not count). `existing` names it where the caller may see it.',
    remedy: 'Use another number, or change the record that has it.',
  },
  GroupNotEmpty: {
    status: 409,
    title: 'The group still has members',
    meaning: 'A group can be deleted only when nothing is in it.',
    remedy: 'Remove its members first.',
  },
  FieldExists: {
    status: 409,
    title: 'The custom field is set already',
    meaning: 'POST sets a custom field that has no value yet; this one has one.',
    remedy: 'Change it with PATCH.',
  },
  FieldRequired: {
    status: 409,
    title: 'The custom field is required',
    meaning: 'A required custom field that is set can be changed, but not removed.',
    remedy: 'Give it another value, or have its definition changed.',
  },
  OverlappingRange: {
    status: 409,
    title: 'Another one counts on some of these days',
    meaning:
      'The same line has been agreed for the same account holder, program, plan, term, deductible and class, on days that overlap. `overlapping` has its id, `effectiveFrom` and `effectiveTo`.',
    remedy: 'Send other days, or change the other one by its id.',
  },
  LedgerNotEditable: {
    status: 409,
    title: 'The ledger row can no longer be corrected',
    meaning:
      'Rows that are paid, even in part, being paid, voided, or written by a claim, a cancel or cash are not corrected; nor is the markup, which follows from the other lines. `reason` says which it is: Voided, Paid, PartPaid, InProcess, OfClaim, OfCancel, OfCash, Offset, Markup, MarkupTooSmall, LineBelowZero or DealerCost.',
    remedy:
      'Undo the payment, the claim or the cancel where it was made, or add a row the other way with POST /ledgers.',
  },
  PeriodNotOver: {
    status: 409,
    title: 'The month is not over',
    meaning: 'Only months that are past can be closed.',
    remedy: 'Close the month when it is over.',
  },
  EarlierPeriodOpen: {
    status: 409,
    title: 'An earlier month is open',
    meaning: 'Months are closed in their order; one before this is still open.',
    remedy: 'Close the earlier months first (GET /accountingperiods).',
  },
  LaterPeriodClosed: {
    status: 409,
    title: 'A later month is closed',
    meaning: 'Months are opened again from the last one backwards; one after this is still closed.',
    remedy: 'Open the later months first (GET /accountingperiods).',
  },
  RequestInProgress: {
    status: 409,
    title: 'The same request is still running',
    meaning: 'A request with this Idempotency-Key has not finished yet.',
    remedy: 'Wait a moment and send the same request with the same key again.',
  },
  PreconditionFailed: {
    status: 412,
    title: 'The record has changed',
    meaning: 'The ETag in If-Match is not the record’s present one. Nothing was changed.',
    remedy: 'Read the record again, apply the change to what it is now, and send its new ETag.',
  },
  PayloadTooLarge: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is larger than this operation takes.',
    remedy: 'Send at most 1 MiB; a file of at most 25 MiB, which is 34 MiB as base64 in JSON.',
  },
  UnsupportedMediaType: {
    status: 415,
    title: 'The body has a type this operation does not take',
    meaning:
      'Operations take application/json; PATCH also application/merge-patch+json. Of files, pdf, jpg, png, tif and docx are taken, and what a file holds, the ending of its name and its declared type have to agree; `seen` says what it was.',
    remedy: 'Set Content-Type to the type of the body you send; of a file, correct its name or its type.',
  },
  UnknownReference: {
    status: 422,
    title: 'The request names a record that does not exist',
    meaning:
      'One or more identifiers in the body name no record that the caller can see. They are listed in `errors`.',
    remedy: 'Correct the identifiers at the pointers in `errors`.',
  },
  AccountInactive: {
    status: 422,
    title: 'The account holder takes nothing new',
    meaning:
      'The request ties something new to an account holder that is Inactive, Suspended or Expired. Those in question are listed in `errors`.',
    remedy: 'Name another account holder, or make this one Active again.',
  },
  DateRangeInvalid: {
    status: 422,
    title: 'The dates are in the wrong order',
    meaning: 'The expiration date is before the effective date.',
    remedy: 'Send an expiration date on or after the effective date, or null for no end.',
  },
  AccountHolderKindInvalid: {
    status: 422,
    title: 'Nothing of this kind is agreed with such an account holder',
    meaning:
      'Lines of prices are agreed with dealers, dealer groups and agents. `accountHolderType` is what this one is.',
    remedy: 'Name a dealer, a dealer group or an agent.',
  },
  CalculationInvalid: {
    status: 422,
    title: 'The line cannot be computed so',
    meaning:
      'The calculation names a line that is not there, closes a ring of percents, takes all of dealer cost, or is one that only the rate book can say. MARKUP is always what the price leaves. `calculation` is what was sent.',
    remedy:
      'Send a Flat amount, or a PercentOf lines that are known before it; a RateRow, FactorTable or Remainder only where the rate book has it so, to return to it.',
  },
  HierarchyCycle: {
    status: 422,
    title: 'The hierarchy would close a ring',
    meaning: 'The record would stand above itself: the one named as its parent is the record, or below it.',
    remedy: 'Name a parent that is not below the record.',
  },
  VinInvalid: {
    status: 422,
    title: 'The VIN is none',
    meaning:
      'The VIN has the wrong length, a character that no VIN has, or a wrong check digit. `problem` says which.',
    remedy: 'Correct the VIN, or leave it out and give year, make and model.',
  },
  VinNotDecoded: {
    status: 422,
    title: 'The VIN is not known',
    meaning:
      'The VIN is well formed, but what it stands for is not known, and year, make or model are not given.',
    remedy: 'Give year, make and model beside the VIN.',
  },
  IdempotencyKeyReused: {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    meaning: 'This key was used before with another method, path, query or body.',
    remedy: 'Use a new key for a new request; repeat a request unchanged to have its answer again.',
  },
  SettingInvalid: {
    status: 422,
    title: 'The setting cannot have this value',
    meaning: 'The value is not of the type of the setting, or not one of those it can have.',
    remedy: 'Send a value of the type that GET /generalsettings/{id} says, or null for the default.',
  },
  FieldInvalid: {
    status: 422,
    title: 'The custom field cannot have this value',
    meaning:
      'The value does not fit the type, the options or the length of the custom field, or the request names two fields at once. `errors` says where and why.',
    remedy:
      'Text, Date and List take a string, Number and Money a number, Bool true or false; never null. DELETE removes a value.',
  },
  PasswordTooWeak: {
    status: 422,
    title: 'The password is too weak',
    meaning: 'A password has 12 to 256 characters, is not the user name, and is not one character repeated.',
    remedy: 'Choose a longer password.',
  },
  PasswordWrong: {
    status: 422,
    title: 'The current password or the invitation is wrong',
    meaning: 'A new password needs the current one, or the invitation that came when the user was made.',
    remedy: 'Send the right `current` or `invitation`.',
  },
  TotpInvalid: {
    status: 422,
    title: 'The one-time code is wrong',
    meaning:
      'The code does not fit the secret at this time, was used before, or no secret has been asked for.',
    remedy: 'POST /me/totp for a secret, then send the code the authenticator shows now.',
  },
  ...contractProblems,
  ...cancelProblems,
  Locked: {
    status: 423,
    title: 'Someone else is working on this',
    meaning: 'Another caller holds the lock of the record.',
    remedy: 'Wait until the lock is released or has run out.',
  },
  PreconditionRequired: {
    status: 428,
    title: 'A header is required here',
    meaning: 'This operation moves money: it needs an Idempotency-Key, so that a retry cannot do it twice.',
    remedy: 'Send a new, random Idempotency-Key with each new request, and the same one with a retry.',
  },
  TooManyRequests: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The caller, or the address before sign-in, has used up its requests for now.',
    remedy: 'Wait as many seconds as Retry-After says.',
  },
  QuoteNotReproduced: {
    status: 500,
    title: 'The quote does not come to its figures again',
    meaning:
      'What was quoted is computed again from what was kept of it, and compared with what was answered then. It differs, so nothing is shown.',
    remedy: 'Report the quote: a change of the software has changed a figure.',
  },
  InternalError: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning: 'The service failed; nothing was changed. The log has the details under the request id.',
    remedy: 'Try again. If it stays, report the request id.',
  },
  NotReady: {
    status: 503,
    title: 'The service cannot answer just now',
    meaning: 'The service is starting, stopping, or has as much to do as it can.',
    remedy: 'Try again after the seconds in Retry-After.',
  },
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof problems

/** The codes of single faults inside a 400. */
export type FaultCode = 'Required' | 'Unknown' | 'Type' | 'Format' | 'Range' | 'Enum' | 'Length' | 'Precision'

/** A request is told of this many faults; one with more is not read by a person. */
export const FAULTS_AT_MOST = 100

export interface Fault {
  readonly pointer: string
  readonly code: FaultCode | ProblemCode
  readonly message: string
  readonly known?: readonly string[]
}

interface ProblemParts {
  readonly errors?: readonly Fault[]
  /** Further members that the code documents, such as `permission` or `from` and `to`. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal. Thrown anywhere, answered as a problem document. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: readonly Fault[] | undefined
  readonly members: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, detail: string, parts: ProblemParts = {}) {
    super(detail)
    this.code = code
    this.errors = parts.errors
    this.members = parts.members ?? {}
    this.headers = parts.headers ?? {}
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** The value, or 404. */
export function found<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Problem('NotFound', `There is no ${what}.`)
  return value
}

/** A body that names a record that is not there. */
export function unknownReference(pointer: string, what: string): Problem {
  return new Problem('UnknownReference', `There is no ${what}.`, {
    errors: [{ pointer, code: 'UnknownReference', message: `There is no ${what}.` }],
  })
}

export interface ProblemDocument {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: string
  requestId: string
  errors?: readonly Fault[]
  [member: string]: unknown
}

export function documentOf(problem: Problem, request: { path: string; id: string }): ProblemDocument {
  const { status, title } = problems[problem.code]
  return {
    type: `/problems/${problem.code}`,
    title,
    status,
    detail: problem.message,
    instance: request.path,
    code: problem.code,
    requestId: request.id,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...problem.members,
  }
}
