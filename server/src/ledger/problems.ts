import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const ledgerProblems = {
  LedgerNotEditable: {
    title: 'The ledger row can no longer be corrected',
    meaning:
      'A row cannot be corrected when it is paid, paid in part, being paid, voided, or written by a claim, a cancel or a cash transaction. The markup cannot be corrected because it follows from the other lines. `reason` names the cause: Voided, Paid, PartPaid, InProcess, OfClaim, OfCancel, OfCash, Offset, Markup, MarkupTooSmall, LineBelowZero or DealerCost.',
    remedy:
      'Reverse the payment, the claim or the cancel that wrote the row, or add a row in the other direction with POST /ledgers.',
  },
  PeriodNotOver: {
    title: 'The month is not over',
    meaning: 'Only a past month can be closed.',
    remedy: 'Close the month when it is over.',
  },
  EarlierPeriodOpen: {
    title: 'An earlier month is open',
    meaning: 'Months are closed in order, and an earlier month is still open.',
    remedy: 'Close the earlier months first (GET /accountingperiods).',
  },
  LaterPeriodClosed: {
    title: 'A later month is closed',
    meaning: 'Months are reopened from the latest one backwards, and a later month is still closed.',
    remedy: 'Open the later months first (GET /accountingperiods).',
  },
} as const satisfies ProblemTexts
