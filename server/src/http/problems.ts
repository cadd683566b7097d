/**
 * Every way a request can fail, with its HTTP status. Callers' programs branch on these codes, so they are one list.
 * The words for a code are in the `problems.ts` of the room that answers with it.
 */
export const problemStatuses = {
  ValidationFailed: 400,
  CriteriaInvalid: 400,
  MissingParameters: 400,
  MalformedJson: 400,
  InvalidBase64: 400,
  CursorInvalid: 400,
  Unauthenticated: 401,
  TotpRequired: 401,
  Forbidden: 403,
  CsrfMissing: 403,
  MoreThanOwn: 403,
  OwnRights: 403,
  EnrollmentRequired: 403,
  NotFound: 404,
  NoPlansFound: 404,
  RouteNotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  InvalidTransition: 409,
  NotEditable: 409,
  DuplicateNumber: 409,
  GroupNotEmpty: 409,
  FieldExists: 409,
  FieldRequired: 409,
  OverlappingRange: 409,
  RateBookMoved: 409,
  RateBookUnchanged: 409,
  RateBookInvalid: 422,
  CancelRulesMoved: 409,
  CancelRulesUnchanged: 409,
  CancelRulesInvalid: 422,
  LedgerNotEditable: 409,
  PeriodNotOver: 409,
  EarlierPeriodOpen: 409,
  LaterPeriodClosed: 409,
  RequestInProgress: 409,
  PreconditionFailed: 412,
  RequestTimeout: 408,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  ExpectationFailed: 417,
  UnknownReference: 422,
  AccountInactive: 422,
  DateRangeInvalid: 422,
  AccountHolderKindInvalid: 422,
  CalculationInvalid: 422,
  HierarchyCycle: 422,
  VinInvalid: 422,
  VinNotDecoded: 422,
  IdempotencyKeyReused: 422,
  SettingInvalid: 422,
  FieldInvalid: 422,
  PasswordTooWeak: 422,
  PasswordWrong: 422,
  TotpInvalid: 422,
  RateInvalid: 422,
  RateInputMismatch: 422,
  RateChanged: 409,
  Ineligible: 422,
  RetailOutOfRange: 422,
  DuplicateContract: 409,
  NotVoidable: 409,
  NoMailAddress: 422,
  OpenHold: 409,
  NothingToRefinalize: 409,
  NotCancellable: 409,
  MissingDocuments: 422,
  NotFunded: 409,
  FinalizeDateOutOfRange: 422,
  HoldExists: 409,
  HoldDateOutOfRange: 422,
  ResolveDateOutOfRange: 422,
  AlreadyResolved: 409,
  NotTransferable: 422,
  TransferWindowPassed: 422,
  AlreadyTransferred: 422,
  TransferFeeTooHigh: 422,
  OdometerBelowLastKnown: 422,
  CobuyerExists: 409,
  NotEligible: 409,
  InProcessCash: 409,
  AsOfDateOutOfRange: 422,
  OpenCancelRequest: 409,
  CancelDateOutOfRange: 422,
  NoticeDateOutOfRange: 422,
  CancelDateTooOld: 422,
  OdometerRequired: 422,
  RequesterNotAllowed: 422,
  ReasonNotAllowed: 422,
  PayeeNotAllowed: 422,
  OverrideOutOfRange: 422,
  OverrideDoesNotSum: 422,
  LinesDoNotSum: 422,
  PaymentsDoNotSum: 422,
  QuoteExpired: 409,
  NeedsInfo: 409,
  AmountsChanged: 409,
  AlreadyExecuted: 409,
  ExecutionDateOutOfRange: 422,
  AlreadyReversed: 409,
  NotLastCancel: 409,
  RefundAlreadyPaid: 409,
  LedgerInOtherBatch: 409,
  ReinstateDateOutOfRange: 422,
  GapDaysOutOfRange: 422,
  NotConfirmable: 409,
  AlreadyConfirmed: 409,
  AmountMismatch: 422,
  ClearedBeforeCash: 422,
  LedgerNotOpen: 422,
  OverApplied: 422,
  LedgerOfOther: 422,
  DateInFuture: 422,
  DuplicateCheckNumber: 409,
  DirectionMismatch: 422,
  NothingSelected: 422,
  PaymentMethodNotUsable: 422,
  AlreadyProcessed: 409,
  AmountChanged: 409,
  DifferenceTooLarge: 422,
  RoutingNumberInvalid: 422,
  AccountNumberInvalid: 422,
  InUse: 409,
  AlreadyInAchFile: 409,
  NotAch: 422,
  NothingToSend: 422,
  EffectiveDateInvalid: 422,
  DuplicateReturnFile: 409,
  AchFileInvalid: 422,
  DuplicateBankFile: 409,
  BankFileInvalid: 422,
  NotCheck: 422,
  PeriodNotReady: 409,
  RunAlreadyActive: 409,
  RunFinished: 409,
  RunOfService: 409,
  CountersNotMonotone: 422,
  CountersInconsistent: 422,
  ExecuteRequired: 422,
  ParametersInvalid: 422,
  LossInFuture: 400,
  FourEyes: 403,
  ClaimClosed: 409,
  CompanyInactive: 422,
  AlreadyTaken: 409,
  DuplicateReference: 409,
  RejectReasonRequired: 422,
  DetailDecided: 409,
  PaymentRequested: 409,
  PaidDetails: 409,
  ClaimNotSettled: 409,
  NoHold: 409,
  InspectionOpen: 409,
  NothingAuthorized: 409,
  DuplicateInvoice: 409,
  AlreadyPaid: 409,
  InvalidCombination: 422,
  SettlementMismatch: 422,
  NotInForce: 422,
  NotCovered: 422,
  NothingPayable: 422,
  CauseExcluded: 422,
  InspectionRequired: 422,
  ChecklistOpen: 422,
  NoServicesLeft: 422,
  OutsideWindow: 422,
  AuthorizationExpired: 422,
  PayeeBlocked: 422,
  TaxIdMissing: 422,
  InvoiceAboveAuthorized: 422,
  AmountAboveInvoice: 422,
  OverAuthorized: 422,
  UrlNotAllowed: 422,
  TooManyWebhooks: 409,
  WebhookInactive: 409,
  Locked: 423,
  PreconditionRequired: 428,
  TooManyRequests: 429,
  QuoteNotReproduced: 500,
  InternalError: 500,
  NotReady: 503,
  InsufficientStorage: 507,
} as const

