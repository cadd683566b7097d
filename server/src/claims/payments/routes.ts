import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { type Act, changeClaim, requireAction } from '../decide/act-on-claim.ts'
import { DeniedClaims, DenyClaims, denyClaimsByHand } from '../decide/deny-claims.ts'
import { createClaim } from '../entry/create-claim.ts'
import { ClaimPatch, NewClaim, ReplacedClaim } from '../entry/inputs.ts'
import { replaceClaim } from '../entry/replace-claim.ts'
import { benefitAnswers } from '../record/answer.ts'
import { lockClaim, seeClaim } from '../record/load-claim.ts'
import {
  BenefitModel,
  ChangedClaim,
  ClaimIndexModel,
  ClaimModel,
  PaymentRequestModel,
} from '../record/models.ts'
import { type ClaimServices, loadRead, readClaim } from '../record/read-claim.ts'
import { claimList, claimSearch } from '../record/search.ts'
import { NewPaymentRequest } from './inputs.ts'
import { requestPayment } from './request-payment.ts'
import { voidPayment } from './void-payment.ts'

const tag = 'Claims'
const path = '/claims/{claimId}'
const subject = 'claims/{claimId}'

const entryProblems = [
  'UnknownReference',
  'InvalidCombination',
  'LossInFuture',
  'SettlementMismatch',
] as const

const actionProblems = [
  ...([
    'InvalidTransition',
    'ClaimClosed',
    'NotInForce',
    'NotCovered',
    'NothingPayable',
    'CauseExcluded',
  ] as const),
  ...(['InspectionOpen', 'InspectionRequired', 'ChecklistOpen', 'NoServicesLeft', 'OutsideWindow'] as const),
  ...(['FourEyes', 'PaymentRequested', 'HoldExists', 'NoHold', 'PaidDetails', 'ClaimNotSettled'] as const),
  ...(['LedgerInOtherBatch', 'AlreadyPaid', 'DetailDecided'] as const),
]

const paymentProblems = [
  ...([
    'ClaimClosed',
    'UnknownReference',
    'NothingAuthorized',
    'AuthorizationExpired',
    'PayeeNotAllowed',
  ] as const),
  ...(['PayeeBlocked', 'TaxIdMissing', 'DuplicateInvoice', 'InvoiceAboveAuthorized'] as const),
  ...(['AmountAboveInvoice', 'OverAuthorized'] as const),
]

/** Claims: enter, replace, decide and pay. `writeLetter` is an action of a later folder. */
export const claimChangeRoutes = (services: ClaimServices, writeLetter: Act): readonly Route[] => [
  route.list({
    path: '/claims',
    tag,
    summary: 'Search claims',
    permission: 'claims:read',
    form: 'wrapped',
    row: ClaimIndexModel,
    search: claimSearch,
    list: ({ caller, query }) => claimList(caller, query),
  }),
  route.write({
    method: 'POST',
    path: '/claims',
    tag,
    summary: 'Enter a claim',
    description:
      'The claim is adjudicated at once, and the answer explains every figure. A claim that is not covered is entered as well; it cannot be authorized.',
    permission: 'claims:write',
    body: NewClaim,
    answer: ClaimModel,
    status: 201,
    subject: 'claims/{id}',
    location: '/claims/{id}',
    problems: ['NotFound', ...entryProblems],
    malformed: ['LossInFuture'],
    handler: ({ tx, body, ...acting }) => createClaim(tx, services, acting, body),
  }),
  route.read({
    path,
    tag,
    summary: 'Read a claim',
    permission: 'claims:read',
    answer: ClaimModel,
    handler: ({ db, params: { claimId }, ...acting }) => readClaim(db, services, acting, claimId),
  }),
  route.write({
    method: 'PUT',
    path,
    tag,
    summary: 'Replace a claim and adjudicate it again',
    description:
      'Details with an id are replaced, those without one are added. Details that are left out are voided. Decided details must be sent as they are.',
    permission: 'claims:write',
    body: ReplacedClaim,
    answer: ClaimModel,
    subject,
    problems: [...entryProblems, 'DetailDecided', 'InvalidTransition', 'ClaimClosed'],
    malformed: ['LossInFuture'],
    async current({ tx, params: { claimId }, ...acting }) {
      await lockClaim(tx, acting.caller, claimId)
      return readClaim(tx, services, acting, claimId)
    },
    handler: ({ tx, params: { claimId }, body, ...acting }) =>
      replaceClaim(tx, services, acting, claimId, body),
  }),
  route.write({
    method: 'PATCH',
    path,
    tag,
    summary: 'Change a claim, or decide it',
    description:
      'Takes fields of the header, GAP data, a case reserve, or one action. Authorize freezes the figures of its details; above the authority of the caller a second person approves, as long as the claim is in force. Letter writes the decision as a letter to the customer, and with `mail` sends it.',
    permission: ['claims:write', 'claims:adjudicate', 'claims:pay'],
    body: ClaimPatch,
    answer: ChangedClaim,
    model: ClaimModel,
    subject,
    problems: [...entryProblems, ...actionProblems, 'NoMailAddress'],
    malformed: ['LossInFuture'],
    async current({ tx, params: { claimId }, body, ...acting }) {
      requireAction(acting.caller, body)
      await lockClaim(tx, acting.caller, claimId)
      return readClaim(tx, services, acting, claimId)
    },
    handler: ({ tx, params: { claimId }, body, ...acting }) =>
      changeClaim(tx, services, acting, claimId, body, { VoidPayment: voidPayment, Letter: writeLetter }),
  }),
  route.read({
    path: `${path}/claimbenefits`,
    tag,
    summary: 'List the benefits of a claim',
    description: 'What the claim takes of each benefit of the contract, and what is left.',
    permission: 'claims:read',
    answer: z.array(BenefitModel),
    pages: ['code', 'name', 'used', 'remaining'],
    async handler({ db, params: { claimId }, ...acting }) {
      await seeClaim(db, acting.caller, claimId)
      return benefitAnswers(await loadRead(db, services, acting, claimId))
    },
  }),
  route.write({
    method: 'POST',
    path: '/contracts/denyClaims',
    tag: 'Contracts',
    summary: 'Deny the claims of contracts',
    description:
      'Every claim that is not closed, denied, voided or paid is denied as far as no payment was requested for it.',
    permission: 'claims:adjudicate',
    body: DenyClaims,
    answer: DeniedClaims,
    subject: 'contracts',
    problems: ['UnknownReference'],
    handler: ({ tx, body, ...acting }) => denyClaimsByHand(tx, services, acting, body),
  }),
  route.write({
    method: 'POST',
    path: `${path}/paymentrequests`,
    tag,
    summary: 'Request a payment of a claim',
    description:
      'Pays authorized details to a shop, the customer, the lien holder, the dealer or another payee. The amount is a ledger row that cash pays.',
    permission: 'claims:pay',
    moves: 'money',
    body: NewPaymentRequest,
    answer: PaymentRequestModel,
    status: 201,
    subject,
    problems: paymentProblems,
    handler: ({ tx, params: { claimId }, body, ...acting }) =>
      requestPayment(tx, services, acting, claimId, body),
  }),
]
