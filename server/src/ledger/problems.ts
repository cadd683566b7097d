import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const ledgerProblems = {
  LedgerNotEditable: {
    title: 'The ledger row can no longer be corrected',
    meaning:
      'Rows that are paid, even in part, being paid, voided, or written by a claim, a cancel or cash are not corrected; nor is the markup, which follows from the other lines. `reason` says which it is: Voided, Paid, PartPaid, InProcess, OfClaim, OfCancel, OfCash, Offset, Markup, MarkupTooSmall, LineBelowZero or DealerCost.',
    remedy:
      'Undo the payment, the claim or the cancel where it was made, or add a row the other way with POST /ledgers.',
  },
  PeriodNotOver: {
    title: 'The month is not over',
    meaning: 'Only months that are past can be closed.',
    remedy: 'Close the month when it is over.',
  },
  EarlierPeriodOpen: {
    title: 'An earlier month is open',
    meaning: 'Months are closed in their order; one before this is still open.',
    remedy: 'Close the earlier months first (GET /accountingperiods).',
  },
  LaterPeriodClosed: {
    title: 'A later month is closed',
    meaning: 'Months are opened again from the last one backwards; one after this is still closed.',
    remedy: 'Open the later months first (GET /accountingperiods).',
  },
} as const satisfies ProblemTexts