export type ProblemCode = keyof typeof problemStatuses

/** What a caller reads about a code: the title in the answer, the rest on the page of the code. */
interface ProblemText {
  readonly title: string
  readonly meaning: string
  readonly remedy: string
}

/** The texts of a room's codes. */
export type ProblemTexts = Readonly<Partial<Record<ProblemCode, ProblemText>>>

/** The texts of all codes. */
export type AllProblemTexts = Readonly<Record<ProblemCode, ProblemText>>

/** The codes of single faults inside a 400. */
export type FaultCode = 'Required' | 'Unknown' | 'Type' | 'Format' | 'Range' | 'Enum' | 'Length' | 'Precision'

/** An answer lists at most this many faults. */
export const FAULTS_AT_MOST = 100

export interface Fault {
  readonly pointer: string
  readonly code: FaultCode | ProblemCode
  readonly message: string
  readonly known?: readonly string[]
}

interface ProblemParts {
  readonly errors?: readonly Fault[]
  /** More members that the code documents, such as `permission`, or `from` and `to`. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** In this operation the code says that the request is malformed: 400, and not the usual status of the code. */
  readonly isMalformed?: boolean
}

/** A refusal. Any code may throw it; it is answered as a problem document. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: readonly Fault[] | undefined
  readonly members: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly isMalformed: boolean

  constructor(code: ProblemCode, detail: string, parts: ProblemParts = {}) {
    super(detail)
    this.code = code
    this.errors = parts.errors
    this.members = parts.members ?? {}
    this.headers = parts.headers ?? {}
    this.isMalformed = parts.isMalformed ?? false
  }

  get status(): number {
    return this.isMalformed ? 400 : problemStatuses[this.code]
  }
}

/** Work on a part of the body. A refusal names the place of each fault in the whole body. */
export async function refusedAt<Value>(pointer: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem && error.errors)) throw error
    const { code, message, members, headers, isMalformed } = error
    const errors = error.errors.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }))
    throw new Problem(code, message, { errors, members, headers, isMalformed })
  }
}

/** The value; 404 if there is none. */
export function found<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Problem('NotFound', `There is no ${what}.`)
  return value
}

/** For a body that refers to a record that does not exist. */
export function unknownReference(pointer: string, what: string): Problem {
  return new Problem('UnknownReference', `There is no ${what}.`, {
    errors: [{ pointer, code: 'UnknownReference', message: `There is no ${what}.` }],
  })
}

interface ProblemDocument {
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

/** The body of the answer to a problem. */
export function problemDocument(
  texts: AllProblemTexts,
  problem: Problem,
  request: { path: string; id: string },
): ProblemDocument {
  return {
    type: `/problems/${problem.code}`,
    title: texts[problem.code].title,
    status: problem.status,
    detail: problem.message,
    instance: request.path,
    code: problem.code,
    requestId: request.id,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...problem.members,
  }
}
