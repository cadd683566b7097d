import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const accountHolderProblems = {
  AccountInactive: {
    title: 'The account holder takes nothing new',
    meaning:
      'The request ties something new to an account holder that is Inactive, Suspended or Expired. Those in question are listed in `errors`.',
    remedy: 'Name another account holder, or make this one Active again.',
  },
  HierarchyCycle: {
    title: 'The hierarchy would close a ring',
    meaning: 'The record would stand above itself: the one named as its parent is the record, or below it.',
    remedy: 'Name a parent that is not below the record.',
  },
} as const satisfies ProblemTexts
