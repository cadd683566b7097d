import type { InspectionRefusal } from '../../domain/claims/inspection.ts'
import { Problem } from '../../http/problems.ts'

/** The result of a decision; refuses with the problem that a refusal stands for. */
export function accepted<Result extends object>(result: Result | InspectionRefusal): Result {
  if (!('refused' in result)) return result
  throw inspectionProblem(result as InspectionRefusal)
}

export function inspectionProblem(refusal: InspectionRefusal): Problem {
  switch (refusal.refused) {
    case 'InvalidTransition': {
      const { from, to } = refusal
      const why = refusal.isAdministrators ? ' Only the administrator decides that.' : ''
      return new Problem('InvalidTransition', `An inspection that is ${from} cannot become ${to}.${why}`, {
        members: { from, to },
      })
    }
    case 'RejectReasonRequired':
      return new Problem(
        'RejectReasonRequired',
        'An inspection is rejected with a reason. Send the action Reject to takereject with rejectReasonId or rejectReasonCode.',
      )
    case 'AlreadyTaken':
      return new Problem(
        'AlreadyTaken',
        `The inspection was taken with the externalReference ${refusal.externalReference}. Use that one.`,
        { members: { externalReference: refusal.externalReference } },
      )
    case 'NotEditable':
      return new Problem(
        'NotEditable',
        `The inspection is ${refusal.status}, so what was reported stays. The company can still add notes and files.`,
      )
    default:
      return refusal satisfies never
  }
}
