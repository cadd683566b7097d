import type { ProblemTexts } from '../http/problems.ts'

/** The meaning of the problem codes of this room, and what a caller can do about them. */
export const accountHolderProblems = {
  AccountInactive: {
    title: 'The account holder is not active',
    meaning:
      'The request links something new to an account holder whose status is Inactive, Suspended or Expired. A new contract is refused if its dealer, agent or insurer, or someone whom one of its lines is paid to, is one of these. `errors` lists each of them.',
    remedy: 'Choose another account holder, or set the status of this one to Active.',
  },
  HierarchyCycle: {
    title: 'The hierarchy would become a circle',
    meaning:
      'The record would become its own parent: the parent in the request is the record itself or belongs to it.',
    remedy: 'Choose a parent that does not belong to the record.',
  },
  InProcessCash: {
    title: 'Money of the account holder is on its way',
    meaning: 'A batch of this account holder is not processed yet, so it cannot expire.',
    remedy: 'Process or delete the batch. The next run expires the account holder.',
  },
} as const satisfies ProblemTexts
