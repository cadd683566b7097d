import { accessProblems } from './access/problems.ts'
import { accountHolderProblems } from './account-holders/problems.ts'
import { cancellationProblems } from './cancellations/problems.ts'
import { cashProblems } from './cash/problems.ts'
import { claimProblems } from './claims/problems.ts'
import { contractProblems } from './contracts/problems.ts'
import { customFieldProblems } from './custom-fields/problems.ts'
import { eventProblems } from './events/problems.ts'
import type { AllProblemTexts } from './http/problems.ts'
import { shellProblems } from './http/shell-problems.ts'
import { ledgerProblems } from './ledger/problems.ts'
import { processProblems } from './processes/problems.ts'
import { rateProblems } from './rates/problems.ts'
import { referenceProblems } from './reference/problems.ts'

/** The texts of every problem code. A code without a text does not compile. */
export const problemTexts: AllProblemTexts = {
  ...shellProblems,
  ...referenceProblems,
  ...accessProblems,
  ...customFieldProblems,
  ...accountHolderProblems,
  ...ledgerProblems,
  ...rateProblems,
  ...contractProblems,
  ...claimProblems,
  ...cancellationProblems,
  ...cashProblems,
  ...processProblems,
  ...eventProblems,
}
