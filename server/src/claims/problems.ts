import type { ProblemTexts } from '../http/problems.ts'

/** The texts of the problem codes of this room. */
export const claimProblems = {
  LossInFuture: {
    title: 'The loss date is in the future',
    meaning: 'A claim is entered for a loss that has happened.',
    remedy: 'Send a loss date that is today or earlier.',
  },
  FourEyes: {
    title: 'Another person must approve',
    meaning: 'The person who authorized a claim above their authority cannot approve it as well.',
    remedy: 'Ask another person with the permission claims:approve.',
  },
  ClaimClosed: {
    title: 'The claim is closed',
    meaning: 'A voided, closed or denied claim is not changed any more.',
    remedy: 'Enter a new claim, or reopen its denied details.',
  },
  DetailDecided: {
    title: 'The detail is decided',
    meaning: 'An authorized, denied or paid detail keeps its lines and figures.',
    remedy: 'Reopen the detail first, or send it unchanged.',
  },
  PaymentRequested: {
    title: 'A payment was requested',
    meaning: 'A detail or claim with an open payment request cannot be denied.',
    remedy: 'Void the payment request first (action VoidPayment).',
  },
  PaidDetails: {
    title: 'A payment was made',
    meaning: 'A claim on which a payment was made cannot be voided.',
    remedy: 'Void the cash transaction first, then the payment request.',
  },
  ClaimNotSettled: {
    title: 'The claim is not settled',
    meaning: 'A claim is closed when every detail is decided and every requested payment is made.',
    remedy: 'Decide the details and pay or void the requests, then close the claim.',
  },
  NoHold: {
    title: 'There is no such hold',
    meaning: 'The claim is not on hold for this reason.',
    remedy: 'Read the claim and release a hold that is open.',
  },
  InspectionOpen: {
    title: 'An inspection is under way',
    meaning: 'Details are authorized when no inspection of the claim is open.',
    remedy: 'Wait for the report, or cancel the inspection.',
  },
  NothingAuthorized: {
    title: 'Nothing is authorized',
    meaning: 'There is nothing that is authorized and not requested yet.',
    remedy: 'Authorize the details first.',
  },
  DuplicateInvoice: {
    title: 'The invoice was requested before',
    meaning: 'An invoice of a payee is paid once, on whichever claim.',
    remedy: 'Check the invoice number. Void the other request if it was a mistake.',
  },
  AlreadyPaid: {
    title: 'The payment was made',
    meaning: 'A payment that was made is taken back with its money.',
    remedy: 'Void the cash transaction, then the request.',
  },
  InvalidCombination: {
    title: 'The combination is not listed',
    meaning:
      'The complaint, cause and correction do not go together for the product type, or the claim type does not fit it.',
    remedy: 'Choose a listed combination: GET /claims/complaintcausecorrections.',
  },
  SettlementMismatch: {
    title: 'The net settlement does not add up',
    meaning:
      'The net settlement must be the cash value and the sales tax less all deductions of the insurer.',
    remedy: 'Correct the figures, or leave netSettlement out.',
  },
  NotInForce: {
    title: 'The contract does not cover the loss',
    meaning: 'The contract was not in force for this loss. The reasons are listed.',
    remedy: 'Deny the claim, or correct the loss date, the odometer or the contract.',
  },
  NotCovered: {
    title: 'The component is not covered',
    meaning: 'No line of the detail is covered by the contract.',
    remedy: 'Deny the detail, or correct its components.',
  },
  NothingPayable: {
    title: 'Nothing is payable',
    meaning: 'After cuts, deductible and limits nothing is left to pay.',
    remedy: 'Deny the detail, or correct its lines.',
  },
  CauseExcluded: {
    title: 'The cause is excluded',
    meaning: 'The contract does not cover failures of this cause.',
    remedy: 'Deny the detail, or correct the cause.',
  },
  InspectionRequired: {
    title: 'An inspection is required',
    meaning: 'The claim is large or early, so the vehicle must be inspected before it is authorized.',
    remedy: 'Order an inspection, or waive it with a reason (permission claims:waive).',
  },
  ChecklistOpen: {
    title: 'Documents are missing',
    meaning: 'A GAP claim is authorized when every document of its checklist has come in.',
    remedy: 'Collect the missing documents and mark them as received.',
  },
  NoServicesLeft: {
    title: 'No service is left',
    meaning: 'All services of this kind are used or reserved.',
    remedy: 'Deny the service, or void one that was reserved by mistake.',
  },
  OutsideWindow: {
    title: 'The service is outside its window',
    meaning: 'The service was not performed near a due date or mileage that is still open.',
    remedy: 'Correct the date or odometer, or deny the service.',
  },
  AuthorizationExpired: {
    title: 'The authorization has expired',
    meaning: 'A payment is requested while the authorization is valid.',
    remedy: 'Reopen the details and authorize them again.',
  },
  PayeeBlocked: {
    title: 'The payee cannot be paid',
    meaning: 'The payee is blocked or not active.',
    remedy: 'Choose another payee, or make this one active.',
  },
  TaxIdMissing: {
    title: 'The tax id of the payee is missing',
    meaning: 'A payee that gets a 1099 needs a tax id or a W-9 on file.',
    remedy: 'Enter the tax id, or mark the W-9 as received.',
  },
  InvoiceAboveAuthorized: {
    title: 'The invoice is above what is authorized',
    meaning: 'The invoice asks for more than is left to pay, beyond the tolerance.',
    remedy: 'Authorize a supplement, or send what the shop charges us.',
  },
  AmountAboveInvoice: {
    title: 'The amount is above the invoice',
    meaning: 'A payment is at most what its invoice asks for.',
    remedy: 'Send an amount up to the invoice.',
  },
  OverAuthorized: {
    title: 'The amount is above what is authorized',
    meaning: 'A payment is at most what is authorized and not requested yet.',
    remedy: 'Send a lower amount, or authorize a supplement.',
  },
  CompanyInactive: {
    title: 'The inspection company is not active',
    meaning: 'Inspections are ordered only from companies that are Active today.',
    remedy:
      'Choose another company, or make this one active with PATCH /inspectioncompanies/{inspectionCompanyId}.',
  },
  AlreadyTaken: {
    title: 'The inspection was taken already',
    meaning: 'The company has taken the inspection with another externalReference, which is in the problem.',
    remedy: 'Use that externalReference. To change it, cancel the inspection and order a new one.',
  },
  DuplicateReference: {
    title: 'The reference is in use',
    meaning:
      'An externalReference names one inspection of a company. This one belongs to another inspection, or to several companies that you see.',
    remedy: 'Send a reference of its own, or sign in as the company.',
  },
  RejectReasonRequired: {
    title: 'A reason is needed to reject',
    meaning: 'An inspection is rejected only with a reason.',
    remedy: 'Send rejectReasonId or rejectReasonCode to takereject. GET /rejectinspectionreasons lists them.',
  },
  InvalidBase64: {
    title: 'The content is not base64',
    meaning: 'The content of the file must be base64 (RFC 4648) with padding and without line breaks.',
    remedy: 'Encode the bytes of the file again.',
  },
} as const satisfies ProblemTexts
